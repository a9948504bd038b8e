import { expect, it } from 'vitest';
import { openWebRealm } from '../../../test/web-realm.ts';

const realm = await openWebRealm();
const { sameAsNode } = realm;

it.each([
  "t.addEventListener('a', (e) => o.push(e.type, e.target === t, e.currentTarget === t, e.eventPhase)); fire(); return o",
  "const f = () => o.push(1); for (const c of [false, false, true]) t.addEventListener('a', f, c); fire(); return o",
  "const f = () => o.push(1); t.addEventListener('a', f); t.removeEventListener('a', f); fire(); return o",
  "t.addEventListener('a', () => o.push(1), { once: true }); fire(); fire(); return o",
  "t.addEventListener('a', (e) => e.preventDefault()); return [fire(), fire({ cancelable: true })]",
  "t.addEventListener('a', (e) => e.preventDefault(), { passive: true }); return fire({ cancelable: true })",
  "t.addEventListener('a', { handleEvent(e) { o.push(e.type) } }); fire(); return o",
  "t.addEventListener('a', 'b'); return fire()",
  'return t.dispatchEvent({})',
  'return new Event()',
])('calls listeners as Node does: %s', async (code) => {
  await sameAsNode(`
    const o = [], t = new EventTarget();
    const fire = (options) => t.dispatchEvent(new Event('a', options));
    ${code}`);
});

it('stops at a listener that says so, also when it was said before the event was sent', async () => {
  await sameAsNode(`
    const o = [], t = new EventTarget();
    t.addEventListener('a', (e) => { o.push(1); e.stopImmediatePropagation() });
    t.addEventListener('a', () => o.push(2));
    t.dispatchEvent(new Event('a'));
    const stopped = new Event('a');
    stopped.stopImmediatePropagation();
    t.dispatchEvent(stopped);
    return o;`);
});

it('removes a listener when its signal is aborted', async () => {
  await sameAsNode(`
    const o = [], t = new EventTarget(), c = new AbortController();
    t.addEventListener('a', () => o.push(1), { signal: c.signal });
    t.dispatchEvent(new Event('a'));
    c.abort();
    t.dispatchEvent(new Event('a'));
    return o;`);
});

it('does not call listeners that were added or removed by another listener of the same event', () => {
  const code = `
    const o = [], t = new EventTarget(), removed = () => o.push('removed');
    t.addEventListener('a', () => {
      t.removeEventListener('a', removed);
      t.addEventListener('a', () => o.push('added'));
    });
    t.addEventListener('a', removed);
    t.dispatchEvent(new Event('a'));
    return o;`;
  expect(realm.run(code)).toBe('[0;]');
});

it('throws what a listener threw, after the other listeners were called', () => {
  const code = `
    const o = [], c = new AbortController();
    const any = AbortSignal.any([c.signal]);
    c.signal.addEventListener('abort', () => { throw new RangeError('first') });
    c.signal.addEventListener('abort', () => o.push('second'));
    any.addEventListener('abort', () => o.push('third'));
    try { c.abort() } catch (e) { o.push(e.message) }
    return o;`;
  expect(realm.run(code)).toBe('[3;0:"second",1:"third",2:"first"]');
});

it.each([
  "const e = new CustomEvent('a', { detail: { x: 1 }, bubbles: true }); return [e.detail, e.type, e.bubbles, e.cancelable]",
  "new CustomEvent('a').detail",
  '[Event.AT_TARGET, DOMException.ABORT_ERR, new DOMException().DATA_CLONE_ERR]',
  "const e = new DOMException('m', 'NotFoundError'); return [e.name, e.message, e.code, e instanceof Error, String(e)]",
  "new DOMException('m', 'NotFoundError').stack.split('\\n')[0]",
  "const e = new DOMException('m', { name: 'X', cause: 1 }); return [e.name, e.cause, 'cause' in new DOMException()]",
])('makes events and exceptions as Node does: %s', sameAsNode);

it.each([
  "c.signal.onabort = (e) => o.push(e.type, c.signal.aborted); c.abort(); c.abort('x'); return [o, c.signal.reason.name]",
  "c.abort('r'); try { c.signal.throwIfAborted() } catch (e) { return e }",
  'const s = AbortSignal.abort(); return [s.aborted, s.reason.name, s.reason.message]',
  'return AbortSignal.abort(5).reason',
  "const s = AbortSignal.any([AbortSignal.any([c.signal])]); s.onabort = () => o.push(s.reason); c.abort('z'); return o",
  'return AbortSignal.any([AbortSignal.abort(3), AbortSignal.abort(4)]).reason',
  'return AbortSignal.any([]).aborted',
  'return AbortSignal.any([{}])',
  'return AbortSignal.any(1)',
  'return new AbortSignal()',
  'return AbortSignal.timeout(-1)',
  "return AbortSignal.timeout('x')",
])('aborts as Node does: %s', async (code) => {
  await sameAsNode(`const o = [], c = new AbortController(); ${code}`);
});

it('aborts by a durable wait when a timeout is over, and not before', () => {
  realm.run('globalThis.signal = AbortSignal.timeout(250); return signal.aborted');
  const wait = realm.waits.at(-1)!;
  expect(wait.ms).toBe(250);
  expect(realm.run('signal.aborted')).toBe('false');
  wait.finish();
  expect(realm.run('[signal.aborted, signal.reason.name]')).toBe('[2;0:true,1:"TimeoutError"]');
});
