import vm from 'node:vm';
import { expect, test } from 'vitest';
import { tolerateRejectionsOf } from './unhandled-rejections.ts';

const realm = vm.createContext();
const inRealm = (code: string): unknown => vm.runInContext(code, realm);
tolerateRejectionsOf(inRealm('Object.prototype') as object);

/** The first arguments with which an event reaches the listeners of the process. */
function heard(event: 'unhandledRejection' | 'uncaughtException', ...args: unknown[]): unknown[] {
  const others = process.rawListeners(event) as ((...args: unknown[]) => void)[];
  const calls: unknown[] = [];
  process.removeAllListeners(event).on(event, (first: unknown) => calls.push(first));
  (process.emit as (...all: unknown[]) => boolean)(event, ...args);
  process.removeAllListeners(event);
  for (const listener of others) process.on(event, listener);
  return calls;
}

class Own extends Promise<number> {}
const hiding = 'new Proxy({}, { getPrototypeOf() { throw 1; } })';

test.each<[string, unknown]>([
  ['an ordinary one', inRealm('Promise.resolve()')],
  ['one of a class of its own', inRealm('(class extends (class extends Promise {}) {}).resolve()')],
  ['one without a prototype', inRealm('Object.setPrototypeOf(Promise.resolve(), null)')],
  ['one with a bare prototype', inRealm('Object.setPrototypeOf(Promise.resolve(), Object.create(null))')],
  ['one with a prototype that throws', inRealm(`Object.setPrototypeOf(Promise.resolve(), ${hiding})`)],
])('nobody hears of a rejected promise of a workflow: %s', (_name, promise) => {
  expect(heard('unhandledRejection', 'reason', promise)).toEqual([]);
});

test.each<[string, unknown]>([
  ['of the host', Promise.resolve()],
  ['of the host, with a class of its own', Own.resolve(1)],
  ['of another realm', vm.runInNewContext('Promise.resolve()')],
])('everybody hears of a rejected promise %s', (_name, promise) => {
  expect(heard('unhandledRejection', 'reason', promise)).toEqual(['reason']);
});

test('with --unhandled-rejections=strict, nobody hears of the errors of a workflow as uncaught ones', () => {
  const error = inRealm('new RangeError()');
  expect(heard('uncaughtException', error, 'unhandledRejection')).toEqual([]);
  expect(heard('uncaughtException', error, 'uncaughtException')).toEqual([error]);
  expect(heard('uncaughtException', 'of the host', 'unhandledRejection')).toEqual(['of the host']);
});
