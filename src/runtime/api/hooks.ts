/** Hooks from the outside: who waits for a token, and giving it what it waits for. */
import { HookNotFoundError } from '../contract/run-errors.ts';
import { decodeValue, encodeValue } from '../engine/host-codec.ts';
import { getRuntime } from './runtime.ts';

/** An active hook. */
export interface HookInfo {
  runId: string;
  token: string;
  createdAt: Date;
  /** True for webhooks, which have a public address. */
  isWebhook: boolean;
  /** What the workflow passed as `metadata`. */
  metadata: unknown;
}

/**
 * Gives a payload to the hook with this token. Resolves when the payload is durable; the workflow gets it exactly once,
 * also when it does not await the hook yet.
 * @throws `HookNotFoundError`, `value_not_serializable`.
 */
export async function resumeHook(token: string, payload?: unknown): Promise<{ runId: string }> {
  const encoded = await encodeValue(payload, 'payload');
  const { world, clock } = await getRuntime().connect();
  const outcome = await world.deliverToHook(token, encoded, clock.now());
  if (!outcome.ok) throw new HookNotFoundError();
  return { runId: outcome.runId };
}

/** @throws `HookNotFoundError`. */
export async function getHookByToken(token: string): Promise<HookInfo> {
  const { world } = await getRuntime().connect();
  const hook = await world.findHook(token);
  if (!hook) throw new HookNotFoundError();
  const { runId, createdAt, webhook, metadata } = hook;
  return {
    runId,
    token,
    createdAt: new Date(createdAt),
    isWebhook: webhook !== null,
    metadata: metadata === null ? undefined : decodeValue(metadata),
  };
}
