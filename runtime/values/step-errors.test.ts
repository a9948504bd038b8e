import { expect, onTestFinished, test, vi } from 'vitest';
import { FatalError, RetryableError, retryAfterProblem } from './step-errors.ts';

test('both errors are errors with their name, message and cause', () => {
  const cause = new Error('root');
  for (const error of [new FatalError('stop', { cause }), new RetryableError('stop', { cause })]) {
    expect(error).toBeInstanceOf(Error);
    expect([error.message, error.cause]).toEqual(['stop', cause]);
    expect(String(error)).toBe(`${error.constructor.name}: stop`);
  }
  expect(Object.hasOwn(new FatalError('stop'), 'cause')).toBe(false);
});

test('is() tells them from each other, from namesakes and from anything else', () => {
  expect(FatalError.is(new FatalError('f'))).toBe(true);
  expect(FatalError.is(new RetryableError('r'))).toBe(false);
  expect(RetryableError.is(new RetryableError('r'))).toBe(true);
  for (const other of [null, undefined, 'FatalError', Object.assign(new Error(), { name: 'FatalError' })]) {
    expect(FatalError.is(other) || RetryableError.is(other)).toBe(false);
  }
});

test('a RetryableError asks for another attempt after a second, a length of time, or at a date', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const inMs = (error: RetryableError) => error.retryAfter.getTime() - Date.now();
  expect(inMs(new RetryableError('r'))).toBe(1_000);
  expect(inMs(new RetryableError('r', { retryAfter: '1h' }))).toBe(3_600_000);
  const at = new Date(Date.UTC(2040, 0, 1));
  expect(new RetryableError('r', { retryAfter: at }).retryAfter).toEqual(at);
});

test('a RetryableError with a time that is none keeps its message and its cause, and says what is wrong when asked', () => {
  const cause = new Error('429');
  for (const retryAfter of [Number.NaN, 'soon', new Date(Number.NaN), {} as string]) {
    const error = new RetryableError('busy', { retryAfter, cause });
    expect([error.message, error.cause]).toEqual(['busy', cause]);
    expect(error.retryAfter.getTime()).toBeGreaterThan(Date.now() - 1);
    expect(retryAfterProblem(error)).toMatchObject({ code: 'duration_invalid' });
  }
  for (const error of [new RetryableError('r', { retryAfter: 0 }), new FatalError('f'), null]) {
    expect(retryAfterProblem(error)).toBeNull();
  }
});
