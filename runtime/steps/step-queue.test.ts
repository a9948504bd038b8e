import { describe, expect, it } from 'vitest';
import type { RunId } from '../contract/ids.ts';
import { StepQueue, type QueuePlace } from './step-queue.ts';

const OPEN = { isOpen: true, untilOpen: async () => {} };

interface Attempt {
  run: string;
  workflow?: string;
  /** Default: many kinds of steps may run at once. */
  step?: string;
  limit?: number;
}

/** A queue whose attempts end when the test says so, with the story of what began. */
function openQueue(concurrency: number) {
  const queue = new StepQueue({ concurrency, gate: OPEN, now: () => 0 });
  const begun: string[] = [];
  const running: { run: string; place: () => QueuePlace }[] = [];
  const enter = ({ run, workflow = 'orders', step = 'step', limit = Infinity }: Attempt): QueuePlace => {
    const begin = (): void => {
      begun.push(run);
      running.push({ run, place: () => place });
    };
    const who = { workflowId: workflow, runId: run as RunId };
    const place: QueuePlace = queue.enter({ ...who, call: begun.length, name: step, limit, begin });
    return place;
  };
  const crowd = (count: number, attempt: Attempt) => Array.from({ length: count }, () => enter(attempt));
  /** The attempt that began first, of this run if one is named, is over. */
  const endOne = (run?: string): void => {
    const index = running.findIndex((one) => run === undefined || one.run === run);
    const [over] = running.splice(index, 1);
    over!.place().leave();
  };
  const countRunning = (run: string): number => running.filter((one) => one.run === run).length;
  return { queue, enter, crowd, endOne, begun, countRunning };
}

describe('places go round', () => {
  it('by run: who comes after a crowd gets the next place that is free', () => {
    const { crowd, enter, endOne, begun } = openQueue(10);
    crowd(3_000, { run: 'crowd' });
    enter({ run: 'small' });
    endOne();
    expect(begun.slice(10)).toEqual(['small']);
  });

  it('by workflow: a run of its own workflow does not wait for a hundred runs of another', () => {
    const { crowd, enter, endOne, begun } = openQueue(10);
    for (let n = 0; n < 110; n++) crowd(50, { run: `order ${n}` });
    enter({ run: 'report', workflow: 'reports' });
    endOne();
    expect(begun.at(-1)).toBe('report');
  });

  it('by run: places that a run got at once, while nobody waited, count', () => {
    const { crowd, enter, endOne, begun } = openQueue(2);
    crowd(3, { run: 'crowd' });
    enter({ run: 'small' });
    endOne();
    expect(begun).toEqual(['crowd', 'crowd', 'small']);
  });

  it('so that workflows, and runs within them, have about equally many places, however long their steps take', () => {
    const { crowd, endOne, countRunning } = openQueue(12);
    crowd(5_000, { run: 'slow', workflow: 'a' });
    crowd(5_000, { run: 'fast', workflow: 'b' });
    crowd(5_000, { run: 'also b', workflow: 'b' });
    const ended = { slow: 0, fast: 0 };
    for (let round = 0; round < 3_000; round++) {
      const isSlow = round % 100 === 0;
      endOne(isSlow ? 'slow' : countRunning('fast') > 0 ? 'fast' : 'also b');
      ended[isSlow ? 'slow' : 'fast'] += 1;
    }
    expect(ended).toEqual({ slow: 30, fast: 2_970 });
    expect(countRunning('slow')).toBeGreaterThanOrEqual(5);
    expect(countRunning('slow')).toBeLessThanOrEqual(7);
    expect(countRunning('fast') + countRunning('also b')).toBe(12 - countRunning('slow'));
  });

  it('also within the limit of a step, and other steps pass', () => {
    const { crowd, enter, endOne, begun } = openQueue(10);
    crowd(100, { run: 'crowd', step: 'charge', limit: 2 });
    enter({ run: 'small', step: 'charge', limit: 2 });
    enter({ run: 'other' });
    expect(begun).toEqual(['crowd', 'crowd', 'other']);
    endOne('crowd');
    expect(begun.at(-1)).toBe('small');
  });

  it('and nobody starves: a second step of a run begins although new runs come all the time', () => {
    const { enter, endOne, begun } = openQueue(2);
    enter({ run: 'old' });
    enter({ run: 'new' });
    enter({ run: 'old' });
    for (let n = 0; n < 1_000 && begun.filter((run) => run === 'old').length < 2; n++) {
      enter({ run: `new ${n}` });
      enter({ run: `new, too ${n}` });
      const other = begun.findLast((run) => run !== 'old')!;
      endOne(other);
    }
    expect(begun.filter((run) => run === 'old')).toHaveLength(2);
  });

  it('in the order of coming within a run, without those that were taken back', () => {
    const { enter, endOne, begun, queue } = openQueue(1);
    const places = ['a', 'b', 'b', 'b', 'c'].map((run) => enter({ run }));
    expect(places[2]!.isWaiting).toBe(true);
    expect(places[2]!.withdraw()).toBe(true);
    expect(places[2]!.isWaiting).toBe(false);
    expect(places[0]!.withdraw()).toBe(false);
    expect([...queue.waiting].map(({ step }) => step.runId)).toEqual(['b', 'b', 'c']);
    for (let n = 0; n < 4; n++) endOne();
    expect(begun).toEqual(['a', 'b', 'c', 'b']);
    expect(queue.waiting.size).toBe(0);
  });

  it('by chance, too: limits hold, places are never left empty, and everybody begins once or is taken back', () => {
    for (let seed = 1; seed <= 200; seed++) checkRandomCrowd(seed);
  });
});

function checkRandomCrowd(seed: number): void {
  let state = seed;
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  const concurrency = 1 + random(4);
  const limits = [Infinity, 1, 2];
  const queue = new StepQueue({ concurrency, gate: { isOpen: true, untilOpen: async () => {} }, now: () => 0 });
  const running = new Map<number, { kind: number; place: () => QueuePlace }>();
  const waiting = new Map<number, { kind: number; place: () => QueuePlace }>();
  for (let n = 0; n < 60 || running.size > 0; n++) {
    const action = n < 60 ? random(3) : 2;
    if (action < 2) {
      const [kind, id] = [random(3), n];
      const entry = { kind, place: () => place };
      waiting.set(id, entry);
      const begin = (): void => {
        expect(waiting.delete(id)).toBe(true);
        running.set(id, entry);
      };
      const who = { workflowId: `w${random(2)}`, runId: `r${random(4)}` as RunId };
      const place: QueuePlace = queue.enter({ ...who, call: n, name: `s${kind}`, limit: limits[kind]!, begin });
    } else if (random(4) === 0 && waiting.size > 0) {
      const [id, { place }] = [...waiting][random(waiting.size)]!;
      waiting.delete(id);
      expect(place().withdraw()).toBe(true);
    } else if (running.size > 0) {
      const [id, { place }] = [...running][random(running.size)]!;
      running.delete(id);
      place().leave();
    }
    const count = (kind: number): number => [...running.values()].filter((entry) => entry.kind === kind).length;
    expect(running.size).toBeLessThanOrEqual(concurrency);
    for (const kind of [1, 2]) expect(count(kind)).toBeLessThanOrEqual(limits[kind]!);
    const isFree = running.size < concurrency;
    for (const { kind } of waiting.values()) expect(isFree && count(kind) < limits[kind]!).toBe(false);
    expect(queue.waiting.size).toBe(waiting.size);
  }
}
