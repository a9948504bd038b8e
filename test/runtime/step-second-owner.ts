/**
 * A second worker on the store of a first one that stalls: what a process looks like that was stopped and wakes up
 * late.
 */
import type { World } from '../../runtime/world/world.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';
import { VirtualClock } from './virtual-clock.ts';

const DAY_MS = 86_400_000;

/**
 * By the clock of the second worker the lease of the first one ran out long ago, so it takes over what that one runs.
 */
export async function startSecondOwner(code: TestCode, { world }: Harness, clock: VirtualClock): Promise<Harness> {
  return await createHarness(code, { world: withoutClose(world), clock: new VirtualClock(clock.now() + DAY_MS) });
}

/** The store without its end, for a worker that is not the last one to use it. */
export const withoutClose = (world: World): World =>
  new Proxy(world, {
    get(target, name) {
      if (name === 'close') return () => Promise.resolve();
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
