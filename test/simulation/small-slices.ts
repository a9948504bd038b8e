/**
 * The runtime leaves long work alone between two slices, and then anything may come in. Simulated runs are short, so
 * here slices end by chance after each small thing, and other things happen before the next one.
 */
import { SliceMeter } from '../../runtime/contract/slices.ts';
import { Pace } from '../../runtime/world/event-loop.ts';
import type { Random } from './random.ts';
import { replaceMember } from './replace-member.ts';
import type { Scheduler } from './scheduler.ts';

/** Work that waits for its next slice goes on after so much time at the latest. */
const PAUSE_MAX_MS = 3;

export interface SmallSlicesOptions {
  /** How likely a slice ends after one thing. 0: all slices are as long as ever. */
  chance: number;
  random: Random;
  scheduler: Scheduler;
}

/**
 * Makes the slices of all processes small.
 * @returns Makes them as long as they were.
 */
export function cutSmallSlices({ chance, random, scheduler }: SmallSlicesOptions): () => void {
  if (chance === 0) return () => {};
  // Time stands still unless something is planned for soon.
  const passTime = (): void => void scheduler.after(random.next() * PAUSE_MAX_MS, () => {});
  const restoreMeter = replaceMember(SliceMeter.prototype, 'isOver', () => ({
    value() {
      if (!random.chance(chance)) return false;
      passTime();
      return true;
    },
  }));
  const restorePace = replaceMember(Pace.prototype, 'pass', () => ({
    value(go: () => void) {
      passTime();
      setImmediate(go);
    },
  }));
  return () => {
    restoreMeter();
    restorePace();
  };
}
