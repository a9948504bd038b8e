/** Random values that structured clone takes, and when a copy equals one. */
import { deepStrictEqual } from 'node:assert';
import * as fc from './fast-check.ts';

class Plain {
  readonly size = 1;
}

class Basket extends Map<string, number> {
  readonly currency = 'EUR';
}

const bytes = fc.uint8Array({ maxLength: 20 });
const VIEWS: object[] = [Uint8Array, Uint8ClampedArray, Int16Array, Float64Array, BigInt64Array, DataView];

/** A buffer with room to grow, or a view of it that grows with it or has a length of its own. */
const resizable = fc
  .record({
    length: fc.nat(2),
    room: fc.integer({ min: 1, max: 3 }),
    kind: fc.option(fc.constantFrom(...VIEWS)),
    offset: fc.nat(1),
    isFixed: fc.boolean(),
  })
  .map(({ length, room, kind, offset, isFixed }) => {
    const buffer = new ArrayBuffer(8 * (length + offset), { maxByteLength: 8 * (length + offset + room) });
    new Uint8Array(buffer).fill(7);
    if (kind === null) return buffer;
    const View = kind as typeof Uint8Array;
    return new View(buffer, 8 * offset, isFixed ? (8 * length) / (View.BYTES_PER_ELEMENT ?? 1) : undefined);
  });

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
  resizable,
  fc.string().map((text) => /(?<first>.)(?<second>.)?/u.exec(text)),
);

/** Structured clone makes instances plain, and drops the class and the fields of one that extends a built-in class. */
const refused = fc.constantFrom(
  () => new Plain(),
  () => new Basket([['a', 1]]),
  () => Object.assign(new Set([1]), { note: 'x' }),
);

const leaf = fc.oneof(
  { weight: 40, arbitrary: carried },
  { weight: 1, arbitrary: refused.map((make): unknown => make()) },
);

const key = fc.oneof(fc.string(), fc.constantFrom('json', 'constructor', 'then', 'length', '0', '-1', '__proto__'));

/** An assignment to the other one changes the prototype. */
const plainKey = key.filter((name) => name !== '__proto__');

const tree = fc.letrec((tie) => ({
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

/** Values that structured clone takes. A few are refused by this package, which does not lose classes or fields. */
export const clonableValue: fc.Arbitrary<unknown> = tree.value;

/** Compares a copy with its original, also in what Node's own comparison leaves out: how buffers grow. */
export function expectEqual(copy: unknown, original: unknown): void {
  deepStrictEqual(copy, original);
  deepStrictEqual(growthOf(copy), growthOf(original));
}

/** Of each buffer and view in a value: the limit of the buffer, and whether the view grows with it. */
function growthOf(root: unknown): unknown[] {
  const found: unknown[] = [];
  const seen = new Set<unknown>();
  const open = [root];
  for (const value of open) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof ArrayBuffer) found.push(value.maxByteLength, value.resizable);
    else if (ArrayBuffer.isView(value)) found.push(growthOfView(value as Uint8Array<ArrayBuffer>));
    else if (value instanceof Map) open.push(...value.keys(), ...value.values());
    else if (value instanceof Set) open.push(...value);
    else open.push(...Object.values(value), (value as Error).cause);
  }
  return found;
}

function growthOfView(view: Uint8Array<ArrayBuffer>): unknown[] {
  const { buffer, byteOffset } = view;
  if (!buffer.resizable) return ['fixed'];
  const size = buffer.byteLength;
  buffer.resize(buffer.maxByteLength);
  const grown = view.byteLength;
  buffer.resize(size);
  return [buffer.maxByteLength, byteOffset, grown];
}
