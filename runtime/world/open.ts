/** Creates Worlds; the only file that names the implementations. */
import type { World } from './world.ts';

/**
 * How durable a write is once it is acknowledged. `commit`: it survives a power cut. `relaxed`: it survives a crash of
 * the process, not of the machine.
 */
export type Durability = 'commit' | 'relaxed';

/** Which World to create. */
export type WorldConfig =
  | { kind: 'memory' }
  | {
      kind: 'sqlite';
      /** The folder of `workflow.db`; created when it is missing. Default `.workflow-data`. */
      dataDir?: string;
      /** Default `commit`. */
      durability?: Durability;
    };

/** A backup, and the folder in which it becomes a store. */
export interface Restoration {
  /** A file that `World.backup` has written. */
  source: string;
  /** The folder of the new `workflow.db`; created when it is missing. */
  dataDir: string;
}

/**
 * Makes a store of a backup. Nothing is left behind when it fails.
 * @throws `world_restore_occupied`, `world_restore_failed`.
 */
export async function restoreStore(restoration: Restoration): Promise<void> {
  const { restore } = await import('./sqlite/back-up.ts');
  restore(restoration);
}

/** Creates the World of a configuration, which is not yet open. */
export async function createWorld(config: WorldConfig): Promise<World> {
  if (config.kind === 'memory') {
    const { MemoryWorld } = await import('./memory/memory-world.ts');
    return new MemoryWorld();
  }
  const { SqliteWorld } = await import('./sqlite/sqlite-world.ts');
  return new SqliteWorld({ dataDir: config.dataDir ?? '.workflow-data', durability: config.durability ?? 'commit' });
}
