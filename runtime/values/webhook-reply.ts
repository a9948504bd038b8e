/** A webhook request that waits for its answer: it crosses boundaries with the name of the stream that the answer goes to. */
const REPLY_STREAM = Symbol.for('workflow.reply-stream');

type Marked = { [REPLY_STREAM]?: string };

/** Notes on a request where its answer goes; returns the request. */
export function markReply<Target extends object>(request: Target, stream: string): Target {
  Object.defineProperty(request, REPLY_STREAM, { value: stream, configurable: true });
  return request;
}

/** The stream that a request's answer goes to; `null` when nobody waits for one. */
export const replyStreamOf = (request: object): string | null => (request as Marked)[REPLY_STREAM] ?? null;
