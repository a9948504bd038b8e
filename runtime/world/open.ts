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

/** Creates the World of a configuration, which is not yet open. */
export async function createWorld(config: WorldConfig): Promise<World> {
  if (config.kind === 'memory') {
    const { MemoryWorld } = await import('./memory/memory-world.ts');
    return new MemoryWorld();
  }
  const { SqliteWorld } = await import('./sqlite/sqlite-world.ts');
  return new SqliteWorld({ dataDir: config.dataDir ?? '.workflow-data', durability: config.durability ?? 'commit' });
}
