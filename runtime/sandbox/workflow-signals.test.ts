import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import { enterScope, RunScope } from './run-scope.ts';
import { createWorkflowSignals } from './workflow-signals.ts';

const announced: [number, string][] = [];
const signals = createWorkflowSignals({
  encodeReason: String,
  announce: (signal, reason) => announced.push([signal, reason]),
});

const enterRun = (runId: string): void =>
  enterScope(
    new RunScope({
      runId: runId as RunId,
      workflowId: 'workflow//a//b' as WorkflowId,
      seed: '',
      behaviour: 1,
      patches: [],
    }),
  );

beforeEach(() => {
  announced.length = 0;
  enterRun('wrun_1');
});
afterEach(() => enterScope(null));

test('signals are numbered in the order in which they first cross, in each run from 0', () => {
  const [a, b] = [new AbortController(), new AbortController()];
  const numbers = [a, b, a].map(({ signal }) => signals.toReference(signal));
  expect(numbers).toEqual([0, 1, 0].map((signal) => ({ run: 'wrun_1', signal })));
  enterRun('wrun_2');
  expect(signals.toReference(new AbortController().signal)).toEqual({ run: 'wrun_2', signal: 0 });
});

test('the abort of a signal is announced once, and only of one that crossed', () => {
  const [crossed, kept] = [new AbortController(), new AbortController()];
  signals.toReference(crossed.signal);
  signals.toReference(crossed.signal);
  kept.abort('unheard');
  crossed.abort('stop');
  crossed.abort('again');
  expect(announced).toEqual([[0, 'stop']]);
});

test('a signal of the run is itself when it comes back, and one of another run keeps what it stands for', () => {
  const { signal } = new AbortController();
  expect(signals.fromReference(signals.toReference(signal)!)).toBe(signal);
  const foreign = signals.fromReference({ run: 'wrun_9', signal: 0 });
  expect(foreign).not.toBe(signal);
  expect(signals.toReference(foreign)).toEqual({ run: 'wrun_9', signal: 0 });
});
