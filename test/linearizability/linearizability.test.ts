/** Callers in several processes see one store: what they are told could have happened one call at a time. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { ChildWorld } from '../world/child-world.ts';
import { NOW, toWorkerId } from '../world/run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from '../world/test-store.ts';
import { isLinearizable, type Model, type RecordedCall } from './check-linearizable.ts';
import { recordHistory } from './record-history.ts';
import { RegistryClient, type Request, type WorldCalls } from './registry-client.ts';
import { registry, type RegistryCall } from './registry-model.ts';

const FOR_EVER = NOW * 2;
const CLIENTS = 3;
/** Few names, so that callers meet. */
const run = fc.constantFrom('r0', 'r1', 'r2');
const token = fc.constantFrom('t0', 't1');
const key = fc.constantFrom('k0', 'k1');

const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    run,
    token: fc.option(token),
    key: fc.option(key),
    takesKeyFrom: fc.option(run),
  }),
  fc.record({ kind: fc.constant('claim' as const), run }),
  fc.record({ kind: fc.constant('open' as const), run, token }),
  fc.record({ kind: fc.constant('finish' as const), run }),
  fc.record({
    kind: fc.constant('send' as const),
    token,
    payload: fc.constantFrom('"a"', '"b"', '"c"'),
    id: fc.option(fc.constantFrom('i0', 'i1')),
  }),
  fc.record({ kind: fc.constant('cancel' as const), run }),
  fc.record({ kind: fc.constant('findHook' as const), token }),
  fc.record({ kind: fc.constant('readInbox' as const), run }),
);
const scripts = fc.array(fc.array(request, { minLength: 4, maxLength: 8 }), { minLength: CLIENTS, maxLength: CLIENTS });

const toCalls = (world: World): WorldCalls => ({
  call: (method, ...args) => Reflect.apply(world[method], world, args),
});

const toLine = ({ call, answer, invokedAt, returnedAt }: RecordedCall<RegistryCall>): string =>
  `${invokedAt} to ${returnedAt}: ${JSON.stringify(call)} → ${JSON.stringify(answer)}`;

/**
 * Lets the clients of as many stores loose on random requests; fails with the smallest history that no order explains.
 */
async function expectLinearizable(stores: readonly WorldCalls[], histories: number): Promise<void> {
  const workerIds = stores.map((_, i) => toWorkerId(`CLIENT_${i}`));
  for (const [i, store] of stores.entries()) await store.call('joinWorker', workerIds[i]!, FOR_EVER);
  let history = 0;
  const property = fc.asyncProperty(scripts, async (script) => {
    history += 1;
    const clients = stores.map((store, i) => new RegistryClient({ store, workerId: workerIds[i]!, history }));
    const recorded = await recordHistory(clients, script);
    expect(isLinearizable(recorded, registry), ['No order explains', ...recorded.map(toLine)].join('\n')).toBe(true);
  });
  await fc.assert(property, { numRuns: histories });
}

describe('creating runs, claiming, tokens, keys, payloads and cancels are linearizable', () => {
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
  }, 60_000);
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
