/** Values that throw when somebody looks at them. */
import vm from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromText } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

const TRAPS = `new Proxy({}, { get: () => () => { throw new Error('not here'); } })`;
const REVOKED = `(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()`;

const VALUES: Record<string, string> = {
  'a proxy whose traps throw': `new Proxy({}, ${TRAPS})`,
  'a function whose traps throw': `new Proxy(() => {}, ${TRAPS})`,
  'a revoked proxy': REVOKED,
  'an error below a revoked proxy': `(() => { const error = new Error('m'); const { proxy, revoke } = Proxy.revocable({}, {}); Object.setPrototypeOf(error, proxy); revoke(); return error; })()`,
  'an error whose fields throw': `Object.defineProperties(new Error('m'), Object.fromEntries(['name', 'message', 'stack', 'cause', 'constructor', 'retryAfter', Symbol.toStringTag].map((key) => [key, { get() { throw new Error('not here'); } }])))`,
  'an error whose message throws a proxy': `Object.defineProperty(new Error('m'), 'message', { get() { throw new Proxy({}, ${TRAPS}); } })`,
  'an object whose tag throws': `({ get [Symbol.toStringTag]() { throw new Error('not here'); } })`,
};

/** Workflow code does this with the value, before it throws it. */
const WAYS: Record<string, string> = {
  throws: '',
  'rejects with': 'await new Promise((_, reject) => queueMicrotask(() => reject(value)));',
  'gives to a step': 'await step("take")(value);',
  'gets as an error of a step': 'await step("fail")();',
  'gets as a result of a step': 'await step("give")();',
  'puts into an error': 'throw Object.assign(new Error("outer", { cause: value }), { name: value, code: value });',
  prints: 'console.log(value, [value]); console.error("%s %o", value, value);',
};

describe.each(Object.entries(VALUES))('%s', (_name, text) => {
  it.each(Object.entries(WAYS))('ends a run that %s it', async (_way, body) => {
    const make = (): unknown => vm.runInThisContext(text);
    const fail = (): void => {
      throw make();
    };
    const { start } = await createHarness({
      workflows: {
        main: fromText(
          `async ({ step, globals: { queueMicrotask } }) => { const value = ${text}; ${body} throw value; }`,
        ),
      },
      steps: { take: () => 1, fail: Object.assign(fail, { maxRetries: 1 }), give: make },
    });
    await expect((await start('main')).returnValue).rejects.toMatchObject({ code: 'run_failed' });
  });
});

it('rejected promises of a class of the workflow are no unhandled rejections', async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  onTestFinished(() => void process.off('unhandledRejection', listen));
  const { start } = await createHarness({
    workflows: {
      main: async ({ sleep }) => {
        class Own extends Promise<never> {}
        void Own.reject(new Error('left'));
        await sleep(1);
        return 'went on';
      },
    },
  });
  await expect((await start('main')).returnValue).resolves.toBe('went on');
  expect(unhandled).toEqual([]);
});
