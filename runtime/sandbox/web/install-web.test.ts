import { expect, it } from 'vitest';
import { createCodec } from '../../values/codec.ts';
import { openWebRealm, runInNode } from '../../../test/web-realm.ts';

const realm = await openWebRealm();

it('tells workflow time by performance.now(), which stands still while code runs', () => {
  expect(realm.run('performance.timeOrigin + performance.now()')).toBe(String(realm.nowMs));
  realm.nowMs += 1500;
  expect(realm.run("[performance.now(), new Event('a').timeStamp]")).toBe(`[2;0:${realm.nowMs},1:${realm.nowMs}]`);
});

it.each([
  'const o = []; queueMicrotask(() => o.push(1)); o.push(0); await null; await null; return o',
  'queueMicrotask(1)',
])('queues microtasks as Node does: %s', async (code) => {
  expect(realm.run(code)).toBe(await runInNode(code));
});

/** Every object that workflow code can reach from `root`, without calling anything. */
const REACHABLE = `
  function reachable(root) {
    const seen = new Set(), open = [root];
    while (open.length > 0) {
      const value = open.pop();
      if (Object(value) !== value || seen.has(value)) continue;
      seen.add(value);
      open.push(Object.getPrototypeOf(value));
      for (const key of Reflect.ownKeys(value)) {
        const { value: held, get, set } = Object.getOwnPropertyDescriptor(value, key);
        open.push(held, get, set);
      }
    }
    return [...seen];
  }`;

it.each([
  'globalThis',
  "new TextEncoder().encode('a')",
  "new URL('http://a/?b').searchParams",
  "new Response('a')",
  "await new Response('a').bytes()",
  "await new Blob(['a']).arrayBuffer()",
  "(() => { try { new URL('x') } catch (e) { return e } })()",
  "(() => { try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])) } catch (e) { return e } })()",
])('lets nothing of the host be reached from %s', (root) => {
  const code = `${REACHABLE} 
    const functions = reachable(${root}).filter((value) => typeof value === 'function');
    return functions.every((value) => value instanceof Function || value === Function.prototype);`;
  expect(realm.run(code)).toBe('true');
});

const host = createCodec();

const WORKFLOW_VALUES: [value: string, show: string][] = [
  ["new URL('http://a/b?c#d')", 'value.href'],
  ["new URLSearchParams('a=1&a=2')", 'String(value)'],
  ["new Headers([['a', '1'], ['set-cookie', 'b'], ['set-cookie', 'c']])", '[...value]'],
  [
    "new File(['é'], 'n.txt', { type: 'a/b', lastModified: 5 })",
    '[value.name, value.type, value.lastModified, await value.text()]',
  ],
  ["new Blob(['é'], { type: 'a/b' })", '[value.size, value.type, await value.text()]'],
  ["new Response('é', { status: 201, headers: { a: 'b' } })", '[value.status, [...value.headers], await value.text()]'],
  ['new Response(null, { status: 204 })', '[value.status, value.body]'],
  ['Response.error()', '[value.status, value.type]'],
  [
    "new Request('http://a/b', { method: 'PUT', body: 'é', redirect: 'manual' })",
    '[value.url, value.method, value.redirect, await value.text()]',
  ],
  ["new Request('http://a/b', { signal: AbortSignal.abort('why') })", '[value.signal.aborted, value.signal.reason]'],
  ["new DOMException('m', 'AbortError')", '[value.name, value.message, value.code]'],
];

it.each(WORKFLOW_VALUES)('carries %s from a workflow to a step and back, unchanged', async (made, shown) => {
  const expected = await runInNode(`const value = ${made}; return ${shown};`);
  const arrived = host.decode(realm.read(`codec.encode(${made})`));
  expect(await runInNode(`return ${shown}`, arrived)).toBe(expected);
  const again = host.decode(realm.read(`codec.encode(${made})`));
  const sentBack = JSON.stringify(await host.encodeAsync(again));
  expect(realm.run(`const value = codec.decode(${sentBack}); return ${shown};`)).toBe(expected);
});

it('carries a form with its files from a workflow to a step', async () => {
  const code =
    "const f = new FormData(); f.append('a', '1'); f.append('b', new File(['é'], 'n')); globalThis.form = f; return 1";
  realm.run(code);
  const form = host.decode(realm.read('codec.encode(form)')) as FormData;
  expect([form.get('a'), await (form.get('b') as File).text()]).toEqual(['1', 'é']);
});

it('says why a body that was read, or still has to be, cannot be passed to a step', () => {
  const codeOf = (made: string): string =>
    realm.run(`const r = ${made}; try { codec.encode(r) } catch (e) { return e.code }`);
  expect(codeOf("new Response('a'); await r.text()")).toBe('"value_body_used"');
  expect(codeOf("new Request('http://a', { method: 'PUT', body: 'a' }); new Request(r)")).toBe('"value_body_used"');
  expect(codeOf("new Response(ReadableStream.from(['a']))")).toBe('"value_body_unread"');
});

it('passes a response whose body was looked at but not read', () => {
  expect(realm.run("const r = new Response('a'); r.body; return typeof codec.encode(r)")).toBe('"string"');
});
