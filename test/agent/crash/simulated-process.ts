/**
 * Processes of the project within this one: one after the other, each with a runtime of its own on a store that
 * outlives it.
 */
import type * as runtimeModule from '../../../runtime/api/runtime.ts';
import type * as settingsModule from '../../../runtime/api/settings.ts';
import type { Build } from '../../../runtime/contract/build.ts';
import type { Clock } from '../../../runtime/contract/clock.ts';
import { systemClock } from '../../../runtime/worker/system-clock.ts';
import type { World } from '../../../runtime/world/world.ts';
import { makeMortal } from '../../crash-points/mortal-world.ts';
import type { ProcessLife } from '../../crash-points/process-life.ts';
import type { AgentProject } from '../agent-project.ts';
import { importOf } from './crash-project.ts';

const KEY = Symbol.for('workflow.runtime');
/** Longer than a lease. */
const LEAP_MS = 60_000;

/** The time of this machine, which leaps when a process ends, so that nobody has to wait until its lease is over. */
export class LeapingTime {
  #aheadMs = 0;

  leap(): void {
    this.#aheadMs += LEAP_MS;
  }

  /** This time as a process sees it: its alarms go with it. */
  of(life: ProcessLife): Clock {
    return {
      now: () => systemClock.now() + this.#aheadMs,
      setAlarm: (at, fire) => systemClock.setAlarm(at - this.#aheadMs, () => life.isOver || fire()),
    };
  }
}

export interface ProcessOptions {
  project: AgentProject;
  build: Build;
  world: World;
  time: LeapingTime;
  life: ProcessLife;
  /** Settings of the runtime. */
  env?: Readonly<Record<string, string>>;
}

/** Makes it the process that the API of the project speaks to. Resolves when it is up, or has ended on the way. */
export async function startProcess({ project, build, world, time, life, env = {} }: ProcessOptions): Promise<void> {
  const { Runtime } = await importOf<typeof runtimeModule>(
    project,
    'node_modules/workflow/dist/runtime/api/runtime.js',
  );
  const { readSettings } = await importOf<typeof settingsModule>(
    project,
    'node_modules/workflow/dist/runtime/api/settings.js',
  );
  const runtime = new Runtime(readSettings({ ...env }), time.of(life));
  runtime.setWorld(makeMortal(world, { life, onApplied: () => {} }));
  (globalThis as Record<symbol, unknown>)[KEY] = runtime;
  await runtime.useBuild(build);
  await Promise.race([runtime.start(), life.ended]);
}
