/** Every World with encrypted values keeps the same contract. */
import { describe, onTestFinished } from 'vitest';
import { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { testWorld } from './contract.ts';
import { openMemoryStore, openSqliteStore, type OpenStore } from './test-store.ts';

const RING = parseKeyRing(`k1:${Buffer.alloc(32, 1).toString('base64')}`);

const encrypted =
  (openStore: OpenStore): OpenStore =>
  async () => {
    const { world, connect } = await openStore();
    const wrap = (inner: typeof world) => {
      const outer = new EncryptedWorld(inner, RING);
      onTestFinished(() => outer.close());
      return outer;
    };
    return { world: wrap(world), connect: async () => wrap(await connect()) };
  };

describe('with keys, in memory', () => testWorld(encrypted(openMemoryStore)));
describe('with keys, in SQLite', () => testWorld(encrypted(openSqliteStore)));
