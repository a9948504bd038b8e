import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { begin, openRealm, openRun, resultOf, run } from './sandbox-run.ts';

/**
 * Walks all that can be reached from a root, and calls every function on the way with bad arguments. An object is a
 * stranger when the end of its prototype chain is the `Object.prototype` of another realm.
 */
const WALK = `
const seen = new Set();
const strangers = [];
const CALL_DEPTH = 2;
const endOf = (value) => {
  let end = value;
  for (let next; (next = Object.getPrototypeOf(end)) !== null; ) end = next;
  return end;
};
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
function visit(root, rootPath, calls) {
  const queue = [[root, rootPath, calls]];
  while (queue.length > 0) {
    const [value, path, depth] = queue.pop();
    if (!isObject(value) || seen.has(value)) continue;
    seen.add(value);
    const end = endOf(value);
    const isForeign = end !== Object.prototype && (Object.hasOwn(end, 'constructor') || typeof value === 'function');
    if (isForeign) strangers.push(path);
    queue.push([Object.getPrototypeOf(value), path + '.__proto__', depth]);
    for (const key of Reflect.ownKeys(value)) {
      const { value: field, get, set } = Object.getOwnPropertyDescriptor(value, key);
      const fieldPath = path + '.' + String(key);
      queue.push([field, fieldPath, depth], [get, fieldPath + '<get>', depth], [set, fieldPath + '<set>', depth]);
      if (get) attempt(() => value[key], fieldPath, queue, depth);
    }
    if (typeof value === 'function' && depth > 0) call(value, path, queue, depth - 1);
    for (const method of [Symbol.iterator, Symbol.asyncIterator]) {
      if (typeof value[method] === 'function' && depth > 0) attempt(() => value[method]().next(), path + '<next>', queue, depth - 1);
    }
  }
}
function call(fn, path, queue, depth) {
  for (const args of [[], [{}], ['bad', 1, {}], [Symbol.iterator]]) {
    attempt(() => fn(...args), path + '()', queue, depth);
    attempt(() => new fn(...args), 'new ' + path, queue, depth);
  }
}
function attempt(use, path, queue, depth) {
  try {
    const result = use();
    queue.push([result, path, depth]);
    if (result instanceof Promise) result.then((value) => visit(value, path + '<await>', 0), (error) => visit(error, path + '<rejects>', 0));
  } catch (error) {
    queue.push([error, path + '<throws>', 0], [error?.stack, path + '<stack>', 0]);
  }
}
`;

const REACHED_MIN = 2_000;

describe('workflow code', () => {
  it('would be seen to reach an object of another realm', () => {
    const context = vm.createContext({ host: { inner: new Map() } });
    const strangers: unknown = vm.runInContext(`${WALK} visit(host, 'host', 0); JSON.stringify(strangers)`, context);
    expect(JSON.parse(strangers as string)).toContain('host.inner');
  });

  it('reaches no object of the process, whatever it walks to, calls and catches', () => {
    const [strangers, reached] = run(`
      ${WALK}
      visit(globals, 'globalThis', CALL_DEPTH);
      const { continueAs, ...tools } = toolbox; // continueAs() ends the run
      visit(tools, 'workflow', CALL_DEPTH);
      for (let tick = 0; tick < 100; tick++) await null;
      return [strangers, seen.size];
    `);
    expect(strangers).toEqual([]);
    expect(reached).toBeGreaterThan(REACHED_MIN);
  });

  it('reaches none by way of async functions, generators and their constructors', () => {
    const failures = run(`
      const functions = [() => {}, async () => {}, function* () {}, async function* () {}, class {}];
      return functions.map((fn) => {
        try { return typeof fn.constructor('return process')(); } catch (error) {
          return [error instanceof Error, error.constructor.constructor === Function];
        }
      });
    `);
    expect(failures).toEqual(Array.from({ length: 5 }, () => [true, true]));
  });

  it.each([
    ['the host parses an address', 'new globals.URL("http://localhost/")'],
    ['the host decodes text', 'new globals.TextDecoder("utf-16le").decode(new Uint8Array(4))'],
    ['the host encodes text', 'new globals.TextEncoder().encode("text")'],
    ['the host prints', 'globals.console.log("text")'],
    ['the host draws random bytes', 'globals.crypto.getRandomValues(new Uint8Array(200))'],
    ['the host makes a token', 'toolbox.createHook()'],
    ['nothing but the workflow runs', 'new Error("text")'],
  ])('catches errors of its own when the stack ends while %s', (_, expression) => {
    const found = run(`
      const found = new Set();
      const check = (error) => found.add(error instanceof Error && error.constructor.constructor === Function);
      function descend() {
        try { descend(); } catch (error) { check(error); }
        try { ${expression}; } catch (error) { check(error); }
      }
      try { descend(); } catch (error) { check(error); }
      return [...found];
    `);
    expect(found).toEqual([true]);
  });

  it('gets errors of its own when the host cannot do what it asks for', () => {
    const realm = openRealm(
      `try { globals.console.log('x'); } catch (error) { return [error.message, error.constructor === Error]; }`,
      {
        print: () => {
          throw new Error('closed');
        },
      },
    );
    expect(resultOf(begin(openRun(realm)))).toEqual(['closed', true]);
  });

  it('never sees call sites, and sees frames of its own source only', () => {
    const [assigned, captured] = run(`
      Error.prepareStackTrace = (_error, sites) => sites;
      const target = {};
      Error.captureStackTrace(target);
      return [typeof new Error('text').stack, target.stack];
    `);
    expect(assigned).toBe('string');
    expect(captured).not.toMatch(/\.ts|node:/);
  });
});
