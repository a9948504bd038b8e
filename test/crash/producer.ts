import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { EventType } from '../../runtime/journal/events.ts';
import type { World } from '../../runtime/world/world.ts';
import type { SharedStore } from './shared-store.ts';

const KEY = Symbol.for('workflow.runtime');
/** Longer than any lease. */
const HOUR_MS = 3_600_000;

export interface Producer {
  world: World;
  /** Resolves when the journal of a run has an event of this type. */
  untilEvent(runId: string, type: EventType): Promise<void>;
  /** Resolves when the condition holds, which is looked at after each change of the store. */
  until(holds: () => Promise<boolean>): Promise<void>;
  /** Gives the runs of all workers to others at once, as when their leases have ended. */
  endLeases(): Promise<void>;
  close(): Promise<void>;
}

export interface ProducerOptions {
  /** How long runs are kept after their end. Default: for ever. */
  retention?: string;
  /** The keys of encryption, as in the setting. Default: none. */
  keys?: string;
}

/** Makes the API of this process one that starts runs in a store and leaves them to the workers of other processes. */
export async function startProducer(
  store: Pick<SharedStore, 'createWorld'>,
  options: ProducerOptions = {},
): Promise<Producer> {
  const { retention = '', keys = '' } = options;
  const world = await store.createWorld();
  const env = { WORKFLOW_ROLE: 'producer', WORKFLOW_RETENTION: retention, WORKFLOW_ENCRYPTION_KEYS: keys };
  const runtime = new Runtime(readSettings(env));
  runtime.setWorld(world);
  (globalThis as Record<symbol, unknown>)[KEY] = runtime;
  await runtime.start();
  const until = (holds: () => Promise<boolean>): Promise<void> => untilItHolds(world, holds);
  const untilEvent = (runId: string, type: EventType): Promise<void> =>
    until(async () => (await world.readJournal(runId as RunId)).some((event) => event.type === type));
  const endLeases = async (): Promise<void> => void (await world.releaseDead(Date.now() + HOUR_MS));
  return { world, close: () => runtime.close(), untilEvent, until, endLeases };
}

async function untilItHolds(world: World, holds: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      const stop = world.subscribe(() => {
        stop();
        resolve();
      });
    });
    if (await holds()) return;
    await changed;
  }
}
