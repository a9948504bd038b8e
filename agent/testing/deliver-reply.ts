/** Sends a reply over the wire, in the words of a protocol, with all that is to go wrong. */
import { resolveReply } from './resolved-reply.ts';
import type { Exchange } from './exchange.ts';
import { Faults, type HeldReply } from './faults.ts';
import type { Frame, Protocol, ProviderError } from './protocols/protocol.ts';
import { fieldsOf, type RecordedReply, type ScriptedReply, type ReplyFaults, type ReplyFields } from './reply.ts';

const OVERLOADED = 529;
const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
const JSON_HEADERS = { 'content-type': 'application/json' };

/** A reply on its way. */
export interface Delivery {
  reply: ScriptedReply;
  protocol: Protocol;
  exchange: Exchange;
  /** Is told of a reply that waits for the test. */
  hold: (reply: HeldReply) => void;
}

/** Sends a reply. @throws When the protocol cannot send it; nothing has been sent then. */
export async function deliverReply({ reply, protocol, exchange, hold }: Delivery): Promise<void> {
  const fields = fieldsOf(reply);
  const faults = new Faults(fields, exchange, hold);
  const error = failureOf(fields, exchange);
  const frames = error ? [] : toFrames(fields, protocol, exchange);
  if ((await faults.pass('request')) === 'over') return;
  if (error) {
    await faults.delay();
    return sendError({ error, protocol, exchange, headers: fields.headers });
  }
  openReply(fields, exchange);
  const passage = await sendFrames(frames, faults, exchange);
  if (passage === 'error') {
    await exchange.send(protocol.errorEvent(toProviderError(fields, OVERLOADED)));
    await exchange.end('failed');
  } else if (passage === 'on') {
    await exchange.end('answered');
  }
}

/** Answers with an error status. */
export async function sendError(failure: {
  error: ProviderError;
  protocol: Protocol;
  exchange: Exchange;
  headers?: Readonly<Record<string, string>> | undefined;
}): Promise<void> {
  const { error, protocol, exchange, headers } = failure;
  if (exchange.gone.aborted) return;
  exchange.open(error.status, { ...JSON_HEADERS, ...headers });
  await exchange.send(JSON.stringify(protocol.errorBody(error)));
  await exchange.end('failed');
}

/** The error that is sent instead of a reply: by its status, or because a whole reply has no midst for an error. */
function failureOf(fields: ReplyFaults, { request }: Exchange): ProviderError | undefined {
  if (fields.status !== undefined) return toProviderError(fields, fields.status);
  return request.stream || fields.errorAfter === undefined ? undefined : toProviderError(fields, OVERLOADED);
}

function openReply(fields: ReplyFields | RecordedReply, exchange: Exchange): void {
  const usual = { status: 200, headers: exchange.request.stream ? STREAM_HEADERS : JSON_HEADERS };
  const { status, headers } = 'recorded' in fields ? fields.recorded : usual;
  exchange.open(status, { ...headers, ...fields.headers });
}

/** All frames at once, so that a reply that cannot be sent is noticed before anything is. */
function toFrames(reply: ReplyFields | RecordedReply, protocol: Protocol, { request }: Exchange): readonly Frame[] {
  if ('recorded' in reply) return reply.recorded.body.map((text) => ({ kind: 'delta', text }));
  const resolved = resolveReply(reply, request);
  if (request.stream) return [...protocol.streamReply(resolved, request)];
  return [{ kind: 'delta', text: JSON.stringify(protocol.wholeReply(resolved, request)) }];
}

async function sendFrames(frames: readonly Frame[], faults: Faults, exchange: Exchange) {
  let passage = await faults.pass(0);
  const closing = frames.findIndex(({ kind }) => kind === 'closing');
  const [said, end] = closing < 0 ? [frames, []] : [frames.slice(0, closing), frames.slice(closing)];
  for (const { kind, text } of said) {
    if (passage !== 'on') return passage;
    if (kind !== 'delta') {
      await exchange.send(text);
      continue;
    }
    await faults.delay();
    await exchange.sendDelta(text);
    passage = await faults.pass(exchange.deltas);
  }
  if (passage === 'on') passage = await faults.passRest();
  if (passage !== 'on') return passage;
  for (const { text } of end) await exchange.send(text);
  return passage;
}

function toProviderError({ error }: ReplyFaults, status: number): ProviderError {
  const { message, type, code } = typeof error === 'string' ? { message: error } : (error ?? {});
  return { status, message: message ?? usualMessage(status), type, code };
}

function usualMessage(status: number): string {
  if (status === 429) return 'Rate limit reached';
  return status === OVERLOADED ? 'Overloaded' : `The request failed with status ${status}`;
}
