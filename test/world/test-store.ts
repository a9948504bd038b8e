/** Stores for tests; each is removed when its test has finished. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { createWorld, type Durability } from '../../runtime/world/open.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import type { World } from '../../runtime/world/world.ts';

export interface TestStore {
  /** An open World. */
  world: World;
  /** Another open World on the same store. */
  connect: () => Promise<World>;
}

export type OpenStore = () => Promise<TestStore>;

export const openMemoryStore: OpenStore = async () => {
  const world = await createWorld({ kind: 'memory' });
  await world.open();
  onTestFinished(() => world.close());
  return { world, connect: async () => world };
};

export const openSqliteStore: OpenStore = async () => {
  const dataDir = makeDataDir();
  const connect = (): Promise<World> => openSqliteWorld(dataDir);
  return { world: await connect(), connect };
};

/** An open World on the files in `dataDir`. */
export async function openSqliteWorld(dataDir: string, durability: Durability = 'commit'): Promise<World> {
  const world = await createWorld({ kind: 'sqlite', dataDir, durability });
  onTestFinished(() => world.close());
  await world.open();
  return world;
}

/** Locks a store for writing, like a program with an open transaction; returns how to unlock it. */
export function lockFile(dataDir: string): () => void {
  const db = new DatabaseSync(toPaths(dataDir).file);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  db.exec('BEGIN IMMEDIATE');
  return () => db.close();
}

/** An empty directory. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'workflow-world-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}
