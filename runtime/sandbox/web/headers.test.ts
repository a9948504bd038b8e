import { expect, it } from 'vitest';
import { openWebRealm, runInNode } from '../../../test/web-realm.ts';

const realm = await openWebRealm();

it.each([
  "new Headers([['b', '1'], ['A', '2'], ['b', ' 3 \\t']]).get('B')",
  "[...new Headers({ Z: '1', a: '2', 'set-cookie': 'x' })]",
  "new Headers(new Headers({ a: '1' })).get('a')",
  "new Headers(new Map([['a', '1']])).get('a')",
  "new Headers({ a: 'é' }).get('a')",
  "new Headers({ a: undefined }).get('a')",
  'Object.prototype.toString.call(new Headers()) + Object.prototype.toString.call(new Headers().entries())',
])('holds headers of every form of init, sorted and in lower case: %s', async (code) => {
  expect(realm.run(code)).toBe(await runInNode(code));
});

it.each([
  "const h = new Headers(); h.set('A', '1'); h.set('a', '2'); h.append('B', 'x'); h.delete('A'); return [...h, h.has('a')]",
  "const o = [], h = new Headers({ a: '1' }); h.forEach((v, k, x) => o.push(v, k, x === h)); return o",
  "const o = [], h = new Headers({ a: '1', b: '2', c: '3' }); for (const [k] of h) { o.push(k); h.delete('b') } return o",
  "const h = new Headers({ b: '1', a: '2' }); return [[...h.keys()], [...h.values()]]",
])('changes and lists headers as Node does: %s', async (code) => {
  expect(realm.run(code)).toBe(await runInNode(code));
});

it('keeps several cookies apart, because they cannot be joined by commas', async () => {
  const code = `
    const h = new Headers({ x: 'y' });
    h.append('Set-Cookie', 'a=1');
    h.append('set-cookie', 'b=2');
    return [[...h], h.getSetCookie(), h.get('set-cookie')];`;
  expect(realm.run(code)).toBe(await runInNode(code));
});

it.each([
  "new Headers({ 'a b': '1' })",
  "new Headers({ a: 'x\\ny' })",
  "new Headers({ a: '€' })",
  'new Headers(null)',
  "new Headers('x')",
  "new Headers([['a']])",
  "new Headers([['a', 'b', 'c']])",
  "new Headers().append('a')",
  "new Headers().get('')",
  'Headers()',
  "Response.error().headers.set('a', 'b')",
  "Response.redirect('http://a/b').headers.delete('location')",
])('refuses what cannot be sent, with the kind of error that Node has: %s', async (code) => {
  const outcome = realm.run(code);
  expect(outcome).toMatch(/^throws /);
  expect(outcome).toBe(await runInNode(code));
});
