import { describe, expect, it } from 'vitest';
import { begin, openRealm, openRun, resultOf } from './sandbox-run.ts';

/** Runs the body with `first`, then with `second`, as two runs of one realm. */
function runTwice(body: string, isolation: 'bundle' | 'run' = 'bundle'): any[] {
  const realm = openRealm(body, { isolation });
  return ['first', 'second'].map((input) => resultOf(begin(openRun(realm, input))));
}

describe.each(['bundle', 'run'] as const)('two runs, with one realm for each %s', (isolation) => {
  it.each([
    ['global variables', 'globals.mark'],
    ['built-in functions', 'Array.mark'],
    ['built-in prototypes', 'Object.prototype.mark'],
    ['iterators', 'Object.getPrototypeOf([][Symbol.iterator]()).mark'],
    ['Web types', 'globals.URL.prototype.mark'],
    ['the functions of the library', 'toolbox.sleep.mark'],
    ['the classes of the library', 'toolbox.FatalError.mark'],
    ['its lists', "toolbox.openStoredList('a').constructor.mark"],
    ['its hooks', 'toolbox.createHook().constructor.prototype.mark'],
    ['its children', "(await toolbox.startChild({ workflowId: 'workflow//./test//main' })).constructor.mark"],
    ['its streams', 'toolbox.getWritable().constructor.mark'],
    ['fetch', 'globals.fetch.maxRetries'],
    ['the console', 'globals.console.log'],
    ['crypto', 'globals.crypto.subtle.digest'],
    ['Intl', 'globals.Intl.NumberFormat.mark'],
    ['the formatting of stacks', 'Error.prepareStackTrace'],
  ])('do not see each other through %s', (_, place) => {
    const body = `
      const before = String(${place});
      try { ${place} = input; } catch {}
      return before;
    `;
    const [first, second] = runTwice(body, isolation);
    expect(second).toBe(first);
  });

  it('do not see what the other one matched', () => {
    const body = `
      const seen = ['$1', '$&', '$_', 'input', 'lastMatch', 'leftContext'].map((name) => RegExp[name] ?? null);
      /(secret) of .*/.test('secret of ' + input);
      return [seen, RegExp.$1 ?? null];
    `;
    const nothing = [Array.from({ length: 6 }, () => null), null];
    expect(runTwice(body, isolation)).toEqual([nothing, nothing]);
  });

  it('have stacks of full length, whatever the other one set', () => {
    const body = `
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 0;
      return [limit, Error.stackTraceLimit];
    `;
    expect(runTwice(body, isolation)).toEqual([
      [30, 0],
      [30, 0],
    ]);
  });

  it('have functions, classes and their static fields of their own', () => {
    const body = `
      class Counter { static count = 0; }
      const template = ((strings) => strings)\`text\`;
      Counter.count++;
      const isFrozen = Object.isFrozen(template) && Object.isFrozen(template.raw);
      return [Counter.count, Symbol.for('shared') === Symbol.for('shared'), isFrozen];
    `;
    expect(runTwice(body, isolation)).toEqual([
      [1, true, true],
      [1, true, true],
    ]);
  });
});

it('keeps a run out of the realm of all others when each has its own', () => {
  const body =
    'return [typeof globals.FinalizationRegistry, Object.isFrozen(Array.prototype), globals.globalThis === globals];';
  expect(runTwice(body, 'run')).toEqual([
    ['undefined', true, true],
    ['undefined', true, true],
  ]);
});
