import { expect, it } from 'vitest';
import { VirtualClock } from '../../test/runtime/virtual-clock.ts';
import { createStoreClock } from './store-clock.ts';

it('tells the time of the store, and goes off by it, also when the clocks are compared anew meanwhile', () => {
  const machine = new VirtualClock(1_000);
  const store = { aheadMs: 600_000 };
  const clock = createStoreClock(machine, store);
  expect(clock.now()).toBe(601_000);

  let rings = 0;
  clock.setAlarm(601_500, () => (rings += 1));
  const cancel = clock.setAlarm(601_500, () => (rings += 100));
  store.aheadMs = 599_000;
  machine.advance(500);
  expect(rings).toBe(0);
  cancel();
  machine.advance(1_000);
  expect(clock.now()).toBe(601_500);
  expect(rings).toBe(1);
});
