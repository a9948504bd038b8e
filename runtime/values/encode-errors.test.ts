import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WorkflowError } from '../contract/errors.ts';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from './class-registry.ts';
import { createCodec } from './codec.ts';

const codec = createCodec();

function explain(value: unknown, what = 'args'): string {
  try {
    codec.encode(value, what);
  } catch (error) {
    if (WorkflowError.is(error)) return error.message;
    throw error;
  }
  throw new Error('It was encoded.');
}

class Opaque {
  secret = 1;
}

class Unregistered {
  size = 0;
  static [WORKFLOW_SERIALIZE] = () => ({});
  static [WORKFLOW_DESERIALIZE] = () => new Unregistered();
}

test.each<[string, unknown, string, string]>([
  [
    'a function',
    [{ user: { handler: function load() {} } }],
    'args[0].user.handler is a function "load"',
    'make it a step',
  ],
  ['an arrow', [() => {}], 'args[0] is a function', 'make it a step'],
  ['a class', [{ model: Opaque }], 'args[0].model is a class "Opaque"', 'top level'],
  [
    'an instance',
    [{ user: { data: [new Opaque()] } }],
    'args[0].user.data[0] is an instance of Opaque',
    '[WORKFLOW_SERIALIZE]',
  ],
  ['a socket', [{ user: { socket: new Socket() } }], 'args[0].user.socket is an instance of Socket', 'plain data'],
  ['a promise', [{ later: Promise.resolve(1) }], 'args[0].later is a promise', 'await it first'],
  ['a generator', [(function* () {})()], 'args[0] is a generator', 'into an array'],
  ['a symbol', [{ kind: Symbol('tag') }], 'args[0].kind is the symbol Symbol(tag)', 'text'],
  ['a weak map', new WeakMap(), 'args is an instance of WeakMap', 'plain data'],
  ['a value of a Map', [new Map([['k', () => {}]])], 'args[0].get("k") is a function', 'step'],
  ['a key of a Map', [new Map([[() => {}, 1]])], 'args[0].keys() is a function', 'step'],
  ['a member of a Set', [new Set([Symbol('x')])], 'args[0].values() is the symbol', 'text'],
  ['below a key that is no name', [{ 'a-b': { '': () => {} } }], 'args[0]["a-b"][""] is a function', 'step'],
  ['symbols as keys', [{ meta: { [Symbol.iterator]: 1 } }], 'args[0].meta is an object with symbols as keys', 'a Map'],
  ['the key __proto__', JSON.parse('[{"__proto__":1}]'), 'args[0] is an object with the key "__proto__"', 'a Map'],
  [
    'an anonymous instance',
    [
      new (class {
        n = 1;
      })(),
    ],
    'args[0] is an object',
    '[WORKFLOW_SERIALIZE]',
  ],
  ['a stream', [new ReadableStream()], 'args[0] is an instance of ReadableStream', 'plain data'],
  [
    'an unknown class',
    [new Unregistered()],
    'args[0] is an instance of Unregistered, which has serialization methods',
    'top level',
  ],
  ['a body that was not read', [new Blob(['x'])], 'args[0] is a Blob whose body has not been read', 'arrayBuffer()'],
])('%s is refused with its place, what it is and what to do', (_, value, place, fix) => {
  const message = explain(value);
  expect(message.startsWith(place), message).toBe(true);
  expect(message.split('Fix: ')[1]).toContain(fix);
});

test('the same object in a good and a bad place is reported where it stands first', () => {
  const bad = () => {};
  expect(explain({ list: [1, bad], again: bad }, 'result')).toMatch(/^result\.list\[1\] is a function "bad"/);
});

test('a getter that throws is named, with its error as the cause', () => {
  const value = {
    row: {
      get total(): never {
        throw new RangeError('no rows');
      },
    },
  };
  expect(explain(value)).toMatch(/^Reading args\.row\.total failed: no rows\..*\[value_read_failed\]$/);
});

test('a serialize method that throws is named by the place of its instance', () => {
  class Broken {
    size = 0;
    static [WORKFLOW_SERIALIZE] = (): never => {
      throw new Error('not connected');
    };
  }
  const { encode } = createCodec({ classes: { idOf: () => 'class//Broken', get: () => Broken } });
  expect(() => encode([{ db: new Broken() }], 'args')).toThrow(/^Reading args\[0\]\.db failed: not connected/);
});

test('a chain that is too deep is refused with a hint, and nothing overflows', () => {
  let chain: unknown = null;
  for (let depth = 0; depth < 200_000; depth += 1) chain = { chain };
  expect(explain(chain, 'result')).toMatch(/^result is nested too deeply.*\[value_too_deep\]$/);
  expect(explain([chain, 1n], 'result')).toMatch(/value_too_deep/);
});

test('a refused value leaves the codec as it was', () => {
  explain([new Opaque()]);
  expect(codec.decode(codec.encode({ a: 1n }))).toEqual({ a: 1n });
});
