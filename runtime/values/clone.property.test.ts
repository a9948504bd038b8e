/** Whatever structured clone copies is copied equal, or refused with the path to the part that cannot be. */
import { deepStrictEqual } from 'node:assert';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCodec } from './codec.ts';

const codec = createCodec();

class Plain {
  readonly size = 1;
}

const bytes = fc.uint8Array({ maxLength: 20 });
/** Everything that `structuredClone` takes and that has no parts. */
const carried = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, Number.NaN, Infinity),
  fc.date({ noInvalidDate: false }),
  fc.constantFrom(/a/, /\//giu, /(?<x>.)[\]"]/dv),
  fc.boolean().map((value) => Object(value) as unknown),
  fc.double().map((value) => Object(value) as unknown),
  fc.string().map((value) => Object(value) as unknown),
  fc.bigInt().map((value) => Object(value) as unknown),
  bytes,
  bytes.map(({ buffer, byteLength }) => new DataView(buffer, 0, byteLength)),
  bytes.map((array) => array.slice().buffer),
  bytes.map((array) => new Uint8ClampedArray(array)),
  fc.tuple(bytes, fc.nat(5), fc.nat(5)).map(([array, start, length]) => array.subarray(start, start + length)),
  fc.float32Array({ maxLength: 5 }),
  fc.float64Array({ maxLength: 5 }),
  fc.bigInt64Array({ maxLength: 5 }),
  fc.int16Array({ maxLength: 5 }).map((array) => new Int16Array(array)),
  fc
    .tuple(fc.nat(4), fc.nat(4))
    .map(([length, more]) => new ArrayBuffer(length, { maxByteLength: length + more }) as unknown),
  fc.string().map((text) => /(?<first>.)(?<second>.)?/u.exec(text)),
);

/** Structured clone makes instances plain. */
const leaf = fc.oneof(
  { weight: 20, arbitrary: carried },
  { weight: 1, arbitrary: fc.constant(null).map(() => new Plain()) },
);

const key = fc.oneof(fc.string(), fc.constantFrom('json', 'constructor', 'then', 'length', '0', '-1', '__proto__'));

/** An assignment to the other one changes the prototype. */
const plainKey = key.filter((name) => name !== '__proto__');

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    ...['array', 'sparse', 'labelled', 'record', 'bare', 'map', 'set', 'error'].map((kind) => tie(kind)),
  ),
  array: fc.array(tie('value'), { maxLength: 4 }),
  sparse: fc.sparseArray(tie('value'), { maxNumElements: 3, maxLength: 9 }),
  labelled: fc
    .tuple(fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(plainKey, tie('value'), { maxKeys: 3 }))
    .map(([array, fields]) => Object.assign(array, { ...fields, length: array.length })),
  record: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  bare: fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: false }),
  map: fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
  set: fc.array(tie('value'), { maxLength: 3 }).map((members) => new Set(members)),
  error: fc
    // An error always crosses, without the fields that cannot.
    .tuple(fc.constantFrom(Error, TypeError, RangeError), fc.string(), fc.array(carried, { maxLength: 2 }))
    .map(([Kind, message, cause]) => new Kind(message, { cause })),
}));

test('what structured clone copies comes back equal, or is refused with its path', () => {
  const refusals = new Set<string>();
  fc.assert(
    fc.property(anyValue, (value) => {
      const payload = tryEncode({ value });
      if (typeof payload !== 'string') {
        refusals.add(payload.code);
        expect(payload.message).toMatch(/^args\.value/);
        return;
      }
      expect(() => deepStrictEqual(codec.decode(payload), { value })).not.toThrow();
    }),
    { numRuns: 1000 },
  );
  expect([...refusals]).toEqual(['value_not_serializable']);
});

function tryEncode(value: unknown): string | { code: string; message: string } {
  try {
    return codec.encode(value, 'args');
  } catch (error) {
    return error as { code: string; message: string };
  }
}

test('a match keeps its index, input and groups', () => {
  const match = /(?<id>\d+)-(?<name>\w+)/.exec('at 12-ab')!;
  const copy = codec.decode(codec.encode(match)) as RegExpExecArray;
  expect([...copy, copy.index, copy.input, { ...copy.groups }]).toEqual([
    '12-ab',
    '12',
    'ab',
    3,
    'at 12-ab',
    { id: '12', name: 'ab' },
  ]);
  expect(Array.isArray(copy)).toBe(true);
});

test('an array that has itself as an element and as a field comes back in that shape', () => {
  const array = Object.assign(new Array<unknown>(3), { own: null as unknown });
  array.push(array);
  array.own = array;
  const copy = codec.decode(codec.encode({ array, again: array })) as { array: typeof array; again: unknown };
  expect(copy.array[3]).toBe(copy.array);
  expect(copy.array.own).toBe(copy.array);
  expect(copy.again).toBe(copy.array);
  expect(0 in copy.array).toBe(false);
});
