import { expect, test } from 'vitest';
import { createCodec } from '../values/codec.ts';
import { HANDLE, type HandleReference } from '../values/handle-values.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../values/class-registry.ts';
import { markStream, toStreamReference } from '../values/stream-reference.ts';
import { decodeForDisplay, observabilityRevivers } from './display-values.ts';

let revived = 0;
class User {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  static [WORKFLOW_SERIALIZE]({ name }: User) {
    return { name };
  }
  static [WORKFLOW_DESERIALIZE]({ name }: User) {
    revived += 1;
    return new User(name);
  }
}

class Handle {
  readonly [HANDLE]: HandleReference;
  constructor(reference: HandleReference) {
    this[HANDLE] = reference;
  }
}

const charge = Object.assign(() => {}, { stepId: 'step//./shop//charge' });
const codec = createCodec({
  classes: { idOf: (cls) => (cls === User ? 'class//./models//User' : undefined), get: () => User },
  steps: {
    toReference: (fn) => (fn === charge ? { stepId: charge.stepId, captured: { rate: 7 } } : null),
    fromReference: () => charge,
  },
  streams: { toReference: toStreamReference, fromReference: (reference) => reference },
  handles: { fromReference: (reference) => reference },
});
const show = (value: unknown, revivers = {}): unknown => decodeForDisplay(codec.encode(value), revivers);
const log = markStream(new WritableStream(), { run: 'wrun_1', stream: 'ns:log' });

test.each([
  [
    'an instance',
    new User('Ann'),
    { __type: 'Instance', className: 'User', classId: 'class//./models//User', data: { name: 'Ann' } },
  ],
  ['a class', User, '<class:User>'],
  ['a step', charge, '<step:step//./shop//charge>'],
  ['a workflow', Object.assign(() => {}, { workflowId: 'workflow//./a//b' }), '<workflow:workflow//./a//b>'],
  ['a stream', log, { __type: 'WritableStream', runId: 'wrun_1', namespace: 'log' }],
  ['a run', new Handle({ run: 'wrun_2' }), { __type: 'Run', runId: 'wrun_2' }],
  ['a signal', AbortSignal.abort('enough'), { __type: 'AbortSignal', aborted: true, reason: 'enough' }],
])('%s is shown as plain data, and no code of the build runs', (_kind, value, expected) => {
  expect(show([value])).toEqual([expected]);
  expect(revived).toBe(0);
});

test('the token of a hook is not shown', () => {
  const hook = new Handle({ hook: 'tok-1' });
  expect(JSON.stringify(show({ hook }))).toBe('{"hook":{"__type":"Hook"}}');
});

test('values of JavaScript come as they were', () => {
  const error = new TypeError('no', { cause: 1n });
  const value = { at: new Date(3), map: new Map([[1, new Set([2])]]), big: 1n, bytes: new Uint8Array([1]), error };
  expect(show(value)).toEqual(value);
  expect(show(7)).toBe(7);
});

test('a display of one kind can be changed, and the others stay', () => {
  const revivers = { ...observabilityRevivers, WritableStream: () => '<stream>' };
  expect(show([log, charge], revivers)).toEqual(['<stream>', '<step:step//./shop//charge>']);
  expect(show([log, User], { Class: ({ classId }: { classId: string }) => classId })).toEqual([
    { __type: 'WritableStream', runId: 'wrun_1', namespace: 'log' },
    'class//./models//User',
  ]);
});

test('a reviver for no kind of value is refused', () => {
  expect(() => show(log, { Steam: () => '' })).toThrow(expect.objectContaining({ code: 'option_unknown' }));
});
