/** Hooks from outside: finding the run that waits for a token, and sending it a payload. */
import { HookNotFoundError } from '../contract/run-errors.ts';
import { encodeValue } from '../host-values/host-codec.ts';
import { encodeWithSignals } from '../host-values/outside-signals.ts';
import { readOptions } from '../values/read-options.ts';
import { toHookInfo, type HookInfo } from './hook-info.ts';
import { followSignals } from './follow-signals.ts';
import { readToken } from './hook-token.ts';
import { keepAwake } from './keep-awake.ts';
import { assertRepeated, digestOf, payloadOptions, readPayloadId, type PayloadOptions } from './payload-id.ts';
import { getRuntime } from './runtime.ts';

/**
 * Sends a payload to the hook with this token. Resolves when the payload is durable. The workflow gets it exactly once,
 * even if it does not await the hook yet. A call that is repeated, because its answer was lost, needs an id for that.
 * @param hook The token, or anything that has it: a `Hook` of a workflow, or what `getHookByToken` gives.
 * @param options.id The same id again: see {@link PayloadOptions}. A sender that repeats its calls should have one.
 * @throws `HookNotFoundError`, `hook_token_invalid`, `value_not_serializable`, `hook_id_invalid`, `option_unknown`;
 * `hook_id_reused` when the id came with another payload.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers name the type of the payload
export async function resumeHook<Payload = unknown>(
  hook: string | { readonly token: string },
  payload?: Payload,
  options: PayloadOptions = {},
): Promise<{ runId: string }> {
  const token = readToken(typeof hook === 'string' ? hook : hook?.token);
  readOptions('resumeHook', options, payloadOptions);
  const { id } = options;
  const checkedId = id === undefined ? null : readPayloadId(id);
  const { payload: encoded, signals } = await encodeWithSignals(() => encodeValue(payload, 'payload'));
  const receipt =
    checkedId === null ? undefined : { id: checkedId, digest: digestOf(encoded), reply: null, replyStream: null };
  const connection = await getRuntime().connect();
  const outcome = await connection.deliverToHook(token, encoded, receipt);
  if (!outcome.ok && outcome.reason !== 'repeated') throw new HookNotFoundError(token);
  if (!outcome.ok) assertRepeated(outcome, receipt!.digest);
  if (outcome.ok) followSignals(outcome.runId, signals);
  void keepAwake();
  return { runId: outcome.runId };
}

/** The active hook with this token. @throws `HookNotFoundError`, `hook_token_invalid`. */
export async function getHookByToken(token: string): Promise<HookInfo> {
  const checkedToken = readToken(token);
  const { world } = await getRuntime().connect();
  const hook = await world.findHook(checkedToken);
  if (!hook) throw new HookNotFoundError(checkedToken);
  return toHookInfo(hook);
}
