import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../test/runtime/virtual-clock.ts';
import { AlarmQueue } from './alarm-queue.ts';

function createQueue() {
  const clock = new VirtualClock(0);
  const fired: [key: string, at: number][] = [];
  const queue = new AlarmQueue<string>(clock, (key) => fired.push([key, clock.now()]));
  return { clock, queue, fired };
}

describe('an alarm queue', () => {
  it('fires each key once, at the time that was set last', () => {
    const { clock, queue, fired } = createQueue();
    queue.set('moved', 10);
    queue.set('early', 20);
    queue.set('moved', 30);
    queue.set('removed', 15);
    queue.set('removed', null);
    clock.advanceTo(100);
    expect(fired).toEqual([
      ['early', 20],
      ['moved', 30],
    ]);
  });

  it('says when the next one goes off, also after the first was removed', () => {
    const { queue } = createQueue();
    queue.set('first', 10);
    queue.set('second', 20);
    queue.set('first', null);
    expect(queue.nextAt).toBe(20);
    queue.set('second', null);
    expect(queue.nextAt).toBe(Infinity);
  });

  it('fires like a sorted list after any sets, moves and removals', () => {
    const { clock, queue, fired } = createQueue();
    const expected = new Map<string, number>();
    let random = 1;
    const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 5_000; i++) {
      const key = `k${next(400)}`;
      const at = next(3) === 0 ? null : 1 + next(1_000);
      queue.set(key, at);
      if (at === null) expected.delete(key);
      else expected.set(key, at);
    }
    expect(queue.nextAt).toBe(Math.min(...expected.values()));
    clock.advanceTo(2_000);
    expect(new Map(fired)).toEqual(expected);
    expect(fired.map(([, at]) => at)).toEqual([...expected.values()].toSorted((a, b) => a - b));
  });
});
