import { deepStrictEqual } from 'node:assert';
import { expect, test } from 'vitest';
import * as fc from '../../test/fast-check.ts';
import { createCodec } from './codec.ts';

const codec = createCodec();

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0),
  fc.date({ noInvalidDate: false }),
  fc.uint8Array(),
  fc.float64Array(),
  fc.webUrl().map((href) => new URL(href)),
  fc.constantFrom(/a/, /\//giu, /[\]"]/),
  fc.tuple(fc.constantFrom(Error, TypeError, RangeError), fc.string()).map(([Kind, message]) => new Kind(message)),
);

const key = fc
  .oneof(fc.string(), fc.constantFrom('json', 'constructor', 'then', 'length', '0', '-1'))
  .filter((name) => name !== '__proto__');

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('array'),
    tie('record'),
    tie('map'),
    tie('set'),
  ),
  array: fc.array(tie('value'), { maxLength: 5 }),
  record: fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  map: fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
  set: fc.array(tie('value'), { maxLength: 3 }).map((members) => new Set(members)),
}));

test('whatever value is encoded comes back deeply equal', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(() => deepStrictEqual(codec.decode(codec.encode(value)), value)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});

test('any web of objects that refer to each other and to themselves comes back in the same shape', () => {
  const edge = fc.tuple(fc.nat(7), fc.nat(7), fc.constantFrom('list', 'map', 'cause', 'set'));
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 20 }), (edges) => {
      const nodes = Array.from({ length: 8 }, (_, id) => createNode(id));
      for (const [from, to, kind] of edges) link(nodes[from]!, nodes[to]!, kind);
      expect(() => deepStrictEqual(codec.decode(codec.encode(nodes)), nodes)).not.toThrow();
    }),
    { numRuns: 200 },
  );
});

const createNode = (id: number) => ({
  id,
  list: [] as unknown[],
  map: new Map<number, unknown>(),
  set: new Set<unknown>(),
  error: new Error(`node ${id}`) as Error & { node?: unknown },
});
type Node = ReturnType<typeof createNode>;

function link(from: Node, to: Node, kind: 'list' | 'map' | 'cause' | 'set'): void {
  if (kind === 'list') from.list.push(to);
  else if (kind === 'map') from.map.set(to.id, to);
  else if (kind === 'set') from.set.add(to.list);
  else Object.assign(from.error, { node: to });
}

test('whatever JSON carries comes back deeply equal, and in the short form', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value: unknown = JSON.parse(json);
      fc.pre(!json.includes('__proto__') && !json.includes('-0'));
      const payload = codec.encode(value);
      expect(() => deepStrictEqual(codec.decode(payload), value)).not.toThrow();
      expect(payload).toBe(`{"json":${JSON.stringify(value)}}`);
    }),
    { numRuns: 500 },
  );
});

test('the same value always makes the same payload, and so does its copy', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const payload = codec.encode(value);
      expect(codec.encode(value)).toBe(payload);
      expect(codec.encode(codec.decode(payload))).toBe(payload);
    }),
  );
});

test('no text makes decode fail with anything but one of our errors', () => {
  const cell = fc.oneof(
    fc.jsonValue(),
    fc.array(
      fc.oneof(
        fc.integer({ min: -8, max: 9 }),
        fc.constantFrom('Map', 'Date', 'Error', 'null', 'Set', 'Headers', 'Object'),
      ),
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(cell).map((cells) => JSON.stringify(cells)),
      ),
      (payload) => {
        try {
          codec.decode(payload);
        } catch (error) {
          expect((error as { code?: string }).code).toMatch(/^value_/);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
