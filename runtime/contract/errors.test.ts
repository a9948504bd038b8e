import { expect, test } from 'vitest';
import { FatalError, RetryableError } from '../values/step-errors.ts';
import { WorkflowError } from './errors.ts';
import { HookConflictError } from './hook-conflict-error.ts';
import * as runErrors from './run-errors.ts';

const { EntityConflictError, HookNotFoundError, StreamInterruptedError } = runErrors;
const { WorkflowRunCancelledError, WorkflowRunFailedError, WorkflowRunNotFoundError } = runErrors;

const ERRORS = [
  new WorkflowRunNotFoundError('wrun_1'),
  new WorkflowRunFailedError('wrun_1', new Error('no')),
  new WorkflowRunCancelledError('wrun_1', undefined),
  new StreamInterruptedError('wrun_1', 3),
  new HookNotFoundError('tok-1'),
  new EntityConflictError('wrun_1', 'completed'),
  new HookConflictError('token', 'wrun_2'),
];

test.each(ERRORS)('the class of $name answers for its own errors only', (error) => {
  const Own = error.constructor as typeof WorkflowError;
  expect(ERRORS.filter((other) => Own.is(other))).toEqual([error]);
  expect(WorkflowError.is(error)).toBe(true);
  // One of another copy of this package has the name and the brand, and another class.
  const copy = Object.defineProperties(new Error('x'), Object.getOwnPropertyDescriptors(error));
  expect(copy).not.toBeInstanceOf(Own);
  expect(ERRORS.map((other) => (other.constructor as typeof WorkflowError).is(copy))).toEqual(
    ERRORS.map((other) => other === error),
  );
});

test('a class of the user answers for its own errors only, and its errors are still fatal', () => {
  class Denied extends FatalError {
    readonly by = 'bank';
  }
  class Busy extends RetryableError {}
  const errors: unknown[] = [new Denied('no'), new FatalError('no'), new Busy('later'), new Error('no'), 'no'];
  expect(errors.map((error) => Denied.is(error))).toEqual([true, false, false, false, false]);
  expect(errors.map((error) => Busy.is(error))).toEqual([false, false, true, false, false]);
  expect(errors.filter(FatalError.is)).toHaveLength(2);
  for (const error of errors) if (Denied.is(error)) expect([error.by, error.fatal]).toEqual(['bank', true]);
});
