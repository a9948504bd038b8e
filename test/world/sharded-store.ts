/** Stores of several databases for tests. */
import { onTestFinished } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { ShardedWorld, type Spread } from '../../runtime/world/sharded/sharded-world.ts';
import type { World } from '../../runtime/world/world.ts';
import type { OpenStore } from './test-store.ts';

/** Databases in memory. */
export const openDatabases = (count: number): Promise<World[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const world = await createWorld({ kind: 'memory' });
      await world.open();
      onTestFinished(() => world.close());
      return world;
    }),
  );

/** An open World over databases. */
export async function openSharded(worlds: readonly World[], spread?: Spread): Promise<ShardedWorld> {
  const world = new ShardedWorld(worlds, spread);
  await world.open();
  return world;
}

/** Opens stores of three databases in memory. @param spread Which one a run is in. */
export const openShardedStore =
  (spread: Spread): OpenStore =>
  async () => {
    const worlds = await openDatabases(3);
    return { world: await openSharded(worlds, spread), connect: () => openSharded(worlds, spread) };
  };
