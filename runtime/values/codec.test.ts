import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createClassRegistry, WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from './class-registry.ts';
import { createCodec } from './codec.ts';

const codec = createCodec({ buffers: { is: Buffer.isBuffer, from: Buffer.from } });
const roundTrip = <Value>(value: Value): Value => codec.decode(codec.encode(value)) as Value;

test.each<[string, unknown]>([
  ['null', null],
  ['undefined', undefined],
  ['true', true],
  ['zero', 0],
  ['negative zero', -0],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['the largest number', Number.MAX_VALUE],
  ['a bigint', -(2n ** 80n)],
  ['empty text', ''],
  ['text with quotes, line ends, NUL and emoji', '"\\\n\u2028\u0000🚀</script>'],
  ['a lone surrogate', '\ud800'],
  ['a boxed number', Object(5)],
  ['a Date', new Date('2024-02-29T12:34:56.789Z')],
  ['an invalid Date', new Date(NaN)],
  ['a date before year 0', new Date(-1e15)],
  ['a RegExp with flags', /a\/b"[^\]]/giu],
  ['a Map with objects as keys', new Map<unknown, unknown>([[{ id: 1 }, new Set([1, 'a', undefined])]])],
  ['an empty Map and Set', [new Map(), new Set()]],
  ['undefined members', { a: undefined, b: [undefined] }],
  ['a list that looks like a tag', ['Date', '2024-01-01', ['Error', 1], [-7, 3]]],
  ['a record that looks like the stored form', { json: { json: -1 } }],
  ['keys of Object.prototype', { constructor: 1, toString: 2, hasOwnProperty: 3 }],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 })],
  ['a URL', new URL('https://user:secret@example.com:8080/a%20b?q=1#top')],
])('%s comes back as it was', (_, value) => {
  expect(roundTrip(value)).toStrictEqual(value);
});

test('holes of an array stay holes, also in a huge and nearly empty one', () => {
  // oxlint-disable-next-line no-sparse-arrays -- the case itself
  const small = roundTrip([1, , undefined]);
  expect([small.length, 1 in small, 2 in small]).toEqual([3, false, true]);
  const huge: unknown[] = [];
  huge[4_000_000] = 'end';
  const copy = roundTrip(huge);
  expect([copy.length, Object.keys(copy)]).toEqual([4_000_001, ['4000000']]);
});

test.each([
  new Uint8Array([0, 1, 255]),
  new Uint8ClampedArray([1]),
  new Int16Array([-1]),
  new Float32Array([1.5]),
  new Float64Array([NaN, -0]),
  new BigInt64Array([-1n]),
  new BigUint64Array([2n ** 64n - 1n]),
  new Uint8Array(),
  new Uint8Array([1, 2, 3]).buffer,
  new DataView(new Uint8Array([1, 2, 3]).buffer, 1, 1),
  Uint16Array.from([1, 2, 3]).subarray(1),
])('bytes come back exactly and as the same kind of view (case %#)', (value) => {
  const copy = roundTrip(value);
  expect(copy.constructor).toBe(value.constructor);
  expect(bytesOf(copy)).toEqual(bytesOf(value));
});

function bytesOf(value: ArrayBufferView | ArrayBuffer): number[] {
  if (!ArrayBuffer.isView(value)) return [...new Uint8Array(value)];
  return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
}

test.each([
  ['a Buffer', Buffer.from('mine')],
  ['a view', new TextEncoder().encode('-mine-').subarray(1, 5)],
  ['a DataView', new DataView(new TextEncoder().encode('somebody elses mine').buffer, 15, 4)],
])('%s on a larger memory carries its own bytes and none of those around it', (_, view) => {
  const payload = codec.encode({ view });
  expect(payload).toContain(`"${Buffer.from('mine').toString('base64')}"`);
  expect(payload.length).toBeLessThan(100);
  expect(bytesOf(roundTrip(view))).toEqual(bytesOf(view));
});

test.each<[string, () => object, string]>([
  ['a Map with a class of its own', () => new (class Basket extends Map {})(), 'an instance of Basket'],
  ['a list with a class of its own', () => new (class Result extends Array {})(), 'an instance of Result'],
  ['a date with fields', () => Object.assign(new Date(), { zone: 'UTC' }), 'a Date with the field "zone"'],
  ['a part of bytes with a class', () => new (class Key extends Uint8Array {})(9).subarray(2), 'an instance of Key'],
  ['what only says that it is a Map', () => ({ [Symbol.toStringTag]: 'Map' }), 'an instance of Map'],
  ['a date of a Temporal that only a package has', () => new PackagedDate(), 'a Temporal.PlainDate of a package'],
  ['a buffer without its bytes', toMovedBuffer, 'bytes that were transferred elsewhere'],
  ['the arguments of a function', toArguments, 'the arguments of a function'],
])('%s is refused with its path, because the copy would be less', (_, make, found) => {
  expect(() => codec.encode({ a: [make()] }, 'args')).toThrow(`args.a[0] is ${found}, which cannot be passed`);
});

class PackagedDate {
  readonly [Symbol.toStringTag] = 'Temporal.PlainDate';
  toString(): string {
    return '2026-11-23';
  }
}

function toMovedBuffer(): ArrayBuffer {
  const buffer = new ArrayBuffer(2);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}

function toArguments(): IArguments {
  // oxlint-disable-next-line prefer-rest-params -- it is what the test is about
  return arguments;
}

test('dates of a fake clock, and built-in values of another realm, are what they say', () => {
  class FakeDate extends Date {}
  Object.defineProperty(FakeDate, 'name', { value: 'Date' });
  const foreign: unknown = runInNewContext('[new Map([[1, new Set([2])]]), new Date(5), /a/g, new Uint8Array([1])]');
  expect(roundTrip({ at: new FakeDate(5), foreign })).toEqual({
    at: new Date(5),
    foreign: [new Map([[1, new Set([2])]]), new Date(5), /a/g, new Uint8Array([1])],
  });
});

test('a Buffer comes back as one, and reads text as before', () => {
  const copy = roundTrip(Buffer.from('tea for two').subarray(4)) as Buffer;
  expect([Buffer.isBuffer(copy), copy.toString('hex'), String(copy)]).toEqual([true, '666f722074776f', 'for two']);
});

test('the base64 functions of the host make the same payload as the portable ones', () => {
  const host = createCodec({
    base64: {
      encode: (bytes) => Buffer.from(bytes).toString('base64'),
      decode: (text) => new Uint8Array(Buffer.from(text, 'base64')),
    },
  });
  const value = Uint8Array.from({ length: 1000 }, (_, index) => index * 7);
  expect(host.encode(value)).toBe(codec.encode(value));
  expect(host.decode(codec.encode(value))).toStrictEqual(value);
});

test('cycles come back as cycles, through records, arrays, Maps and Sets', () => {
  const node: { self?: unknown; list: unknown[]; map: Map<unknown, unknown>; set: Set<unknown> } = {
    list: [],
    map: new Map(),
    set: new Set(),
  };
  node.self = node;
  node.list.push(node);
  node.map.set('node', node);
  node.set.add(node);
  const copy = roundTrip(node);
  expect(copy.self).toBe(copy);
  expect(copy.list[0]).toBe(copy);
  expect(copy.map.get('node')).toBe(copy);
  expect(copy.set.has(copy)).toBe(true);
});

test('an object that is there twice stays one object, also among plain data and as bytes', () => {
  const plain = { id: 1 };
  const bytes = new Uint8Array(4);
  const copy = roundTrip({ a: plain, b: [plain], bytes, sameBytes: bytes, words: new Uint16Array(bytes.buffer) });
  expect(copy.b[0]).toBe(copy.a);
  expect(copy.sameBytes).toBe(copy.bytes);
  expect(copy.words.buffer).toBe(copy.bytes.buffer);
});

test('the decoded value shares nothing with the original', () => {
  const original = { list: [1], at: new Date(0) };
  const copy = roundTrip(original);
  copy.list.push(2);
  copy.at.setTime(5);
  expect(original).toEqual({ list: [1], at: new Date(0) });
});

test('plain data is stored as JSON that an operator can read', () => {
  expect(codec.encode([{ ok: true, id: 'x' }])).toBe('{"json":[{"ok":true,"id":"x"}]}');
});

test('a toJSON method that JSON would call does not change what is stored', () => {
  const value = Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 'changed' });
  expect(roundTrip(value)).toEqual({ a: 1 });
});

test('search parameters and headers keep order, repeats and what they were asked to hold', () => {
  const params = new URLSearchParams('b=1&a=2&b=3&%20=%26');
  expect([...roundTrip(params)]).toEqual([...params]);
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['X-One', 'é'],
  ]);
  const copy = roundTrip(headers);
  expect(copy).toBeInstanceOf(Headers);
  expect([...copy]).toEqual([...headers]);
  expect(copy.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('an abort signal comes back as it was at that moment, with its reason', () => {
  const pending = roundTrip(new AbortController().signal);
  expect(pending).toBeInstanceOf(AbortSignal);
  expect(pending.aborted).toBe(false);
  const aborted = roundTrip(AbortSignal.abort(new RangeError('too long')));
  expect(aborted.aborted).toBe(true);
  expect(aborted.reason).toBeInstanceOf(RangeError);
});

test('a step function crosses as its id with captured values, and what was bound', () => {
  const step = Object.assign(async () => {}, { stepId: 'step//a//charge' });
  const received: unknown[] = [];
  const { encode, decode } = createCodec({
    steps: {
      toReference: (fn) => (fn === step ? { stepId: step.stepId, captured: { rate: 3n } } : null),
      fromReference(reference) {
        received.push(reference);
        return step;
      },
    },
  });
  expect(decode(encode({ run: step }))).toEqual({ run: step });
  expect(received).toEqual([{ stepId: 'step//a//charge', captured: { rate: 3n } }]);
});

test('a step function that captured itself can be called after it crossed', () => {
  const step = Object.assign(() => {}, { stepId: 'step//a//retry' });
  const { encode, decode } = createCodec({
    steps: {
      toReference: (fn) => (fn === step ? { captured: { again: step }, stepId: step.stepId } : null),
      fromReference(reference) {
        const { stepId } = reference;
        return () => [stepId, reference.captured!['again']];
      },
    },
  });
  const copy = decode(encode(step)) as () => unknown;
  expect(copy()).toEqual(['step//a//retry', copy]);
});

test('a signal that its side can name crosses as that name until it is aborted, and others do not follow it', () => {
  const controller = new AbortController();
  const received: unknown[] = [];
  const followed = new AbortController().signal;
  const { encode, decode } = createCodec({
    signals: {
      toReference: (signal) => (signal === controller.signal ? { run: 'wrun_1', signal: 3 } : null),
      fromReference(reference) {
        received.push(reference);
        return followed;
      },
    },
  });
  expect(decode(encode({ signal: controller.signal }))).toEqual({ signal: followed });
  expect(received).toEqual([{ run: 'wrun_1', signal: 3 }]);
  expect(decode(encode(new AbortController().signal))).not.toBe(followed);
  controller.abort('late');
  expect(decode(encode(controller.signal))).toMatchObject({ aborted: true, reason: 'late' });
});

test('a stream crosses as its name', () => {
  const sink = new WritableStream();
  const { encode, decode } = createCodec({
    streams: {
      toReference: (value) => (value === sink ? { stream: 'ns:log' } : null),
      fromReference: (reference) => ({ opened: reference }),
    },
  });
  expect(decode(encode([sink]))).toEqual([{ opened: { stream: 'ns:log' } }]);
});

class Money {
  readonly cents: bigint;
  constructor(cents: bigint) {
    this.cents = cents;
  }
  static [WORKFLOW_SERIALIZE] = (money: Money) => ({ cents: money.cents });
  static [WORKFLOW_DESERIALIZE] = (data: { cents: bigint }) => new Money(data.cents);
}

class Node {
  next: unknown = null;
  static [WORKFLOW_SERIALIZE] = (node: Node) => ({ next: node.next });
  static [WORKFLOW_DESERIALIZE] = (data: { next: unknown }) => Object.assign(new Node(), data);
}

function createClassCodec() {
  const classes = createClassRegistry();
  classes.register('class//shop//Money', Money);
  classes.register('class//shop//Node', Node);
  return createCodec({ classes });
}

test('an instance of a class with serialization methods comes back as that class, and once', () => {
  const { encode, decode } = createClassCodec();
  const price = new Money(1999n);
  const [first, second] = decode(encode([price, price])) as [Money, Money];
  expect(first).toBeInstanceOf(Money);
  expect(first.cents).toBe(1999n);
  expect(second).toBe(first);
});

test('instances may hold each other, cycles of other values and their own class', () => {
  const { encode, decode } = createClassCodec();
  const ring: unknown[] = [];
  ring.push(ring);
  const outer = new Node();
  outer.next = { inner: new Node(), ring, cls: Node };
  const copy = decode(encode(outer)) as { next: { inner: unknown; ring: unknown[]; cls: unknown } };
  expect(copy.next.inner).toBeInstanceOf(Node);
  expect(copy.next.ring[0]).toBe(copy.next.ring);
  expect(copy.next.cls).toBe(Node);
});

test.each<[string, (node: Node) => unknown]>([
  ['directly', (node) => node],
  ['through a Map', (node) => new Map([['back', node]])],
  ['through a sparse array', (node) => Object.assign([], { 5000: node })],
  ['through an object without prototype', (node) => Object.assign(Object.create(null), { node })],
])('an instance that contains itself %s is refused with its class, because it could not be rebuilt', (_, wrap) => {
  const node = new Node();
  node.next = wrap(node);
  expect(() => createClassCodec().encode(node, 'result')).toThrow(
    /^result has an instance of "Node" that contains itself.*\[value_class_cyclic\]$/,
  );
});

test('an instance with a long list of few members is not taken for one that contains itself', () => {
  const node = new Node();
  const list = Object.assign([], { 0: 'first', 5000: 'last' });
  node.next = list;
  const { encode, decode } = createClassCodec();
  expect((decode(encode(node)) as Node).next).toEqual(list);
});

test('a kind of array with serialization methods comes back as itself', () => {
  class Stack extends Array<number> {
    static [WORKFLOW_SERIALIZE] = (stack: Stack) => [...stack];
    static [WORKFLOW_DESERIALIZE] = (members: number[]) => Stack.from(members);
  }
  const { encode, decode } = createCodec({ classes: { idOf: () => 'class//Stack', get: () => Stack } });
  expect(decode(encode(Stack.of(1, 2)))).toStrictEqual(Stack.of(1, 2));
});

test('a stored instance of a class that the build lost says which class', () => {
  const payload = createClassCodec().encode(new Money(1n));
  expect(() => codec.decode(payload)).toThrow(/"Money" \(shop\), which is not in this build.*value_class_unknown/);
});

test('a deserialize method that fails is named, with its own error as the cause', () => {
  const classes = createClassRegistry();
  class Strict extends Money {
    static override [WORKFLOW_DESERIALIZE] = (): never => {
      throw new TypeError('no cents');
    };
  }
  classes.register('class//Strict', Strict);
  const { encode, decode } = createCodec({ classes });
  const payload = encode(new Strict(1n));
  expect(() => decode(payload)).toThrow(/"Strict" could not make an instance.*no cents.*value_class_failed/);
});
