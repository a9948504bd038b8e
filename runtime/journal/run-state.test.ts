import { describe, expect, it } from 'vitest';
import type { BuildId, RunId, WorkflowId } from '../contract/ids.ts';
import type { Unplaced } from './events.ts';
import { nextTimerAt, nextWakeAt, RunStateMachine, type RunState } from './run-state.ts';

const RUN = 'wrun_00000000000000000000000001' as RunId;
const GRACE_MS = 30_000;
const created: Unplaced = { type: 'run_created', workflowId: 'workflow//a//b' as WorkflowId, seed: '', payload: '[]' };
const started: Unplaced = { type: 'run_started', buildId: 'b' as BuildId };
const step = (call: number): Unplaced => ({ type: 'step_created', call, name: 'step//a//c', payload: '[]' });

const machineAfter = (...events: Unplaced[]): RunStateMachine =>
  RunStateMachine.read(
    RUN,
    events.map((event, i) => ({ ...event, seq: i + 1, at: 100 * (i + 1) })),
  );
const stateAfter = (...events: Unplaced[]): RunState => machineAfter(...events).state;

describe('the state of a run', () => {
  it('holds open calls only', () => {
    const state = stateAfter(created, started, step(0), {
      type: 'step_completed',
      call: 0,
      attempt: 1,
      startedAt: 0,
      payload: '',
    });
    expect(state.open.size).toBe(0);
    expect([state.status, state.seq, state.lastAt]).toEqual(['running', 4, 400]);
  });

  it('tells failures of a step from attempts that were cut off', () => {
    const retrying = { type: 'step_retrying', call: 0, retryAt: 500 } as const;
    const state = stateAfter(
      created,
      started,
      step(0),
      { ...retrying, attempt: 1, payload: 'error' },
      { ...retrying, attempt: 2 },
    );
    expect(state.open.get(0)).toMatchObject({ attempt: 3, failures: 1, interruptions: 1, retryAt: 500 });
  });

  it('counts the open calls that time moves on', () => {
    const machine = machineAfter(created, started, step(0), step(1));
    const { state } = machine;
    const counts = [state.open.timed];
    const next: Unplaced[] = [
      { type: 'wait_created', call: 2, dueAt: 9_000 },
      { type: 'step_retrying', call: 0, attempt: 1, retryAt: 500, payload: 'error' },
      { type: 'step_retrying', call: 0, attempt: 2, retryAt: 900, payload: 'error' },
      { type: 'step_completed', call: 1, attempt: 1, startedAt: 0, payload: '' },
      { type: 'wait_completed', call: 2 },
      { type: 'step_completed', call: 0, attempt: 3, startedAt: 0, payload: '' },
      { type: 'wait_created', call: 3, dueAt: 9_000 },
      { type: 'run_cancel_requested' },
    ];
    for (const event of next) {
      machine.apply({ ...event, seq: state.seq + 1, at: 1_000 });
      counts.push(state.open.timed);
    }
    expect(counts).toEqual([0, 1, 2, 2, 2, 1, 0, 1, 0]);
  });

  it.each<[string, Unplaced[], RegExp]>([
    ['another beginning', [started], /begins with run_created/],
    [
      'an outcome of a call that is not open',
      [created, started, { type: 'wait_completed', call: 3 }],
      /call 3, which does not wait/,
    ],
    ['an outcome of another kind', [created, started, step(0), { type: 'wait_completed', call: 0 }], /does not wait/],
    ['anything after the end', [created, started, { type: 'run_completed', payload: '' }, step(0)], /already ended/],
  ])('refuses %s', (_, events, message) => {
    expect(() => stateAfter(...events)).toThrow(message);
  });

  it('holds back the steps that are asked for while it is paused, and no others', () => {
    const machine = machineAfter(created, started, step(0), { type: 'run_paused' }, step(1));
    const paused = machine.state;
    expect([...paused.open.values()]).toMatchObject([{ held: false }, { held: true }]);
    expect(nextWakeAt(paused, GRACE_MS)).toBeNull();
    machine.apply({ type: 'run_resumed', seq: 6, at: 600 });
    expect([...paused.open.values()]).toMatchObject([{ held: false }, { held: false }]);
    expect(nextWakeAt(paused, GRACE_MS)).toBe(0);
  });

  it('of a paused run that has not begun wants no worker', () => {
    const state = stateAfter({ ...created, startAt: 5_000 }, { type: 'run_paused' });
    expect(nextWakeAt(state, GRACE_MS)).toBeNull();
    expect(nextTimerAt(state, GRACE_MS, new Set())).toBeNull();
  });

  it('wants a worker when the time of the run is over, also while it is paused', () => {
    const state = stateAfter({ ...created, timeoutMs: 1_000 }, started, { type: 'run_paused' });
    expect(nextWakeAt(state, GRACE_MS)).toBe(1_200);
  });

  const hook: Unplaced = { type: 'hook_created', call: 1, token: 'go' };
  const continued: Unplaced = {
    type: 'run_continued',
    payload: '[1]',
    firstCall: 2,
    hooks: [{ call: 1, token: 'go', payloads: [] }],
    buildId: 'c' as BuildId,
    startedAt: 200,
  };

  it('is the same whether it is read whole or from where the run began anew', () => {
    const whole = stateAfter(created, started, step(0), hook, continued);
    const short = RunStateMachine.read(RUN, [
      { ...created, seq: 1, at: 100 },
      { ...continued, seq: 5, at: 500 },
    ]);
    expect(short.state).toEqual(whole);
    expect([...whole.open.keys()]).toEqual([1]);
    expect(whole).toMatchObject({ baseSeq: 5, buildId: 'c', startedAt: 200, input: '[1]' });
  });

  it('refuses a gap, and stays as it was', () => {
    const machine = machineAfter(created);
    expect(() => machine.apply({ ...started, seq: 3, at: 1 })).toThrow(/follows event 1/);
    expect(machine.state.seq).toBe(1);
  });

  it('wants a worker at once while a step has no outcome, else when time says so', () => {
    const wait: Unplaced = { type: 'wait_created', call: 1, dueAt: 9_000 };
    expect(nextWakeAt(stateAfter(created), GRACE_MS)).toBe(0);
    expect(nextWakeAt(stateAfter(created, started, step(0), wait), GRACE_MS)).toBe(0);
    expect(nextTimerAt(stateAfter(created, started, step(0), wait), GRACE_MS, new Set([0]))).toBe(9_000);
    expect(
      nextWakeAt(stateAfter(created, started, { type: 'hook_created', call: 0, token: 't' }), GRACE_MS),
    ).toBeNull();
    expect(nextWakeAt(stateAfter(created, started, { type: 'run_cancel_requested' }), GRACE_MS)).toBe(300 + GRACE_MS);
    expect(nextWakeAt(stateAfter(created, started, { type: 'run_completed', payload: '' }), GRACE_MS)).toBeNull();
  });
});
