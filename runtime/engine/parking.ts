/** Runs that are put aside: why, and how long until they are looked at again. */
import { WorkflowError } from '../contract/errors.ts';
import type { ParkReason } from '../world/world.ts';

const RETRY_MIN_MS = 5_000;
/** New code wakes parked runs, so this pause only matters where a cause goes away without an announcement. */
const RETRY_MAX_MS = 300_000;

/** @param before How the run was parked the last time, if it did not get on since: each time it waits twice as long. */
export function parkingOf(error: unknown, before: ParkReason | null): ParkReason {
  return {
    code: WorkflowError.is(error) ? error.code : 'run_broken',
    message: error instanceof Error ? error.message : String(error),
    retryMs: Math.min((before?.retryMs ?? RETRY_MIN_MS / 2) * 2, RETRY_MAX_MS),
  };
}

/** Whether a run is parked for another reason than the last time: a parked run is looked at every few minutes. */
export const isNewReason = (parked: ParkReason, before: ParkReason | null): boolean =>
  parked.code !== before?.code || parked.message !== before.message;
