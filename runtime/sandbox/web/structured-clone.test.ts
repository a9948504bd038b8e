import { expect, it } from 'vitest';
import { openWebRealm } from '../../../test/web-realm.ts';

const realm = await openWebRealm();
const { sameAsNode } = realm;

it.each([
  '[1, , 3]',
  'Object.assign([1], { x: 2 })',
  '{ a: undefined, b: null, c: 1n, d: -0, e: NaN }',
  'new Date(5)',
  'new Date(NaN)',
  '/a/gi',
  'new Map([[1, new Set([{ a: 1 }])]])',
  'new (class extends Map { x = 1 })([[1, 2]])',
  'new Uint8Array([1, 2, 3]).subarray(1)',
  'new Float64Array([1.5])',
  'new BigInt64Array([1n])',
  'new (class extends Uint16Array {})([7])',
  'new DataView(new ArrayBuffer(4), 1)',
  'new ArrayBuffer(2, { maxByteLength: 4 })',
  "new RangeError('x', { cause: { a: 1 } })",
  "Object.assign(new RangeError('x'), { name: 'Custom', extra: 1 })",
  "new AggregateError([1], 'm')",
  "new (class MyError extends TypeError {})('m')",
  "new DOMException('m', 'AbortError')",
  'new Number(1)',
  "new String('ab')",
  'Object(1n)',
  'new (class Foo { a = 1; get b() { return 2 } })()',
  'Object.create({ inherited: 1 }, { a: { value: 1, enumerable: true }, hidden: { value: 1 } })',
  '{ get a() { return 5 } }',
  'JSON.parse(\'{"__proto__":1}\')',
  "{ [Symbol('a')]: 1 }",
])('clones %s to what Node clones it to', async (value) => {
  await sameAsNode(`const value = ${value}; return [structuredClone(value), structuredClone(value) === value]`);
});

it.each([
  "Symbol('a')",
  '{ f() {} }',
  "Object(Symbol('a'))",
  'Promise.resolve()',
  'new WeakMap()',
  '[].values()',
  '(function* () {})()',
  'new Headers()',
  "new URL('http://a')",
  "new Error('x', { cause: () => 1 })",
  '{ get a() { throw new RangeError() } }',
])('refuses %s with the error of Node', async (value) => {
  const code = `const value = ${value}; return structuredClone(value)`;
  expect(realm.run(code)).toMatch(/^throws /);
  await sameAsNode(code);
});

it.each([
  "const m = new Map(); m.set('self', m); return structuredClone(m)",
  'const o = {}; o.self = o; o.list = [o]; return structuredClone(o)',
  'const o = {}, c = structuredClone({ a: o, b: o }); return c.a === c.b && c.a !== o',
  "const e = new Error('x'); e.cause = e; return structuredClone(e).cause.message",
  'const b = new ArrayBuffer(4), c = structuredClone({ a: new Uint8Array(b), b }); return c.a.buffer === c.b',
])('keeps what values share, and cycles: %s', sameAsNode);

it('keeps the stack of an error and the bytes of a blob', async () => {
  await sameAsNode("const e = new Error('x'); return structuredClone(e).stack === e.stack");
  await sameAsNode("structuredClone(new Blob(['ab'], { type: 'x/y' })).text()");
  expect(realm.run("const f = structuredClone(new File(['a'], 'n')); return [f instanceof File, f.name]")).toBe(
    '[2;0:true,1:"n"]',
  );
});

it.each([
  'const b = new ArrayBuffer(3), c = structuredClone(b, { transfer: [b] }); return [c.byteLength, b.byteLength, b.detached]',
  'const u = new Uint8Array([1, 2]), c = structuredClone(u, { transfer: [u.buffer] }); return [c, u.length]',
  'const b = new ArrayBuffer(3); return structuredClone(b, { transfer: [b, b] })',
  'const b = new ArrayBuffer(2); b.transfer(); return structuredClone(b)',
  'structuredClone(1, { transfer: [{}] })',
  'structuredClone(1, null)',
  'structuredClone()',
])('transfers buffers as Node does: %s', sameAsNode);
