/** The functions that exist only inside workflows, as everything else sees them: with their types, and an error that says where they belong. */
import type { Hook, HookOptions, Webhook, WebhookOptions } from '../contract/hooks.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { StoredList } from '../contract/stored-list.ts';
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

/**
 * Begins the workflow anew with other arguments, as the same run: with its id, streams and open hooks, and with the newest
 * code. What came before is not replayed any more, so a workflow that goes on for ever stays quick. Does not return;
 * nothing after it is executed, `finally` blocks neither.
 * A hook is had back by `createHook()` with its token, with all payloads that came meanwhile.
 * @throws `continue_arguments_not_array`, `value_not_serializable`; outside a workflow `context_not_in_workflow`.
 */
export async function continueAs(_args: unknown[] = []): Promise<never> {
  throw misplaced('continueAs');
}

/**
 * Tells old runs from new ones when the code of a workflow changes: `true` for runs that come here for the first time with
 * code that has this call, `false` for those that came by before it was there. The answer is the same for the whole run.
 * @param _id Names the change; never use it for another one.
 * @throws outside a workflow `context_not_in_workflow`.
 */
export function patched(_id: string): boolean {
  throw misplaced('patched');
}

/**
 * The list of this name, for values that many steps of this run get: each is stored once. Whoever asks for the name gets the same
 * list, until the run begins anew.
 * @throws outside a workflow `context_not_in_workflow`.
 */
export function openStoredList<T>(_name: string): StoredList<T> {
  throw misplaced('openStoredList');
}
