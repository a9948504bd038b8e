/** The public types of hooks and webhooks. */

/** The options of `createHook()`. */
export interface HookOptions {
  /** The address of the hook. Default: an unguessable one. Two active hooks never share a token. */
  token?: string;
  /**
   * The hook takes one payload, which closes it: every later sender gets a `HookNotFoundError`, even when two processes
   * send at the same moment. For questions that are answered once. Default: `false`.
   */
  once?: boolean;
  /** Any serialisable value; `getHookByToken` returns it. */
  metadata?: unknown;
}

/**
 * A place where a run waits for payloads. `await` gives the next one; `for await` gives all of them, in order of
 * acceptance.
 */
export interface Hook<T = unknown> extends PromiseLike<T>, AsyncIterable<T> {
  readonly token: string;
  /** The run that holds the token, or `null` when this hook does. */
  getConflict(): Promise<{ runId: string } | null>;
  /** Closes the hook and frees its token. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The options of `createWebhook()`. */
export interface WebhookOptions {
  /**
   * The answer to the caller. Default: an empty 202. A `Response` is sent at once. `'manual'`: the caller waits for the
   * response that the workflow or a step passes to `request.respondWith()`.
   */
  respondWith?: Response | 'manual';
  /**
   * Headers that the run needs although they hold credentials, such as `['authorization']`. They are stored with the
   * request. All other headers that are known to hold credentials are stored, and reach the run, as `[masked]`.
   */
  keepHeaders?: string[];
  metadata?: unknown;
}

/** The payload of a webhook: a standard `Request`, which can be answered if the webhook is `'manual'`. */
export type WebhookRequest = Request & {
  /** Answers the waiting caller. Only for webhooks made with `respondWith: 'manual'`. */
  respondWith(response: Response): Promise<void>;
};

/** Another name of {@link WebhookRequest}, as in other workflow packages. */
export type RequestWithResponse = WebhookRequest;

/** A hook that an HTTP call to `url` resumes, with any method. */
export interface Webhook extends Hook<WebhookRequest> {
  readonly url: string;
}
