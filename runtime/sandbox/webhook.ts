/** Webhooks: hooks that an HTTP call resumes. */
import type { Webhook, WebhookOptions, WebhookRequest } from '../contract/hooks.ts';
import { RESPOND_STEP } from '../contract/library-steps.ts';
import { ROUTES } from '../contract/routes.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { WebhookReply } from '../journal/events.ts';
import { describeValue } from '../values/describe-value.ts';
import { anything, type OptionTable } from '../values/read-options.ts';
import { replyStreamOf } from '../values/webhook-reply.ts';
import { checkOptions } from './check-options.ts';
import { openHook } from './hook.ts';
import { encodeValue } from './realm-codec.ts';
import { host } from './run-scope.ts';
import { stepProxy } from './step-proxy.ts';

/**
 * Opens a webhook: an HTTP call to its `url`, with any method, resumes the await with the `Request`.
 * @throws `webhook_reply_invalid`, `webhook_headers_invalid`, `option_unknown`.
 */
export function createWebhook(options: WebhookOptions = {}): Webhook {
  checkOptions('createWebhook', options, webhookOptions);
  const { respondWith, keepHeaders, metadata } = options;
  const reply = { ...toReply(respondWith), ...toKeptHeaders(keepHeaders) };
  const channel = openHook<WebhookRequest>({ metadata }, reply, toWebhookRequest);
  const url = `${host().webhookBaseUrl()}${ROUTES.webhook}/${encodeURIComponent(channel.token)}`;
  return Object.assign(channel, { url });
}

/** Each value has an error of its own. */
const webhookOptions: OptionTable<Record<keyof WebhookOptions, unknown>> = {
  respondWith: anything,
  keepHeaders: anything,
  metadata: anything,
};

/** The codec adds `respondWith` to requests whose callers wait; on all others it throws an error that says why. */
function toWebhookRequest(value: unknown): WebhookRequest {
  const request = value as WebhookRequest;
  if (replyStreamOf(request) === null) {
    request.respondWith = async () => {
      throw runtimeError('webhook_reply_not_manual', {});
    };
  }
  return request;
}

/** Adds `respondWith` to a request whose caller waits. It is a step, so that the answer is sent once. */
export function attachRespondWith(request: object, stream: string): void {
  Object.defineProperty(request, 'respondWith', {
    value: async (response: Response) => {
      await respond(stream, response);
    },
  });
}

const respond = stepProxy(RESPOND_STEP) as unknown as (stream: string, response: Response) => Promise<void>;

function toReply(respondWith: unknown): WebhookReply {
  if (respondWith === undefined) return { mode: 'accepted' };
  if (respondWith === 'manual') return { mode: 'manual' };
  if (respondWith instanceof Response) return { mode: 'static', response: encodeValue(respondWith, 'respondWith') };
  throw runtimeError('webhook_reply_invalid', { found: typeof respondWith });
}

function toKeptHeaders(names: unknown): Pick<WebhookReply, 'keepHeaders'> {
  if (names === undefined) return {};
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string' && /^[\w-]+$/.test(name));
  if (!isList) throw runtimeError('webhook_headers_invalid', { found: describeValue(names) });
  return { keepHeaders: names.map((name: string) => name.toLowerCase()) };
}
