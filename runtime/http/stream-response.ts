/** The stream of a run as server-sent events, which a client resumes by the index of the last one. */
import type { Connection } from '../api/connection.ts';
import type { Run } from '../api/run.ts';
import { countChunks, decodeChunk } from '../api/run-stream.ts';
import { getRuntime } from '../api/runtime.ts';
import { followStream, type IndexedChunk } from '../api/stream-follower.ts';
import { isRunId } from '../contract/ids.ts';
import { StreamInterruptedError } from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { readOptions } from '../values/read-options.ts';
import { toStreamName, writableOptions } from '../values/stream-reference.ts';
import { answerError } from './answers.ts';

/** Browsers wait so long before they connect again. */
const RECONNECT_MS = 500;
/** How often a comment is sent while there is nothing else: proxies end connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Keeps proxies such as nginx from holding events back.
  'x-accel-buffering': 'no',
};

/** Which stream {@link toStreamResponse} sends. */
export interface StreamResponseOptions {
  /** The name of the stream, see `getWritable({ namespace })`. Default: the one without a name. */
  namespace?: string;
}

/**
 * Answers a request with a stream of a run, as server-sent events: its chunks so far, then each new one, and `event:
 * end` when the stream is complete. The data of an event is the chunk as JSON (bytes in base64), its id is the index of
 * the chunk. When the response ends without `end`, the client connects again: an `EventSource` does so by itself and
 * sends the last id in `Last-Event-ID`. Without that header, the parameter `startIndex` of the address says where to
 * begin; a negative number counts from the present end.
 * @returns 404 when the run does not exist, 400 when the index is none, 503 when this process has closed its store.
 * @throws `option_unknown`, `option_invalid`.
 */
export async function toStreamResponse(
  run: Run | string,
  request: Request,
  options: StreamResponseOptions = {},
): Promise<Response> {
  const { namespace } = readOptions('toStreamResponse', options, writableOptions);
  const runId = typeof run === 'string' ? run : run.runId;
  if (!isRunId(runId)) return answerError(404, runtimeError('run_id_invalid', { runId }));
  const startIndex = readStartIndex(request);
  if (typeof startIndex === 'string')
    return answerError(400, runtimeError('stream_index_invalid', { found: startIndex }));
  const connection = await connect();
  if (!connection) return answerError(503, runtimeError('runtime_closed', {}), { 'Retry-After': '1' });
  const { world } = connection;
  if (!(await world.readRun(runId))) return answerError(404, runtimeError('run_not_found', { runId }));
  const stream = toStreamName(namespace);
  const from = startIndex >= 0 ? startIndex : Math.max(0, (await countChunks(world, runId, stream)) + startIndex);
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal]);
  const events = toEvents(followStream({ connection, runId, stream, from, signal }), signal);
  return new Response(toBody({ events, gone, connection }), { headers: HEADERS });
}

/** `null`: the runtime of this process is closed. */
async function connect(): Promise<Connection | null> {
  const runtime = getRuntime();
  try {
    return await runtime.connect();
  } catch (error) {
    if (!runtime.isEnding) throw error;
    return null;
  }
}

/** @returns A text that is no index, as it was found. */
function readStartIndex(request: Request): number | string {
  const last = request.headers.get('last-event-id');
  if (last) return /^\d+$/.test(last) ? Number(last) + 1 : last;
  const found = new URL(request.url).searchParams.get('startIndex') ?? '0';
  return /^-?\d+$/.test(found) ? Number(found) : found;
}

async function* toEvents(
  chunks: AsyncGenerator<IndexedChunk, void, void>,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  yield `retry: ${RECONNECT_MS}\n\n`;
  try {
    for await (const { index, chunk } of chunks) yield `id: ${index}\ndata: ${toJson(decodeChunk(chunk))}\n\n`;
    if (!signal.aborted) yield 'event: end\ndata: {}\n\n';
  } catch (error) {
    // No error: the client goes on elsewhere.
    if (!(error instanceof StreamInterruptedError)) throw error;
  }
}

/** On one line, as an event wants it. */
function toJson(value: unknown): string {
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'));
  return JSON.stringify(value) ?? 'null';
}

interface Body {
  events: AsyncGenerator<string, void, void>;
  gone: AbortController;
  connection: Connection;
}

/** Reads only as fast as it is read. */
function toBody({ events, gone, connection: { clock } }: Body): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cancelHeartbeat = (): void => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const beat = (): void => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still there\n\n'));
        cancelHeartbeat = clock.setAlarm(clock.now() + HEARTBEAT_MS, beat);
      };
      cancelHeartbeat = clock.setAlarm(clock.now() + HEARTBEAT_MS, beat);
    },
    async pull(controller) {
      try {
        const next = await events.next();
        if (!next.done) return controller.enqueue(encoder.encode(next.value));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      cancelHeartbeat();
    },
    async cancel() {
      cancelHeartbeat();
      gone.abort();
      await events.return();
    },
  });
}
