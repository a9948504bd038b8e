import { expect, it } from 'vitest';
import { openWebRealm } from '../../../test/web-realm.ts';

const realm = await openWebRealm();
const { sameAsNode } = realm;

it.each([
  "const r = new Response('x', { status: 404, statusText: 'No' }); return [r.status, r.statusText, r.ok, r.type, r.url, r.redirected, r.bodyUsed]",
  "new Response(null, { status: '201' }).status",
  'const r = Response.error(); return [r.status, r.type, r.ok]',
  "const r = Response.redirect('http://a/b', 301); return [r.status, r.headers.get('location')]",
  'const r = Response.json({ a: 1 }, { status: 201 }); return [r.status, [...r.headers], await r.json()]',
])('makes responses as Node does: %s', sameAsNode);

it.each([
  "new Response('x', { status: 204 })",
  'new Response(null, { status: 199 })',
  'new Response(null, { status: 600 })',
  "new Response(null, { statusText: 'a\\n' })",
  "Response.redirect('/b')",
  "Response.redirect('http://a', 200)",
  'Response.json(undefined)',
  'Response.json(1n)',
  'Response.json()',
])('refuses responses that cannot be sent, with the kind of error that Node has: %s', sameAsNode);

it.each([
  "new Response('x')",
  "new Response(new Blob(['x'], { type: 'a/b' }))",
  "new Response(new URLSearchParams('a=1'))",
  'new Response(new Uint8Array([1]))',
  "new Response('x', { headers: { 'content-type': 'a/b' } })",
])('gives a body the content type that Node gives it: %s', async (response) => {
  await sameAsNode(`${response}.headers.get('content-type')`);
});

it.each([
  "new Response('héllo').text()",
  "new Response('\\uFEFFa').text()",
  'new Response(new Uint8Array([0xff, 0x61])).text()',
  "new Response('').text()",
  "new Response('abc').bytes()",
  "new Response('abc').arrayBuffer()",
  'new Response(\'{"a":[1]}\').json()',
  "new Response('\\uFEFF1').json()",
  "new Response('{').json()",
  'new Response(null).body',
  'new Response().text()',
  'new Response((async function* () { yield new Uint8Array([97]); yield new Uint8Array([98]) })()).text()',
])('reads bodies as Node does: %s', sameAsNode);

it.each([
  "const r = new Response('a'); await r.text(); return await r.text()",
  "const r = new Response('a'); await r.text(); return [r.bodyUsed, r.body.locked]",
  "const r = new Response('a'); await r.text(); return r.clone()",
  "const r = new Response('a'); r.body.getReader(); return await r.text()",
  "const r = new Response('a'); r.body.getReader().releaseLock(); return await r.text()",
  "const r = new Response('a'); await r.body.cancel(); return r.bodyUsed",
])('lets a body be read once only: %s', sameAsNode);

it.each([
  "const r = new Response('a', { status: 201 }), c = r.clone(); return [await c.text(), r.bodyUsed, c.bodyUsed, c.status, await r.text()]",
  "const r = new Response(new Blob(['ab']).stream()), c = r.clone(); return [await r.text(), await c.text()]",
  "const r = new Response('a', { headers: { a: 'b' } }), c = r.clone(); c.headers.set('a', 'c'); return r.headers.get('a')",
])('clones a response so that both can be read: %s', sameAsNode);

it('still says where the answer of a fetch came from when it is cloned', () => {
  const code = `
    const fields = { url: { value: 'http://a/' }, redirected: { value: true } };
    const clone = Object.defineProperties(new Response('x'), fields).clone();
    return [clone.url, clone.redirected];`;
  expect(realm.run(code)).toBe('[2;0:"http://a/",1:true]');
});

it.each([
  'Text/HTML; Charset="a b"; x=1',
  'text/plain;a="b"junk;c=d',
  'text/plain; c="x\\"y',
  ' text/plain ;a=b',
  'text/plain; A=B; a=c; é=1',
  'text/pl ain',
  'no type',
])('reads the content type "%s" as Node does', async (type) => {
  await sameAsNode(`(await new Response('a', { headers: { 'content-type': ${JSON.stringify(type)} } }).blob()).type`);
});
