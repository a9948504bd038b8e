/** Callers in several processes see one store: what they are told could have happened one call at a time. */
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { ChildWorld } from '../world/child-world.ts';
import { makeDataDir, openSqliteWorld } from '../world/test-store.ts';
import { isLinearizable, type Model } from './check-linearizable.ts';
import { CLIENTS, expectLinearizable, toCalls } from './expect-linearizable.ts';

describe('creating runs, claiming, tokens, keys, attributes, payloads and cancels are linearizable', () => {
  it('for several views of a store in memory', async () => {
    const world = await createWorld({ kind: 'memory' });
    await world.open();
    await expectLinearizable(
      Array.from({ length: CLIENTS }, () => toCalls(world)),
      500,
    );
  });

  it('for several processes on one SQLite file', async () => {
    const dataDir = makeDataDir();
    const own = await openSqliteWorld(dataDir);
    const others = await Promise.all(Array.from({ length: CLIENTS - 1 }, () => ChildWorld.open(dataDir)));
    await expectLinearizable([toCalls(own), ...others], 200);
  });
});

describe('the checker', () => {
  const counter: Model<number, 'add'> = {
    initial: 0,
    apply: (state) => ({ answer: state + 1, state: state + 1 }),
  };
  const add = (answer: number, invokedAt: number, returnedAt: number) =>
    ({ call: 'add', answer, invokedAt, returnedAt }) as const;

  it('lets calls that overlap take effect in any order', () => {
    expect(isLinearizable([add(2, 0, 3), add(1, 1, 2)], counter)).toBe(true);
  });

  it('refuses an answer that contradicts one that was given before it was asked', () => {
    expect(isLinearizable([add(2, 0, 1), add(1, 2, 3)], counter)).toBe(false);
  });

  it('refuses an answer that was given twice', () => {
    expect(isLinearizable([add(1, 0, 3), add(1, 1, 2)], counter)).toBe(false);
  });
});
