/** The functions that exist only inside workflows, as everything else sees them: with their types, and an error that says where they belong. */
import type { Hook, HookOptions, Webhook, WebhookOptions } from '../contract/hooks.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { Duration } from '../values/duration.ts';

const misplaced = (name: string): Error => runtimeError('context_not_in_workflow', { name });

/**
 * Pauses the workflow durably; nothing is held in memory meanwhile.
 * @param _duration Milliseconds, a duration such as `'10s'`, `'5m'`, `'1h'`, `'2d'`, or the `Date` at which to wake.
 * @throws `duration_invalid`; outside a workflow `context_not_in_workflow`.
 */
export async function sleep(_duration: Duration): Promise<void> {
  throw misplaced('sleep');
}

/**
 * Opens a hook: `await hook` gives the next payload, `for await` all of them, in order of acceptance.
 * Awaiting rejects `HookConflictError` when another run holds the token.
 * @throws `hook_token_invalid`; outside a workflow `context_not_in_workflow`.
 */
export function createHook<T = unknown>(_options?: HookOptions): Hook<T> {
  throw misplaced('createHook');
}

/**
 * Opens a webhook: an HTTP call to its `url`, with any method, resumes the await with the `Request`.
 * @throws `webhook_reply_invalid`; outside a workflow `context_not_in_workflow`.
 */
export function createWebhook(_options?: WebhookOptions): Webhook {
  throw misplaced('createWebhook');
}
