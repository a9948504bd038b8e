import { getRun, type Run } from '../../runtime/entries/api.ts';
import { CHUNK_FORM_HEADER, RUN_ID_HEADER, START_INDEX_HEADER } from '../contract/control.ts';
import { ChunkAdapter, type ClientVersion } from './chunk-adapter.ts';
import { toEventStream } from './event-stream.ts';
import { readAnswer } from './read-answer.ts';

/** The options of `toUIMessageResponse()`. */
export interface UIMessageResponseOptions {
  /**
   * Index of the first chunk to send; negative: counted from the end of what is there now. The answer then begins with
   * what was open at that place. Default 0.
   */
  startIndex?: number;
  /**
   * Major version of the client's AI SDK. Left out: only what all of them understand is sent, besides chunks as they
   * are stored.
   */
  clientVersion?: ClientVersion | undefined;
  headers?: Record<string, string>;
  /** How often a comment is sent while there is nothing else to send. Default 15 seconds. */
  heartbeatMs?: number;
}

/** Requests that only our own client makes. */
export interface ResponseForm {
  /** The client has what came before `startIndex`. */
  isContinued?: boolean;
  /** The client adapts the chunks itself. */
  isStored?: boolean;
  answered?: ReadonlySet<string>;
}

/** Headers of every answer that is a stream. The last one keeps proxies such as nginx from holding it back. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
};

/**
 * The answer that an agent writes in this run, for `useChat`: server-sent events that end with the agent's `finish`,
 * when nothing goes on before its user has approved something, or with an error when the run has failed. Nobody is kept
 * waiting by a client that has gone.
 */
export function toUIMessageResponse(run: Run | string, options: UIMessageResponseOptions = {}): Promise<Response> {
  return answerWithRun(typeof run === 'string' ? getRun(run) : run, options, {});
}

/** The same as `toUIMessageResponse()`, in the form that a client of ours asks for. */
export async function answerWithRun(
  run: Run,
  options: UIMessageResponseOptions,
  form: ResponseForm,
): Promise<Response> {
  const { startIndex = 0, clientVersion, headers, heartbeatMs } = options;
  const { isContinued = false, isStored = false, answered = new Set<string>() } = form;
  const from = startIndex >= 0 ? startIndex : Math.max(0, (await run.readable.getTailIndex()) + 1 + startIndex);
  const gone = new AbortController();
  const adapter = isStored ? null : new ChunkAdapter(clientVersion);
  const answer = { run, startIndex: from, isContinued, adapter, clientVersion, answered, signal: gone.signal };
  const body = toEventStream({
    parts: readAnswer(answer),
    cancel: () => gone.abort(),
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  });
  const place = { [RUN_ID_HEADER]: run.runId, [START_INDEX_HEADER]: String(from) };
  const marks = { ...place, ...(isStored && { [CHUNK_FORM_HEADER]: 'stored' }) };
  return new Response(body, { headers: { ...STREAM_HEADERS, ...marks, ...headers } });
}
