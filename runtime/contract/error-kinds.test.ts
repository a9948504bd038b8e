import { expect, test } from 'vitest';
import * as kinds from './error-kinds.ts';
import { WorkflowError } from './errors.ts';
import { EntityConflictError, WorkflowRunFailedError } from './run-errors.ts';
import { runtimeError } from './runtime-errors.ts';

const missing = runtimeError('step_code_missing', { stepName: 'step//./a//b' });
const store = new WorkflowError('full', { code: 'world_disk_full' });
const ended = new EntityConflictError('wrun_1', 'completed');
const going = new EntityConflictError('wrun_1', 'running');

test.each([
  [kinds.StepNotRegisteredError, [missing]],
  [kinds.WorkflowRuntimeError, [missing, ended, going]],
  [kinds.WorkflowWorldError, [store]],
  [kinds.RunExpiredError, [ended]],
  [kinds.WorkflowRunNotCompletedError, [going]],
  [kinds.ThrottleError, []],
])('$name is asked by instanceof and is(), and the code of an error decides', (kind, members) => {
  const all = [missing, store, ended, going, new Error('plain'), null, { code: 'step_code_missing' }];
  expect(all.filter((one) => (one as object | null) instanceof kind)).toEqual(members);
  expect(all.filter((one) => kind.is(one))).toEqual(members);
});

test('errors of a kind have its facts as fields, so that nobody has to read their texts', () => {
  const newer = runtimeError('run_behaviour_newer', { runId: 'wrun_1', behaviour: 9, known: 4 });
  const workflowId = 'workflow//./a//order';
  const errors: unknown[] = [
    missing,
    runtimeError('workflow_code_missing', { workflowId, buildId: 'b' }),
    newer,
    going,
  ];
  const told = errors.map((error) => {
    if (kinds.StepNotRegisteredError.is(error)) return error.stepName;
    if (kinds.WorkflowNotRegisteredError.is(error)) return error.workflowName;
    if (kinds.RunNotSupportedError.is(error)) return [error.runSpecVersion, error.worldSpecVersion];
    return kinds.WorkflowRunNotCompletedError.is(error) && [error.runId, error.status];
  });
  expect(told).toEqual(['step//./a//b', workflowId, [9, 4], ['wrun_1', 'running']]);
});

test('an error that somebody else makes is of no kind of this package', () => {
  const cause = new Error('disk');
  const own = new WorkflowError('It went wrong.', { cause });
  expect(own).toMatchObject({ message: 'It went wrong.', code: 'error_without_code', cause });
  expect(new WorkflowError('It went wrong.', { code: 'shop_closed' }).message).toBe('It went wrong. [shop_closed]');
  expect(WorkflowError.is(own)).toBe(true);
  expect(Object.values(kinds).some((kind) => typeof kind === 'object' && 'is' in kind && kind.is(own))).toBe(false);
});

test.each([
  [new TypeError('of a step'), 'USER_ERROR'],
  [runtimeError('run_timed_out', { runId: 'wrun_1' }), 'RUNTIME_ERROR'],
  [runtimeError('run_journal_full', { runId: 'wrun_1', eventsMax: 1 }), 'MAX_EVENTS_EXCEEDED'],
  [runtimeError('journal_invalid', { runId: 'wrun_1', seq: 1, reason: 'r' }), 'CORRUPTED_EVENT_LOG'],
])('a run that failed with %s has the code that other packages give it', (cause, errorCode) => {
  expect(new WorkflowRunFailedError('wrun_1', cause).errorCode).toBe(errorCode);
});
