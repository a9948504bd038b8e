/**
 * The functions that work only inside workflows, as other code sees them: with their types, and with an error that says
 * where they belong. The types are overloads, because editors show the names of parameters that the bodies do not use.
 */
import type { Hook, HookOptions, Webhook, WebhookOptions } from '../contract/hooks.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { StoredList } from '../contract/stored-list.ts';
import type { CheckedDuration, Duration } from '../values/duration.ts';

const misplaced = (name: string): Error => runtimeError('context_not_in_workflow', { name });

/**
 * Pauses the workflow durably; nothing is held in memory meanwhile.
 * @param duration Milliseconds, a duration such as `'10s'`, `'5m'`, `'1h'`, `'2d'`, or the `Date` at which to wake.
 * @throws `duration_invalid`; outside a workflow `context_not_in_workflow`.
 */
export function sleep<Given extends Duration>(duration: CheckedDuration<Given>): Promise<void>;
export async function sleep(): Promise<void> {
  throw misplaced('sleep');
}

/**
 * Opens a hook: `await hook` gives the next payload, `for await` all of them, in order of acceptance.
 * Awaiting rejects `HookConflictError` when another run holds the token.
 * @throws `hook_token_invalid`; outside a workflow `context_not_in_workflow`.
 */
export function createHook<T = unknown>(options?: HookOptions): Hook<T>;
export function createHook(): never {
  throw misplaced('createHook');
}

/**
 * Opens a webhook: an HTTP call to its `url`, with any method, resumes the await with the `Request`.
 * @throws `webhook_reply_invalid`; outside a workflow `context_not_in_workflow`.
 */
export function createWebhook(options?: WebhookOptions): Webhook;
export function createWebhook(): never {
  throw misplaced('createWebhook');
}

/**
 * Restarts the workflow with other arguments as the same run: it keeps its id, streams and open hooks, and uses the
 * newest code. The history before it is no longer replayed, so a workflow without an end stays fast. The call does not
 * return, and nothing after it is executed, including `finally` blocks. To get a kept hook back, call `createHook()`
 * with its token; it has all payloads that came meanwhile.
 * @throws `continue_arguments_not_array`, `value_not_serializable`; outside a workflow `context_not_in_workflow`.
 */
export function continueAs(args?: unknown[]): Promise<never>;
export async function continueAs(): Promise<never> {
  throw misplaced('continueAs');
}

/**
 * Tells old runs from new ones when the code of a workflow changes. It is `true` for runs that reach it for the first
 * time with code that has this call, and `false` for runs that passed this point before. The answer is the same for the
 * whole run.
 * @param id Names the change; never reuse it for another one.
 * @throws outside a workflow `context_not_in_workflow`.
 */
export function patched(id: string): boolean;
export function patched(): never {
  throw misplaced('patched');
}

/** The version of behaviour that the run was begun with. @throws Outside a workflow `context_not_in_workflow`. */
export function runBehaviour(): number;
export function runBehaviour(): never {
  throw misplaced('runBehaviour');
}

/**
 * The list of this name, for values that are passed to many steps of this run: each value is stored once. The same name
 * gives the same list until the run is restarted by `continueAs()`.
 * @throws outside a workflow `context_not_in_workflow`.
 */
export function openStoredList<T>(name: string): StoredList<T>;
export function openStoredList(): never {
  throw misplaced('openStoredList');
}
