import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { EventType } from '../../runtime/journal/events.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';

const KEY = Symbol.for('workflow.runtime');

export interface Producer {
  world: World;
  /** Resolves when the journal of a run has an event of this type. */
  untilEvent(runId: string, type: EventType): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes the API of this process one that starts runs in a store and leaves them to the workers of other processes.
 * @param retention How long runs are kept after their end. Default: for ever.
 */
export async function startProducer(dataDir: string, retention = ''): Promise<Producer> {
  const world = await createWorld({ kind: 'sqlite', dataDir });
  const runtime = new Runtime(readSettings({ WORKFLOW_ROLE: 'producer', WORKFLOW_RETENTION: retention }));
  runtime.setWorld(world);
  (globalThis as Record<symbol, unknown>)[KEY] = runtime;
  await runtime.start();
  return { world, close: () => runtime.close(), untilEvent: (...args) => untilEvent(world, ...args) };
}

async function untilEvent(world: World, runId: string, type: EventType): Promise<void> {
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      const stop = world.subscribe(() => {
        stop();
        resolve();
      });
    });
    if ((await world.readJournal(runId as RunId)).some((event) => event.type === type)) return;
    await changed;
  }
}
