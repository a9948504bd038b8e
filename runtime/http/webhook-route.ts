/** Webhooks: an HTTP call becomes a payload of the run that waits for it. */
import { randomUUID } from 'node:crypto';
import type { Connection } from '../api/connection.ts';
import { keepAwake, type RequestContext } from '../api/keep-awake.ts';
import { getRuntime } from '../api/runtime.ts';
import { followStream } from '../api/stream-follower.ts';
import type { RunId } from '../contract/ids.ts';
import { HookNotFoundError, StreamInterruptedError } from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { decodeValue, encodeValue } from '../host-values/host-codec.ts';
import { maskHeaders } from '../host-values/masked-names.ts';
import type { WebhookReply } from '../journal/events.ts';
import { toStorableRequest } from '../host-values/read-bodies.ts';
import { markReply } from '../values/webhook-reply.ts';
import { answerError } from './answers.ts';
import { readBody } from './read-body.ts';

const BYTES_MAX = 16 * 1024 * 1024;
const SMALL_BYTES_MAX = 64 * 1024;

/**
 * Delivers an HTTP call to the webhook with this token and returns the answer for the caller. A 404 means that nothing
 * was delivered; any 2xx means that the payload is durable.
 * @param context The context of the request, from its host.
 */
export async function answerWebhook(token: string, request: Request, context?: RequestContext): Promise<Response> {
  const connection = await getRuntime().connect();
  const looking = connection.findHook(token);
  // Both take time: a small body is read meanwhile. A large one is read only when there is a hook for it.
  const reading = isSmall(request) ? readBody(request, BYTES_MAX) : null;
  reading?.catch(() => {});
  const hook = await looking;
  if (!hook?.webhook) return new Response(null, { status: 404 });
  const bytes = await (reading ?? readBody(request, BYTES_MAX));
  if (!bytes) return answerError(413, runtimeError('request_too_large', { bytesMax: BYTES_MAX }));
  const headers = maskHeaders(request.headers, hook.webhook.keepHeaders ?? []);
  const storable = toStorableRequest(request, { headers, bytes });
  const delivery = { token, request: storable, gone: request.signal, context };
  if (hook.webhook.mode === 'manual') return await deliverAndWait(connection, delivery);
  if (!(await deliver(connection, delivery))) return new Response(null, { status: 404 });
  return readAnswer(hook.webhook);
}

/**
 * Delivers a request to a webhook, as if it had come over HTTP.
 * @returns The answer for the caller. @throws `HookNotFoundError`.
 */
export async function resumeWebhook(token: string, request: Request): Promise<Response> {
  const { world } = await getRuntime().connect();
  if (!(await world.findHook(token))?.webhook) throw new HookNotFoundError();
  return await answerWebhook(token, request);
}

/** Whether a body can be read before it is known whether anybody wants it. */
function isSmall({ headers }: Request): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= SMALL_BYTES_MAX;
}

/** A request to deliver, with the context of its call. */
interface Delivery {
  token: string;
  request: Request;
  /** Aborted when the caller has gone. */
  gone: AbortSignal;
  context: RequestContext | undefined;
}

/** Resolves to the run that got the request; `null`: no run waits for it. */
async function deliver(connection: Connection, { token, request, context }: Delivery): Promise<RunId | null> {
  const runId = await connection.deliverToHook(token, await encodeValue(request, 'request'));
  if (runId !== null) keepAwake(context);
  return runId;
}

const readAnswer = (reply: WebhookReply): Response =>
  reply.mode === 'static' ? (decodeValue(reply.response) as Response) : new Response(null, { status: 202 });

/** The workflow or one of its steps answers by writing to a stream of the run that only this call reads. */
async function deliverAndWait(connection: Connection, delivery: Delivery): Promise<Response> {
  const { world, clock, closing } = connection;
  const stream = `$reply/${randomUUID()}`;
  const request = markReply(delivery.request, stream);
  const runId = await deliver(connection, { ...delivery, request });
  if (!runId) return new Response(null, { status: 404 });
  const over = new AbortController();
  const stopAlarm = clock.setAlarm(clock.now() + getRuntime().settings.replyLimitMs, () => over.abort());
  const signal = AbortSignal.any([delivery.gone, over.signal]);
  try {
    for await (const { chunk } of followStream({ world, closing, runId, stream, from: 0, signal })) {
      return decodeValue(chunk as string) as Response;
    }
  } catch (error) {
    // An error would make the sender repeat what is durable already.
    if (!(error instanceof StreamInterruptedError)) throw error;
  } finally {
    stopAlarm();
  }
  // There is no answer: the run has ended, this process ends, or the time is up.
  return new Response(null, { status: signal.aborted ? 504 : 202 });
}
