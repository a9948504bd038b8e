/** Hooks from outside: finding the run that waits for a token, and sending it a payload. */
import { HookNotFoundError } from '../contract/run-errors.ts';
import { encodeValue } from '../host-values/host-codec.ts';
import { toHookInfo, type HookInfo } from './hook-info.ts';
import { keepAwake } from './keep-awake.ts';
import { getRuntime } from './runtime.ts';

/**
 * Sends a payload to the hook with this token. Resolves when the payload is durable. The workflow gets it exactly once,
 * even if it does not await the hook yet.
 * @throws `HookNotFoundError`, `value_not_serializable`.
 */
export async function resumeHook(token: string, payload?: unknown): Promise<{ runId: string }> {
  const encoded = await encodeValue(payload, 'payload');
  const runId = await (await getRuntime().connect()).deliverToHook(token, encoded);
  if (runId === null) throw new HookNotFoundError();
  keepAwake();
  return { runId };
}

/** The active hook with this token. @throws `HookNotFoundError`. */
export async function getHookByToken(token: string): Promise<HookInfo> {
  const { world } = await getRuntime().connect();
  const hook = await world.findHook(token);
  if (!hook) throw new HookNotFoundError();
  return toHookInfo(hook);
}
