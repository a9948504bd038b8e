import { expect, it } from 'vitest';
import { openWebRealm } from '../../../test/web-realm.ts';

const realm = await openWebRealm();
const { sameAsNode } = realm;

it.each([
  'Array.fromAsync(new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2); c.close() } }))',
  'let n = 0; return await Array.fromAsync(new ReadableStream({ pull(c) { c.enqueue(n++); if (n === 3) c.close() } }))',
  'Array.fromAsync(ReadableStream.from((async function* () { yield 1; yield 2 })()))',
  "Array.fromAsync(ReadableStream.from(['a', Promise.resolve('b')]))",
  'ReadableStream.from(5)',
  'ReadableStream.from()',
  'const r = ReadableStream.from([1]).getReader(); return [(await r.read()).value, (await r.read()).done]',
  'const r = new ReadableStream({ start(c) { c.close() } }).getReader(); await r.closed; return (await r.read()).done',
  'new ReadableStream({}, { highWaterMark: -1 })',
])('reads streams to their end as Node does: %s', sameAsNode);

const twoChunks = 'new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2) } })';

it.each([
  `const s = ${twoChunks}; for await (const c of s) break; return [s.locked, (await s.getReader().read()).done]`,
  `const s = ${twoChunks}; for await (const c of s.values({ preventCancel: true })) break; return (await s.getReader().read()).value`,
  'let done = false; const g = (function* () { try { yield 1 } finally { done = true } })(); for await (const c of ReadableStream.from(g)) break; return done',
])('cancels a stream when a loop over it is left, unless it should not: %s', sameAsNode);

it.each([
  "const s = new ReadableStream({ start(c) { c.error(new RangeError('x')) } }); return await s.getReader().read()",
  'const r = new ReadableStream({ pull() { throw new RangeError() } }).getReader(); return [await r.read().catch((e) => e.name), await r.closed.catch((e) => e.name)]',
  'new ReadableStream({ start() { throw new RangeError() } })',
  'const s = new ReadableStream({ start: () => Promise.reject(new RangeError()) }); return await s.getReader().read()',
  'let c; new ReadableStream({ start(x) { c = x } }); c.close(); return c.enqueue(1)',
  'let c; new ReadableStream({ start(x) { c = x } }); c.close(); return c.close()',
  'const s = new ReadableStream(); s.getReader(); return await s.cancel()',
  'const s = new ReadableStream(); s.getReader(); return s.getReader()',
])('fails where a stream of Node fails: %s', sameAsNode);

it('counts what is queued by the size that the user gives', async () => {
  await sameAsNode(`
    let c;
    const s = new ReadableStream({ start(x) { c = x } }, { highWaterMark: 3, size: (x) => x });
    const sizes = [c.desiredSize];
    c.enqueue(2);
    sizes.push(c.desiredSize);
    await s.getReader().read();
    sizes.push(c.desiredSize);
    c.close();
    return [...sizes, c.desiredSize];`);
});

it('ends the reads of a reader that lets its stream go', async () => {
  await sameAsNode(`
    const s = new ReadableStream();
    const r = s.getReader();
    const read = r.read().catch((e) => e.name);
    r.releaseLock();
    return [await read, s.locked, await r.read().catch((e) => e.name), await r.closed.catch((e) => e.name)];`);
});

it.each([
  'const [a, b] = ReadableStream.from([1, 2, 3]).tee(); return [await Array.fromAsync(a), await Array.fromAsync(b)]',
  'const l = [], [a, b] = new ReadableStream({ cancel(r) { l.push(r) } }).tee(); const p = a.cancel(1); await b.cancel(2); await p; return l',
  'const [a, b] = ReadableStream.from([1, 2]).tee(); void a.cancel(); return await Array.fromAsync(b)',
  'const [a, b] = new ReadableStream({ start(c) { c.error(new RangeError()) } }).tee(); return await Promise.allSettled([a.getReader().read(), b.getReader().read()])',
])('splits a stream in two as Node does: %s', sameAsNode);

it.each([
  "const l = [], w = new WritableStream({ write: (c) => l.push(c), close: () => l.push('end') }).getWriter(); w.write(1); w.write(2); await w.close(); await w.closed; return l",
  'const w = new WritableStream({ write() { throw new RangeError() } }).getWriter(); return [await w.write(1).catch((e) => e.name), await w.write(2).catch((e) => e.name), await w.closed.catch((e) => e.name), w.desiredSize]',
  "const l = [], s = new WritableStream({ abort: (r) => l.push(r) }); await s.abort('why'); return [l, s.locked, await s.getWriter().write(1).catch((e) => e)]",
  'const o = [], w = new WritableStream({}, { highWaterMark: 2 }).getWriter(); w.write(1); o.push(w.desiredSize); w.write(2); o.push(w.desiredSize); await w.ready; o.push(w.desiredSize); return o',
  'const s = new WritableStream(), w = s.getWriter(); w.releaseLock(); return [s.locked, await w.write(1).catch((e) => e.name)]',
  'const s = new WritableStream(); s.getWriter(); return s.getWriter()',
  'const s = new WritableStream(); await s.close(); return await s.close()',
  'const w = new WritableStream({ write(c, k) { k.error(new RangeError()) } }).getWriter(); await w.write(1); return await w.closed',
])('writes to a sink as Node does: %s', sameAsNode);

const sink =
  "const l = [], t = new WritableStream({ write: (c) => l.push(c), close: () => l.push('end'), abort: (r) => l.push(r) }); ";

it.each([
  `${sink} await ReadableStream.from([1, 2]).pipeTo(t); return [l, t.locked, await t.getWriter().write(3).catch((e) => e.name)]`,
  `${sink} const s = ReadableStream.from([1]); await s.pipeTo(t, { preventClose: true }); return [l, s.locked, await t.getWriter().write(3)]`,
  `${sink} const p = new ReadableStream({ start(c) { c.error('broken') } }).pipeTo(t); return [await p.catch((e) => e), l]`,
  `${sink} const p = new ReadableStream({ start(c) { c.error('broken') } }).pipeTo(t, { preventAbort: true }); return [await p.catch((e) => e), l, await t.getWriter().write(1)]`,
  'const l = [], s = new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2) }, cancel: (r) => l.push(r) }); const p = s.pipeTo(new WritableStream({ write() { throw "full" } })); return [await p.catch((e) => e), l]',
  `${sink} const s = new ReadableStream({ cancel: (r) => l.push('cancelled ' + r) }), a = new AbortController(); const p = s.pipeTo(t, { signal: a.signal }); a.abort('enough'); return [await p.catch((e) => e), l.sort(), s.locked, t.locked]`,
  `${sink} t.getWriter(); return await ReadableStream.from([1]).pipeTo(t)`,
  'const s = ReadableStream.from([1]); s.getReader(); return await s.pipeTo(new WritableStream())',
])('pipes into a sink as Node does: %s', sameAsNode);

it.each([
  "new ReadableStream({ type: 'bytes' })",
  "new ReadableStream().getReader({ mode: 'byob' })",
  'new ReadableStream().pipeThrough(new Object())',
])('says that a step must do what workflows cannot: %s', (code) => {
  expect(realm.run(`try { return ${code} } catch (e) { return [e.code, e.message.includes("'use step'")] }`)).toBe(
    '[2;0:"sandbox_import_outside",1:true]',
  );
});
