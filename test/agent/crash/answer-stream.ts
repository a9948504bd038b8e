/** The stream of an answer as its readers see it. */
import { ReadableStream } from 'node:stream/web';
import { ChunkAdapter, type ClientVersion } from '../../../agent/chat/chunk-adapter.ts';
import { RESET_CHUNK } from '../../../agent/contract/ui-chunks.ts';
import type { RunId } from '../../../runtime/contract/ids.ts';
import { decodeValue } from '../../../runtime/host-values/host-codec.ts';
import { MemoryBudget } from '../../../runtime/world/memory-budget.ts';
import { followStream } from '../../../runtime/api/stream-follower.ts';
import { createConsoleLog } from '../../../runtime/observe/console-log.ts';
import { systemClock } from '../../../runtime/worker/system-clock.ts';
import { toStreamName } from '../../../runtime/values/stream-reference.ts';
import type { World } from '../../../runtime/world/world.ts';
import { SDKS } from '../chat/sdk-chat.ts';

export type AnswerChunk = { type: string } & Record<string, unknown>;

const STREAM = toStreamName(undefined);

/** The chunks for a reader who comes when all is over. */
export async function readAnswer(world: World, runId: RunId): Promise<AnswerChunk[]> {
  const { chunks } = await world.readChunks(runId, STREAM, 0, Infinity);
  return chunks.flatMap((chunk) => (typeof chunk === 'string' ? [decodeValue(chunk) as AnswerChunk] : []));
}

/** A reader from the beginning on, in a process that goes on while others end. */
export class AnswerReader {
  readonly chunks: AnswerChunk[] = [];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  #changed = Promise.withResolvers<void>();
  readonly #closing = new AbortController();
  #isOver = false;

  constructor(world: World, runId: RunId) {
    this.ended = this.#follow(world, runId);
  }

  /** The stream has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The first chunk of this type, as soon as it is there. */
  async seen(type: string): Promise<AnswerChunk> {
    await this.until((chunks) => chunks.some((chunk) => chunk.type === type));
    return this.chunks.find((chunk) => chunk.type === type)!;
  }

  async until(test: (chunks: readonly AnswerChunk[]) => boolean): Promise<void> {
    while (!test(this.chunks)) await this.#changed.promise;
  }

  close(): void {
    this.#closing.abort();
  }

  async #follow(world: World, runId: RunId): Promise<void> {
    const { signal } = this.#closing;
    const memory = new MemoryBudget(2 ** 20);
    const closing = new AbortController().signal;
    const connection = {
      world,
      memory,
      closing,
      clock: systemClock,
      log: createConsoleLog({ form: 'line', level: 'warn' }),
    };
    for await (const { chunk } of followStream({ connection, runId, stream: STREAM, from: 0, signal })) {
      this.chunks.push(decodeValue(chunk as string) as AnswerChunk);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }
    this.#isOver = true;
  }
}

/** The deltas that readers have of a model step, of its last attempt. */
export function countDeltas(chunks: readonly AnswerChunk[], step: number): number {
  let at = -1;
  let count = 0;
  let isAnew = false;
  for (const { type } of chunks) {
    if (type === RESET_CHUNK) isAnew = true;
    if (type === 'start-step') {
      at += isAnew ? 0 : 1;
      count = at === step ? 0 : count;
      isAnew = false;
    }
    if (at === step && type.endsWith('-delta')) count += 1;
  }
  return count;
}

/** A part of a message, as far as these tests look at it. */
export type Part = { type: string } & Record<string, unknown>;

/** The message that a client of this version shows in the end. */
export async function foldAnswer(chunks: readonly AnswerChunk[], version: ClientVersion): Promise<Part[]> {
  const adapter = new ChunkAdapter(version);
  const adapted = chunks.flatMap((chunk) => adapter.adapt(chunk));
  const { readUIMessageStream } = SDKS[version];
  const errors: unknown[] = [];
  let parts: Part[] = [];
  const stream = ReadableStream.from(adapted) as never;
  for await (const message of readUIMessageStream({ stream, onError: (error) => errors.push(error) }))
    parts = message.parts;
  if (errors.length > 0) throw new Error(`Clients of version ${version} refuse the stream`, { cause: errors[0] });
  return parts;
}
