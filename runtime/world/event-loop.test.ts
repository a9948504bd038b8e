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

describe('a pace', () => {
  it('lets the event loop go round between calls that follow each other without a pause', async () => {
    const pace = new Pace(10);
    const { promise, resolve } = Promise.withResolvers<void>();
    let calls = 0;
    const next = (): void => {
      calls += 1;
      if (calls === 1_000) resolve();
      else queueMicrotask(() => pace.pass(next));
    };
    pace.pass(next);
    expect(await countRounds(promise)).toBeGreaterThan(50);
  });
});
