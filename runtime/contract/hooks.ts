/** Public shapes of hooks and webhooks. */

export interface HookOptions {
  /** Address of the hook. Default: an unguessable one. Two active hooks never share a token. */
  token?: string;
  /**
   * It takes one payload and is closed with it: whoever sends another gets a `HookNotFoundError`, also when both come at the same
   * moment in two processes. For questions that are answered once. Default: `false`.
   */
  once?: boolean;
  /** Any serialisable value; `getHookByToken` gives it back. */
  metadata?: unknown;
}

/** A place where a run waits for payloads. `await` gives the next one, `for await` all of them, in order of acceptance. */
export interface Hook<T = unknown> extends PromiseLike<T>, AsyncIterable<T> {
  readonly token: string;
  /** The run that holds the token, or `null` when this hook does. */
  getConflict(): Promise<{ runId: string } | null>;
  /** Closes the hook and frees its token. */
  dispose(): void;
  [Symbol.dispose](): void;
}

export interface WebhookOptions {
  /**
   * The answer to the caller: left out, an empty 202; a `Response`, that one, at once; `'manual'`, what the workflow or a
   * step passes to `request.respondWith()`.
   */
  respondWith?: Response | 'manual';
  metadata?: unknown;
}

/** What a webhook delivers: a standard `Request`, with a way to answer it when the webhook is `'manual'`. */
export type WebhookRequest = Request & {
  /** Answers the waiting caller. Only for webhooks made with `respondWith: 'manual'`. */
  respondWith(response: Response): Promise<void>;
};

/** A hook that an HTTP call to `url` resumes, with any method. */
export interface Webhook extends Hook<WebhookRequest> {
  readonly url: string;
}
