import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WorkflowError } from '../contract/errors.ts';
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from './class-registry.ts';
import { createCodec } from './codec.ts';
import { FatalError, RetryableError } from './step-errors.ts';

const codec = createCodec({ errorClasses: { HookConflictError } });
const roundTrip = <Value>(value: Value): Value => codec.decode(codec.encode(value)) as Value;

test.each([Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError])(
  '%o keeps its class, name, message and stack',
  (Kind) => {
    const error = new Kind('what happened');
    const copy = roundTrip(error);
    expect(Object.getPrototypeOf(copy)).toBe(Kind.prototype);
    expect([copy.name, copy.message, copy.stack]).toEqual([error.name, error.message, error.stack]);
  },
);

test('an error keeps its cause, which stays hidden from enumeration, to any depth', () => {
  const root = new RangeError('disk full');
  const copy = roundTrip(new Error('save failed', { cause: new TypeError('write failed', { cause: root }) }));
  expect(copy.cause).toBeInstanceOf(TypeError);
  expect((copy.cause as Error).cause).toMatchObject({ message: 'disk full' });
  expect(Object.keys(copy)).toEqual([]);
});

test('causes that are no errors are kept as well', () => {
  expect(roundTrip(new Error('e', { cause: { code: 5n } })).cause).toEqual({ code: 5n });
  const without = roundTrip(new Error('e', { cause: undefined }));
  expect(Object.hasOwn(without, 'cause')).toBe(true);
  expect(Object.hasOwn(roundTrip(new Error('e')), 'cause')).toBe(false);
});

test('an AggregateError keeps its errors, and a member that cannot be carried costs only itself', () => {
  const copy = roundTrip(new AggregateError([new TypeError('one'), { run: () => {} }, 'three'], 'all failed'));
  expect(copy).toBeInstanceOf(AggregateError);
  expect(copy.errors).toEqual([new TypeError('one'), '(an object)', 'three']);
});

test('own fields are kept, and one that cannot be carried is left out', () => {
  const error = Object.assign(new Error('request failed'), {
    status: 503,
    retryAt: new Date(0),
    socket: new Socket(),
    request: { on() {} },
  });
  const copy = roundTrip(error);
  expect(Object.keys(copy)).toEqual(['status', 'retryAt']);
  expect(copy).toMatchObject({ status: 503, retryAt: new Date(0) });
});

test('a field that could not be carried is kept as soon as it can', () => {
  const context: Record<string, unknown> = { run() {} };
  const error = Object.assign(new Error('e'), { context });
  expect(roundTrip(error).context).toBeUndefined();
  context['run'] = 'job';
  expect(roundTrip(error).context).toEqual({ run: 'job' });
});

test('a field whose getter throws is left out', () => {
  const error = Object.defineProperty(new Error('e'), 'bad', {
    enumerable: true,
    get() {
      throw new Error('no');
    },
  });
  expect(Object.keys(roundTrip(error))).toEqual([]);
});

test('a class of the user keeps its name and fields and is an instance of the nearest class that both sides know', () => {
  class HttpError extends TypeError {
    override name = 'HttpError';
    readonly status: number;
    constructor(status: number) {
      super(`HTTP ${status}`);
      this.status = status;
    }
  }
  const copy = roundTrip(new HttpError(404));
  expect(Object.getPrototypeOf(copy)).toBe(TypeError.prototype);
  expect(copy).toMatchObject({ name: 'HttpError', message: 'HTTP 404', status: 404 });
});

test('FatalError and RetryableError come back as themselves', () => {
  const fatal = roundTrip(new FatalError('card stolen', { cause: new Error('bank') }));
  expect(fatal).toBeInstanceOf(FatalError);
  expect(FatalError.is(fatal)).toBe(true);
  expect(RetryableError.is(fatal)).toBe(false);
  expect(fatal.cause).toMatchObject({ message: 'bank' });

  const error = new RetryableError('slow down', { retryAfter: '5m' });
  const retryable = roundTrip(error);
  expect(retryable).toBeInstanceOf(RetryableError);
  expect(RetryableError.is(retryable)).toBe(true);
  expect(retryable.retryAfter).toEqual(error.retryAfter);
});

test('a class of the user that is only named FatalError is no FatalError after it crossed', () => {
  const Namesake = { FatalError: class FatalError extends Error {} }.FatalError;
  const copy = roundTrip(new Namesake('own'));
  expect(FatalError.is(copy)).toBe(false);
  expect(copy).not.toBeInstanceOf(FatalError);
});

test('a subclass of FatalError is still fatal after it crossed', () => {
  class PaymentError extends FatalError {}
  expect(FatalError.is(roundTrip(new PaymentError('no')))).toBe(true);
  expect(roundTrip(new PaymentError('no'))).toBeInstanceOf(FatalError);
});

test('errors of this product keep their code and fix', () => {
  const copy = roundTrip(new WorkflowError('It broke.', { code: 'test_thing_broken', fix: 'mend it.' }));
  expect(copy).toBeInstanceOf(WorkflowError);
  expect(WorkflowError.is(copy)).toBe(true);
  expect(copy).toMatchObject({ code: 'test_thing_broken', fix: 'mend it.' });
  expect(roundTrip(new HookConflictError('token', 'wrun_1'))).toBeInstanceOf(HookConflictError);
});

test('a DOMException keeps its name and code', () => {
  const copy = roundTrip(new DOMException('too slow', 'TimeoutError'));
  expect(copy).toBeInstanceOf(DOMException);
  expect([copy.name, copy.code, copy.message]).toEqual(['TimeoutError', DOMException.TIMEOUT_ERR, 'too slow']);
});

test('errors that refer to each other come back so', () => {
  const first: Error & { list?: unknown } = new Error('first');
  const second = new Error('second', { cause: first });
  first.cause = second;
  first.list = [first, { second }];
  const copy = roundTrip({ first, second });
  expect(copy.first.cause).toBe(copy.second);
  expect(copy.second.cause).toBe(copy.first);
  expect(copy.first.list).toEqual([copy.first, { second: copy.second }]);
});

test('an error that was changed beyond recognition still crosses', () => {
  const odd = new Error('m');
  Object.defineProperty(odd, 'stack', {
    get() {
      throw new Error('no stack');
    },
  });
  Object.assign(odd, { name: 5, message: { text: 'm' } });
  const copy = roundTrip(odd);
  expect([copy.name, copy.message, copy.stack]).toEqual(['5', 'an object', undefined]);
});

test('an error crosses without the class instance that holds the error and could not be rebuilt', () => {
  class Job {
    error: unknown;
    static [WORKFLOW_SERIALIZE] = (job: Job) => ({ error: job.error });
    static [WORKFLOW_DESERIALIZE] = () => new Job();
  }
  const job = new Job();
  job.error = Object.assign(new Error('job failed'), { attempt: 2, job });
  const { encode, decode } = createCodec({ classes: { idOf: () => 'class//Job', get: () => Job } });
  const copy = decode(encode(job.error));
  expect(copy).toMatchObject({ message: 'job failed', attempt: 2 });
  expect(copy).not.toHaveProperty('job');
});

test('a field of an error named __proto__ does not change what the copy is', () => {
  const error = Object.defineProperty(new Error('e'), '__proto__', { value: { evil: true }, enumerable: true });
  const copy = roundTrip(Object.assign(error, { status: 1 }));
  expect(Object.getPrototypeOf(copy)).toBe(Error.prototype);
  expect(Object.keys(copy)).toEqual(['status']);
});

test('an error in plain data is a value like any other', () => {
  expect(roundTrip({ results: [new RangeError('kept')] }).results[0]).toBeInstanceOf(RangeError);
});

test('errors that hold each other by the hundred are looked at a few times each, not once for each other', () => {
  let reads = 0;
  const errors = Array.from({ length: 300 }, (_, index) => Object.assign(new Error(`e${index}`), { context: {} }));
  errors.forEach((error, index) => {
    Object.defineProperty(error.context, 'peers', {
      enumerable: true,
      get() {
        reads += 1;
        return [errors[(index + 1) % 300], errors[(index + 7) % 300], { of: errors[(index + 50) % 300] }];
      },
    });
  });
  const copy = roundTrip(errors[0]!) as (typeof errors)[0] & { context: { peers: Error[] } };
  expect(copy.context.peers[0]).toMatchObject({ message: 'e1' });
  expect(reads).toBeLessThan(300 * 5);
});

test('fields that share their parts are looked at once for all errors', () => {
  let reads = 0;
  const shared = Object.defineProperty({}, 'part', {
    enumerable: true,
    get() {
      reads += 1;
      return new Map();
    },
  });
  const errors = Array.from({ length: 300 }, () => Object.assign(new Error('e'), { context: { shared } }));
  expect(roundTrip(errors)[299]!.context).toEqual({ shared: { part: new Map() } });
  expect(reads).toBeLessThan(10);
});

test('a bad part costs every field that holds it, by whatever way, and no other', () => {
  const bad = { run() {} };
  const fine: Record<string, unknown> = { size: 1n };
  const inner = Object.assign(new Error('inner'), { bad, fine });
  fine['error'] = inner;
  const outer = Object.assign(new Error('outer'), { inner: [inner], both: { fine, bad }, fine });
  const copy = roundTrip(outer);
  expect(Object.keys(copy)).toEqual(['inner', 'fine']);
  expect(Object.keys(copy.inner[0]!)).toEqual(['fine']);
  expect(copy.fine).toMatchObject({ size: 1n, error: { message: 'inner' } });
});

test('errors that refer to each other more deeply than can be stored keep what they say and the first of the others', () => {
  let error = Object.assign(new Error('root'), { status: 0 });
  for (let depth = 1; depth < 20_000; depth += 1) {
    error = Object.assign(new TypeError(`at ${depth}`, { cause: error }), { status: depth });
  }
  const copy = roundTrip(error);
  expect(copy).toMatchObject({ name: 'TypeError', message: 'at 19999', status: 19_999 });
  expect((copy.cause as Error).cause).toMatchObject({ message: 'at 19997', status: 19_997 });
});

test('an error of a class that the build does not know crosses as an error', () => {
  class Unknown extends RangeError {
    status = 5;
    static [WORKFLOW_SERIALIZE] = () => ({});
    static [WORKFLOW_DESERIALIZE] = () => new Unknown();
  }
  const copy = roundTrip(new Unknown('far'));
  expect(copy).toBeInstanceOf(RangeError);
  expect(copy).toMatchObject({ message: 'far', status: 5 });
});
