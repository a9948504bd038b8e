/** Makes a World; the only place that names the implementations. */
import type { World } from './world.ts';

/** `commit`: what was acknowledged survives a power cut. `relaxed`: it survives a crash of the process, not of the machine. */
export type Durability = 'commit' | 'relaxed';

export type WorldConfig =
  | { kind: 'memory' }
  | {
      kind: 'sqlite';
      /** Where `workflow.db` lives; made when it is not there. Default `.workflow-data`. */
      dataDir?: string;
      /** Default `commit`. */
      durability?: Durability;
    };

/** The World of a configuration, not yet open. */
export async function createWorld(config: WorldConfig): Promise<World> {
  if (config.kind === 'memory') {
    const { MemoryWorld } = await import('./memory/memory-world.ts');
    return new MemoryWorld();
  }
  const { SqliteWorld } = await import('./sqlite/sqlite-world.ts');
  return new SqliteWorld({ dataDir: config.dataDir ?? '.workflow-data', durability: config.durability ?? 'commit' });
}
