import { describe, expect, it } from 'vitest';
import { SliceMeter, type SlicedWork } from '../contract/slices.ts';
import { doInSlices, Pace, startInSlices } from './event-loop.ts';
import { countRounds } from '../../test/world/count-rounds.ts';

function* work(items: number, bytes = 0): SlicedWork<number> {
  const meter = new SliceMeter();
  for (let i = 0; i < items; i += 1) if (meter.isOver(bytes)) yield;
  return items;
}

describe('long work', () => {
  it('lets the event loop go round after some hundred things, and sooner when they are large', async () => {
    await expect(doInSlices(work(100_000))).resolves.toBe(100_000);
    expect(await countRounds(doInSlices(work(100_000)))).toBeGreaterThan(100);
    expect(await countRounds(doInSlices(work(20, 2 ** 20)))).toBeGreaterThan(15);
  });

  it('that is short is done at once', () => {
    let isDone = false;
    startInSlices(
      (function* () {
        yield* work(100);
        isDone = true;
      })(),
    );
    expect(isDone).toBe(true);
  });
});

/** A clock that goes on by so many milliseconds whenever somebody looks. */
function clockOf(stepMs: number): () => number {
  let ms = 0;
  return () => (ms += stepMs);
}

/** So many calls, each of which follows the one before without a pause. */
function follow(pace: Pace, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const next = (): void => {
    calls += 1;
    if (calls === count) resolve();
    else queueMicrotask(() => pace.pass(next));
  };
  pace.pass(next);
  return promise;
}

describe('a pace', () => {
  it('lets the event loop go round between calls that follow each other without a pause', async () => {
    expect(await countRounds(follow(new Pace(10, 5, clockOf(1)), 1_000))).toBeGreaterThan(50);
  });

  it('lets more of them through in a round as long as they take no time', async () => {
    expect(await countRounds(follow(new Pace(10, 5, clockOf(0.01)), 1_000))).toBeLessThan(5);
  });

  it('keeps their order', async () => {
    const pace = new Pace(2, 5, clockOf(3));
    const order: number[] = [];
    await new Promise<void>((resolve) => {
      for (const n of [1, 2, 3, 4, 5, 6, 7]) pace.pass(() => void (order.push(n) === 7 && resolve()));
    });
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
