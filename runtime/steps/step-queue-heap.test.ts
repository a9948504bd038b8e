import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { RunId } from '../contract/ids.ts';
import { StepQueue } from './step-queue.ts';

it('an attempt that is over is forgotten by the collections that come all the time, not only by the rare full one', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major'; execution: 'sync' }) => void;
  const usedBytes = (): number => {
    for (let n = 0; n < 3; n++) collect({ type: 'minor', execution: 'sync' });
    return getHeapSpaceStatistics().reduce((bytes, { space_used_size: used }) => bytes + used, 0);
  };
  const queue = new StepQueue({ concurrency: 10, gate: { isOpen: true, untilOpen: async () => {} }, now: () => 0 });
  const runSteps = (count: number): void => {
    for (let call = 0; call < count; call++) {
      const who = { workflowId: 'orders', runId: `run ${call % 7}` as RunId };
      queue.enter({ ...who, call, name: 'step', limit: Infinity, begin: () => {} }).leave();
    }
  };
  runSteps(1_000);
  collect({ type: 'major', execution: 'sync' });
  const before = usedBytes();
  runSteps(5_000);
  expect(usedBytes() - before).toBeLessThan(1_000_000);
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
