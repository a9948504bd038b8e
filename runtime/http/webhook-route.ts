/** Webhooks: an HTTP call becomes a payload of the run that waits for it. */
import { randomUUID } from 'node:crypto';
import type { Connection } from '../api/connection.ts';
import { keepAwake, type RequestContext } from '../api/keep-awake.ts';
import { readToken } from '../api/hook-token.ts';
import { getRuntime } from '../api/runtime.ts';
import { followStream } from '../api/stream-follower.ts';
import { assertRepeated, digestOf, readPayloadId } from '../api/payload-id.ts';
import { WorkflowError } from '../contract/errors.ts';
import { HookNotFoundError, StreamInterruptedError } from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { assertReadable } from '../contract/unreadable-value.ts';
import { decodeValue, encodeValue } from '../host-values/host-codec.ts';
import { maskHeaders } from '../host-values/masked-names.ts';
import type { WebhookReply } from '../journal/events.ts';
import { toStorableRequest } from '../host-values/read-bodies.ts';
import { refuse } from '../values/read-options.ts';
import { markReply } from '../values/webhook-reply.ts';
import { answerError } from './answers.ts';
import { readBody } from './read-body.ts';

const BYTES_MAX = 16 * 1024 * 1024;
const SMALL_BYTES_MAX = 64 * 1024;

/** The sender's name for the request, as the IETF's draft and many senders have it; see {@link PayloadOptions}. */
const ID_HEADER = 'idempotency-key';

/**
 * Delivers an HTTP call to the webhook with this token and returns the answer for the caller. A 404 means that nothing
 * was delivered; any 2xx means that the payload is durable.
 * @param context The context of the request, from its host.
 */
export async function answerWebhook(token: string, request: Request, context?: RequestContext): Promise<Response> {
  return (await answerKnown(token, request, context)) ?? new Response(null, { status: 404 });
}

/**
 * Delivers a request to a webhook, as if it had come over HTTP.
 * @returns The answer for the caller. @throws `HookNotFoundError`, `hook_token_invalid`, `option_invalid`.
 */
export async function resumeWebhook(token: string, request: Request): Promise<Response> {
  if (!isRequest(request)) throw refuse({ call: 'resumeWebhook', option: 'request' }, 'a Request', request);
  const answer = await answerKnown(readToken(token), request);
  if (!answer) throw new HookNotFoundError(token);
  return answer;
}

/** Some hosts have a `Request` of their own. */
function isRequest(value: unknown): boolean {
  const { headers, method } = Object(value) as Partial<Request>;
  return typeof method === 'string' && typeof headers?.get === 'function';
}

/** @returns `null`: no run waits for the request, and none has got it before. */
async function answerKnown(token: string, request: Request, context?: RequestContext): Promise<Response | null> {
  const connection = await getRuntime().connect();
  const header = request.headers.get(ID_HEADER);
  try {
    const id = header === null ? null : readIdHeader(header);
    // A small body is read while the hook is looked for. A large one is read only when there is a hook for it.
    const reading = isSmall(request) ? readBody(request, BYTES_MAX) : null;
    reading?.catch(() => {});
    // In this order: a hook that is gone may be so because of this very request, which then has its receipt.
    const webhook = (await connection.findHook(token))?.webhook ?? null;
    const kept = id === null ? null : await connection.world.findReceipt(token, id);
    if (!kept && !webhook) return null;
    const bytes = await (reading ?? readBody(request, BYTES_MAX));
    if (!bytes) return answerError(413, runtimeError('request_too_large', { bytesMax: BYTES_MAX }));
    const digest = id === null ? '' : digestRequest(request, bytes);
    const delivered = kept ?? (await deliver(connection, { token, request, bytes, webhook: webhook!, id, digest }));
    if (!delivered) return null;
    if (id !== null) assertRepeated(delivered, digest);
    void keepAwake(context);
    return await readAnswer(connection, delivered, request.signal);
  } catch (error) {
    if (WorkflowError.is(error) && error.code === 'hook_id_invalid') return answerError(400, error);
    if (WorkflowError.is(error) && error.code === 'hook_id_reused') return answerError(422, error);
    throw error;
  }
}

/** The draft has the id in quotes; most senders have it without. */
const readIdHeader = (header: string): string => readPayloadId(/^"(.*)"$/s.exec(header)?.[1] ?? header);

/** Whether a body can be read before it is known whether anybody wants it. */
function isSmall({ headers }: Request): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= SMALL_BYTES_MAX;
}

/** Senders sign, date and trace each try anew, so headers do not count; hosts may see the address differently. */
const digestRequest = ({ method, url }: Request, bytes: Uint8Array): string =>
  digestOf(`${method} ${new URL(url).search}\n`, bytes);

/** The run that got a request, and how its sender is answered. */
type Delivered = NonNullable<Awaited<ReturnType<Connection['world']['findReceipt']>>>;

/** A request to deliver to a webhook that was found. */
interface Delivery {
  token: string;
  request: Request;
  bytes: Uint8Array;
  webhook: WebhookReply;
  id: string | null;
  /** Of a request with an id. */
  digest: string;
}

/** Resolves to the run that got the request, now or before, and how its sender is answered; `null`: no run waits. */
async function deliver(connection: Connection, delivery: Delivery): Promise<Delivered | null> {
  const { token, request, bytes, webhook, id, digest } = delivery;
  const headers = maskHeaders(request.headers, webhook.keepHeaders ?? []);
  const storable = toStorableRequest(request, { headers, bytes });
  const replyStream = webhook.mode === 'manual' ? `$reply/${randomUUID()}` : null;
  const payload = await encodeValue(replyStream === null ? storable : markReply(storable, replyStream), 'request');
  const reply = webhook.mode === 'static' ? webhook.response : null;
  // An answer that cannot be read would make the sender repeat a request that was delivered.
  if (reply !== null) assertReadable(reply);
  const receipt = { id: id ?? '', digest, reply, replyStream };
  const outcome = await connection.deliverToHook(token, payload, id === null ? undefined : receipt);
  if (outcome.ok) return { runId: outcome.runId, receipt };
  return outcome.reason === 'repeated' ? outcome : null;
}

/** @param gone Aborted when the sender waits no more. */
async function readAnswer(
  connection: Connection,
  { runId, receipt: { reply, replyStream: stream } }: Delivered,
  gone: AbortSignal,
): Promise<Response> {
  if (reply !== null) return decodeValue(reply) as Response;
  if (stream === null) return new Response(null, { status: 202 });
  const { clock } = connection;
  const over = new AbortController();
  const stopAlarm = clock.setAlarm(clock.now() + getRuntime().settings.replyLimitMs, () => over.abort());
  // Some hosts abort the signal of each request once its body was read: then it says nothing of the sender.
  const signal = gone.aborted ? over.signal : AbortSignal.any([gone, over.signal]);
  try {
    // The workflow or one of its steps answers by writing to a stream of the run that only this sender reads.
    for await (const { chunk } of followStream({ connection, runId, stream, from: 0, signal })) {
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
