/** A process with a runtime on a store that outlives it, at a clock that outlives it too. */
import { setImmediate } from 'node:timers/promises';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { World } from '../../runtime/world/world.ts';
import { buildFromFunctions, type TestCode } from '../runtime/build-from-functions.ts';
import type { LeapingClock } from './leaping-clock.ts';
import { makeMortal, type MortalWorldOptions } from './mortal-world.ts';
import type { ProcessLife } from './process-life.ts';

const KEY = Symbol.for('workflow.runtime');

export interface ProcessOptions extends MortalWorldOptions {
  world: World;
  clock: LeapingClock;
  code: TestCode;
}

/**
 * Starts a process and makes it the one that the API speaks to. Resolves when it is up, or has ended on the way. It is
 * never closed: a process that has ended does nothing any more, because nothing answers it.
 */
export async function startProcess({ world, clock, code, life, onApplied }: ProcessOptions): Promise<void> {
  const runtime = new Runtime(readSettings({}), clock.of(life));
  runtime.setWorld(makeMortal(world, { life, onApplied }));
  (globalThis as Record<symbol, unknown>)[KEY] = runtime;
  await runtime.useBuild(buildFromFunctions(code));
  await Promise.race([runtime.start(), life.ended]);
}

/** Resolves when the process has done all that it can do at this time. */
export async function settle(life: ProcessLife): Promise<void> {
  for (let seen = -1; seen !== life.points.length || life.isAsking;) {
    seen = life.points.length;
    // One turn of the event loop for what is ready, and one for what that made ready.
    await setImmediate();
    await setImmediate();
  }
}
