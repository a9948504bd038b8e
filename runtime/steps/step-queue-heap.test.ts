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
