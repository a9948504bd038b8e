import { toDueTime, type Duration } from '../values/duration.ts';
import { requireScope } from './run-scope.ts';
import { waitForOutcome } from './step-proxy.ts';

/**
 * Pauses the workflow durably; nothing is held in memory meanwhile.
 * @param duration Milliseconds, a duration such as `'10s'`, `'5m'`, `'1h'`, `'2d'`, or the `Date` at which to wake.
 * @throws `duration_invalid`.
 */
export async function sleep(duration: Duration): Promise<void> {
  await waitUntil(toDueTime(duration, requireScope().nowMs));
}

/** Waits durably until a moment, in milliseconds since the epoch. */
export async function waitUntil(dueAt: number): Promise<void> {
  const scope = requireScope();
  const call = scope.nextCall();
  scope.ask({ type: 'wait_created', call, dueAt });
  await waitForOutcome(call);
}
