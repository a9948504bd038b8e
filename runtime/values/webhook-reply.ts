/** Webhook requests whose callers wait for an answer: they are stored with the name of the stream for the answer. */
const REPLY_STREAM = Symbol.for('workflow.reply-stream');

type Marked = { [REPLY_STREAM]?: string };

/** Stores in a request the stream for its answer; returns the request. */
export function markReply<Target extends object>(request: Target, stream: string): Target {
  Object.defineProperty(request, REPLY_STREAM, { value: stream, configurable: true });
  return request;
}

/** The stream for a request's answer; `null` when nobody waits for one. */
export const replyStreamOf = (request: object): string | null => (request as Marked)[REPLY_STREAM] ?? null;
