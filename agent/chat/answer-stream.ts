/** The chunks of an answer in a client: goes on at the next index when the connection breaks off before the end. */
import type { AgentChunk } from '../contract/ui-chunks.ts';
import type { EventSourceMessage } from 'eventsource-parser';
import { CHUNK_FORM_HEADER, START_INDEX_HEADER } from '../contract/control.ts';
import { ChunkAdapter, type ClientVersion } from './chunk-adapter.ts';
import { readEvents } from './read-events.ts';
import { toReconnectDelay, waitToReconnect } from './reconnect-delay.ts';
import { isLastChunk } from './response-state.ts';

/** Servers send a comment every 15 seconds. */
const IDLE_MS = 60_000;

/** Where a stream is resumed. */
export interface StreamPlace {
  startIndex: number;
  /** The page has what comes before. */
  isContinued: boolean;
}

/** The first response of an answer, and how to ask for the rest when the connection breaks. */
export interface AnswerStreamOptions {
  response: Response;
  /** The page has what comes before the first chunk of the response. */
  isContinued: boolean;
  version: ClientVersion | undefined;
  /** Asks for the stream again. */
  reconnect(from: StreamPlace, signal: AbortSignal): Promise<Response>;
  /** How many tries in a row may fail. */
  maxConsecutiveErrors: number;
  /** Ends the stream with its reason. */
  signal: AbortSignal;
  /** Called with the index of the last chunk when the server has said that this was all. */
  onEnd(chunkIndex: number): void | Promise<void>;
  random: () => number;
}

/** A response that another try does not change. */
export class FinalError extends Error {}

/** No request is sent before somebody reads. */
export function openAnswerStream(options: AnswerStreamOptions): ReadableStream<AgentChunk> {
  const gone = new AbortController();
  const signal = AbortSignal.any([options.signal, gone.signal]);
  const chunks = new AnswerReader(options, signal).read();
  return new ReadableStream<AgentChunk>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: (reason) => gone.abort(reason),
    },
    { highWaterMark: 0 },
  );
}

class AnswerReader {
  readonly #options: AnswerStreamOptions;
  readonly #signal: AbortSignal;
  readonly #adapter: ChunkAdapter;
  #nextIndex: number;
  #isContinued: boolean;
  #failures = 0;
  #isOver = false;

  constructor(options: AnswerStreamOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#adapter = new ChunkAdapter(options.version);
    this.#nextIndex = Number(options.response.headers.get(START_INDEX_HEADER) ?? 0);
    this.#isContinued = options.isContinued;
  }

  async *read(): AsyncGenerator<AgentChunk, void, void> {
    let response = this.#options.response;
    for (;;) {
      let reason: unknown = new TypeError('network error: the stream ended before its end');
      try {
        yield* this.#readResponse(response);
      } catch (error) {
        reason = this.#toMendable(error);
      }
      if (this.#isOver) return await this.#options.onEnd(this.#nextIndex - 1);
      this.#signal.throwIfAborted();
      response = await this.#reconnect(reason);
    }
  }

  async *#readResponse(response: Response): AsyncGenerator<AgentChunk, void, void> {
    if (!response.body) return;
    // Other servers may send no comments and may use other ids.
    const isOurs = response.headers.get(CHUNK_FORM_HEADER) === 'stored';
    for await (const event of readEvents(response.body, { idleMs: isOurs ? IDLE_MS : null, signal: this.#signal })) {
      this.#signal.throwIfAborted();
      this.#failures = 0;
      if (event.data === '[DONE]') this.#isOver = true;
      else yield* this.#take(event, isOurs);
      if (this.#isOver) return;
    }
  }

  *#take({ id, data }: EventSourceMessage, isOurs: boolean): Generator<AgentChunk, void, void> {
    const chunk = JSON.parse(data) as AgentChunk;
    const adapted = this.#adapter.adapt(chunk);
    if (!isOurs || id !== undefined) {
      this.#nextIndex = isOurs ? Number(id) + 1 : this.#nextIndex + 1;
      this.#isContinued = true;
    }
    this.#isOver = isLastChunk(chunk);
    yield* adapted;
  }

  async #reconnect(reason: unknown): Promise<Response> {
    for (let lastReason = reason; ;) {
      // Without this count, a server that ends each response at once would be asked for ever.
      if (this.#failures >= this.#options.maxConsecutiveErrors) throw lastReason;
      this.#failures += 1;
      await waitToReconnect(toReconnectDelay(this.#failures, this.#options.random()), this.#signal);
      try {
        const place = { startIndex: this.#nextIndex, isContinued: this.#isContinued };
        return await this.#options.reconnect(place, this.#signal);
      } catch (error) {
        lastReason = this.#toMendable(error);
      }
    }
  }

  /** Throws errors that another try does not mend. */
  #toMendable(error: unknown): unknown {
    this.#signal.throwIfAborted();
    if (error instanceof FinalError) throw error;
    return error;
  }
}
