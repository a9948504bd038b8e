/** Lets callers loose on a store at the same time: could their answers have been given one by one? */
import { expect } from 'vitest';
import type { World } from '../../runtime/world/world.ts';
import * as fc from '../fast-check.ts';
import { NOW, toWorkerId } from '../world/run-fixtures.ts';
import { isLinearizable, type RecordedCall } from './check-linearizable.ts';
import { recordHistory } from './record-history.ts';
import { RegistryClient, type Request, type WorldCalls } from './registry-client.ts';
import { registry, type RegistryCall } from './registry-model.ts';

const FOR_EVER = NOW * 2;
/** Callers at the same time. */
export const CLIENTS = 3;
/** Few names, so that callers meet. */
const run = fc.constantFrom('r0', 'r1', 'r2');
const token = fc.constantFrom('t0', 't1');
const key = fc.constantFrom('k0', 'k1');
const label = fc.constantFrom('l0', 'l1');

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
  fc.record({ kind: fc.constant('label' as const), run, label: fc.option(label) }),
  fc.record({ kind: fc.constant('askLabel' as const), run, label }),
  fc.record({ kind: fc.constant('findLabel' as const), label }),
  fc.record({ kind: fc.constant('findHook' as const), token }),
  fc.record({ kind: fc.constant('readInbox' as const), run }),
);
const scripts = fc.array(fc.array(request, { minLength: 4, maxLength: 8 }), { minLength: CLIENTS, maxLength: CLIENTS });

/** The calls of a World in this process. */
export const toCalls = (world: World): WorldCalls => ({
  call: (method, ...args) => Reflect.apply(world[method], world, args),
});

const toLine = ({ call, answer, invokedAt, returnedAt }: RecordedCall<RegistryCall>): string =>
  `${invokedAt} to ${returnedAt}: ${JSON.stringify(call)} → ${JSON.stringify(answer)}`;

/**
 * Lets the clients of as many stores loose on random requests; fails with the smallest history that no order explains.
 */
export async function expectLinearizable(stores: readonly WorldCalls[], histories: number): Promise<void> {
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
