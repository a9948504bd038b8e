import { it } from 'vitest';
import { openWebRealm } from '../../../test/web-realm.ts';

const realm = await openWebRealm();
const { sameAsNode } = realm;

it.each([
  "new Request('http://a/b#c')",
  "new Request(new URL('http://a/b'))",
  "new Request('http://a', { redirect: 'manual', credentials: 'omit', cache: 'reload', integrity: 'i', keepalive: 1 })",
  "new Request('http://a', { method: 'delete', mode: 'same-origin', referrerPolicy: 'origin' })",
  "new Request('http://a', { method: 'query' })",
  "new Request(new Request('http://a/b', { method: 'PUT', headers: { a: 'b' } }))",
])('makes requests with the fields and defaults of Node: %s', async (request) => {
  await sameAsNode(`
    const r = ${request};
    return [r.method, r.url, r.mode, r.credentials, r.cache, r.redirect, r.integrity, r.keepalive, r.referrer,
      r.referrerPolicy, r.destination, r.duplex, r.body, r.signal.aborted, [...r.headers]];`);
});

it.each([
  "new Request('/a')",
  "new Request('http://u:p@a')",
  "new Request('http://a', { method: 'TRACE' })",
  "new Request('http://a', { method: 'a b' })",
  "new Request('http://a', { body: 'x' })",
  "new Request('http://a', { mode: 'navigate' })",
  "new Request('http://a', { cache: 'y' })",
  "new Request('http://a', { signal: {} })",
  "new Request('http://a', { method: 'POST', body: new ReadableStream() })",
  'new Request()',
])('refuses requests that cannot be sent, with the kind of error that Node has: %s', sameAsNode);

const stream = (chunk: string): string => `new ReadableStream({ start(c) { c.enqueue(${chunk}); c.close() } })`;

it.each([
  "new Request('http://a', { method: 'POST', body: 'x' }).text()",
  "new Request('http://a', { method: 'POST', body: 'x' }).headers.get('content-type')",
  `new Request('http://a', { method: 'POST', duplex: 'half', body: ${stream('new Uint8Array([97])')} }).text()`,
  `new Request('http://a', { method: 'POST', duplex: 'half', body: ${stream("'a'")} }).text()`,
])('carries and reads bodies as Node does: %s', sameAsNode);

it.each(['new Request(r)', "new Request(r, { method: 'POST', body: 'y', headers: {} })", 'r.clone()'])(
  'makes one request from another as Node does: %s',
  async (made) => {
    await sameAsNode(`
    const r = new Request('http://a', { method: 'PUT', body: 'x', headers: { a: 'b' } });
    const s = ${made};
    return [r.bodyUsed, await s.text(), s.method, s.headers.get('a'), await r.text().catch((e) => e.name)];`);
  },
);

it('hands the stream of one request on to another', async () => {
  await sameAsNode(`
    const r = new Request('http://a', { method: 'PUT', duplex: 'half', body: ${stream('new Uint8Array([97])')} });
    return await new Request(r).text();`);
});

it('aborts a request and its clones with the signal that it was given', async () => {
  await sameAsNode(`
    const c = new AbortController();
    const r = new Request('http://a', { signal: c.signal });
    const d = r.clone();
    c.abort('why');
    return [r.signal.aborted, r.signal.reason, d.signal.aborted, r.signal === c.signal];`);
});
