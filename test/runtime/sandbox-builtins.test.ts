import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../runtime/journal/commands.ts';
import type { OutcomeEvent } from '../../runtime/journal/events.ts';
import type { Sandbox } from '../../runtime/replay/realm.ts';
import { createCodec } from '../../runtime/values/codec.ts';
import { begin, openRealm, openRun, resultOf, run, STARTED_AT } from './sandbox-run.ts';

const codec = createCodec();

/** The commands of a run after each event, and the events. */
interface Played {
  outcomes: OutcomeEvent[];
  commands: Command[][];
}

/** Answers everything that the code asks for, in order: the step `fail` throws, all others return their argument. */
function play(sandbox: Sandbox): Played {
  const played: Played = { outcomes: [], commands: [begin(sandbox)] };
  const asked = [...played.commands[0]!];
  let at = STARTED_AT;
  for (let command = asked.shift(); command; command = asked.shift()) {
    at = command.type === 'wait_created' ? Math.max(at, command.dueAt) : at + 1;
    const outcome = answer(command, at);
    if (!outcome) continue;
    const next = sandbox.deliver(outcome);
    played.outcomes.push(outcome);
    played.commands.push(next);
    asked.push(...next);
  }
  return played;
}

function answer(command: Command, at: number): OutcomeEvent | null {
  const place = { seq: 0, at };
  if (command.type === 'wait_created') return { type: 'wait_completed', call: command.call, ...place };
  if (command.type !== 'step_created') return null;
  const end = { call: command.call, attempt: 1, startedAt: at, ...place };
  const [argument] = codec.decode(command.payload) as [unknown];
  if (!command.name.endsWith('fail')) {
    return { type: 'step_completed', payload: codec.encode(argument), ...end };
  }
  const failure = new Error(`failed ${String(argument)}`);
  failure.stack = 'Error: failed\n    at step (step.ts:1:1)';
  return { type: 'step_failed', payload: codec.encode(failure), ...end };
}

function replay(sandbox: Sandbox, { outcomes }: Played): Command[][] {
  sandbox.replaying = true;
  return [begin(sandbox), ...outcomes.map((outcome) => sandbox.deliver(outcome))];
}

const CASES: [what: string, body: string, result: unknown][] = [
  [
    'the combinators of promises',
    `const { step } = toolbox;
    const settled = await Promise.allSettled([step('echo')(1), step('fail')(2)]);
    return [
      await Promise.all([step('echo')('a'), 'b', step('echo')('c')]),
      await Promise.race([step('echo')('first'), step('echo')('second')]),
      await Promise.any([step('fail')('x'), step('echo')('y')]),
      await Promise.any([step('fail')('x')]).catch((error) => [error.name, error.errors[0].message]),
      settled.map(({ status }) => status),
    ];`,
    [['a', 'b', 'c'], 'first', 'y', ['AggregateError', 'failed x'], ['fulfilled', 'rejected']],
  ],
  [
    'Promise.try and Promise.withResolvers',
    `const { promise, resolve } = Promise.withResolvers();
    toolbox.step('echo')('late').then(resolve);
    return [await promise, await Promise.try(() => { throw new Error('thrown'); }).catch((error) => error.message)];`,
    ['late', 'thrown'],
  ],
  [
    'using, await using and DisposableStack',
    `const order = [];
    {
      using first = { [Symbol.dispose]: () => order.push('sync') };
      await using second = { [Symbol.asyncDispose]: async () => order.push(await toolbox.step('echo')('async')) };
      using stack = new DisposableStack();
      stack.defer(() => order.push('deferred'));
      order.push('body');
    }
    await using later = new AsyncDisposableStack();
    later.adopt('x', (value) => order.push(value));
    await later.disposeAsync();
    return order;`,
    ['body', 'deferred', 'async', 'sync', 'x'],
  ],
  [
    'generators, Array.fromAsync and the methods of iterators',
    `async function* results() { for (const name of ['a', 'b', 'c']) yield await toolbox.step('echo')(name); }
    function* numbers() { let n = 0; while (true) yield n++; }
    return [
      await Array.fromAsync(results()),
      numbers().filter((n) => n % 2).map((n) => n * 10).drop(1).take(2).toArray(),
      Iterator.from(new Set([1, 2])).reduce((sum, n) => sum + n),
      Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')).odd,
    ];`,
    [['a', 'b', 'c'], [30, 50], 3, [1, 3]],
  ],
  [
    'AbortController, AbortSignal.any and the durable AbortSignal.timeout',
    `const { AbortController, AbortSignal, Date } = globals;
    const controller = new AbortController();
    const before = Date.now();
    const either = AbortSignal.any([controller.signal, AbortSignal.timeout(60_000)]);
    const reason = await new Promise((resolve) => either.addEventListener('abort', () => resolve(either.reason)));
    controller.abort('mine');
    return [reason.name, Date.now() - before, controller.signal.reason];`,
    ['TimeoutError', 60_000, 'mine'],
  ],
  [
    'queueMicrotask, in the order of promises',
    `const order = [];
    globals.queueMicrotask(() => order.push(2));
    Promise.resolve().then(() => order.push(3));
    order.push(1);
    await toolbox.step('echo')(0);
    return order;`,
    [1, 2, 3],
  ],
  [
    'structuredClone',
    `const original = { at: new Date(5), map: new Map([['k', new Set([1])]]) };
    original.self = original;
    const copy = globals.structuredClone(original);
    return [copy.self === copy, copy.at.getTime(), copy.map.get('k').has(1), copy.map !== original.map];`,
    [true, 5, true, true],
  ],
  [
    'addresses and text',
    `const { URL, TextEncoder, TextDecoder, atob, btoa } = globals;
    return [
      new URL('../b?q=ü', 'https://example.com/a/c').href,
      new TextDecoder().decode(new TextEncoder().encode('grüße')),
      atob(btoa('text')),
    ];`,
    ['https://example.com/b?q=%C3%BC', 'grüße', 'text'],
  ],
  [
    'requests, responses, files and forms',
    `const { Request, Response, Headers, FormData, File, Blob } = globals;
    const form = new FormData();
    form.append('file', new File(['content'], 'a.txt', { type: 'text/plain' }));
    const sent = new Request('https://example.com/', { method: 'POST', body: form });
    const received = await sent.formData();
    return [
      await received.get('file').text(),
      (await Response.json({ n: 1 }, { status: 201 }).json()).n,
      new Headers({ 'X-A': '1' }).get('x-a'),
      new Blob(['ab', 'c']).size,
    ];`,
    ['content', 1, '1', 3],
  ],
  [
    'events and DOMException',
    `const { EventTarget, CustomEvent, Event, DOMException } = globals;
    const target = new EventTarget();
    const heard = [];
    target.addEventListener('x', (event) => heard.push(event.detail), { once: true });
    target.dispatchEvent(new CustomEvent('x', { detail: 1 }));
    target.dispatchEvent(new CustomEvent('x', { detail: 2 }));
    return [heard, new Event('x') instanceof Event, new DOMException('m', 'AbortError').code];`,
    [[1], true, 20],
  ],
];

describe('a workflow has', () => {
  it.each(CASES)('%s, live, replayed and in a realm of its own', (_, body, result) => {
    const live = play(openRun(openRealm(body)));
    expect(resultOf(live.commands.at(-1)!)).toEqual(result);
    expect(replay(openRun(openRealm(body)), live)).toEqual(live.commands);
    expect(play(openRun(openRealm(body, { isolation: 'run' })))).toEqual(live);
  });

  it('randomness of its own seed, the same on replay', () => {
    const realm = openRealm(
      'return [Math.random(), globals.crypto.randomUUID(), [...globals.crypto.getRandomValues(new Uint16Array(50))]];',
    );
    const [first, again, other] = ['aa', 'aa', 'bb'].map((seed) => resultOf(begin(openRun(realm, null, { seed }))));
    expect(again).toEqual(first);
    expect(other[0]).not.toEqual(first[0]);
    expect(other[1]).not.toEqual(first[1]);
  });

  it.each(['SHA-1', 'SHA-256', 'sha-384', 'SHA-512'])('the digest %s', async (name) => {
    const [digest, isOfRealm] = run(
      `const digest = await globals.crypto.subtle.digest({ name: input }, new TextEncoder().encode('text'));
      return [digest, digest instanceof ArrayBuffer];`,
      name,
    );
    const expected = createHash(name.replace('-', '').toLowerCase()).update('text').digest();
    expect(Buffer.from(digest as ArrayBuffer)).toEqual(expected);
    expect(isOfRealm).toBe(true);
  });

  it('errors of Web Crypto for what it cannot do', () => {
    const names = run(`
      const { crypto } = globals;
      const failures = [];
      const attempts = [
        () => crypto.subtle.digest('MD5', new Uint8Array(1)),
        () => crypto.subtle.digest('SHA-256', 'text'),
        () => crypto.getRandomValues(new Float64Array(1)),
        () => crypto.getRandomValues(new Uint8Array(65_537)),
        () => crypto.getRandomValues([]),
      ];
      for (const attempt of attempts) {
        await Promise.try(attempt).then(() => failures.push('none'), (error) => failures.push(error.name));
      }
      return failures;
    `);
    expect(names).toEqual([
      'NotSupportedError',
      'TypeError',
      'TypeMismatchError',
      'QuotaExceededError',
      'TypeMismatchError',
    ]);
  });

  it('a clock that stands still while code runs and counts from the epoch', () => {
    expect(run('return [performance.now(), Date.now(), new Date().getTime(), performance.timeOrigin]')).toEqual([
      STARTED_AT,
      STARTED_AT,
      STARTED_AT,
      0,
    ]);
  });
});

describe('names that instances and subclasses inherit from built-ins', () => {
  it.each([
    ['Map', "const it = new Map([['a', 1]]); it.get = () => 'own'; return [it.get('a'), it.has('a')];", ['own', true]],
    ['Array', 'const it = [1]; it.push = () => 7; return [it.push(2), it.length];', [7, 1]],
    ['Date', 'const it = new Date(0); it.toJSON = () => 5; return [JSON.stringify(it), it.getTime()];', ['5', 0]],
    ['Promise', "const it = Promise.resolve(1); it.catch = () => 'own'; return [it.catch(), await it];", ['own', 1]],
    [
      'URL',
      "const it = new URL('https://a.b/'); it.toString = () => 'own'; return [it.toString(), it.host];",
      ['own', 'a.b'],
    ],
    [
      'a class of before there were classes',
      'function Old() {} Old.prototype = Object.create(Set.prototype); Old.prototype.constructor = Old; Old.prototype.add = () => 1;' +
        ' return [new Old().add(), new Old().constructor === Old, new Set([1]).add(2).size];',
      [1, true, 2],
    ],
  ])('can be assigned: %s', (_, body, result) => {
    expect(run(body)).toEqual(result);
  });

  it('stay as they are on the built-ins themselves', () => {
    expect(() => run('Map.prototype.get = () => 1;')).toThrow('Cannot assign to "get" of a built-in in a workflow.');
    expect(() => run('Array.prototype.at = () => 1;')).toThrow('Cannot assign to "at"');
    expect(() => run('Date.prototype.constructor = Map;')).toThrow('Cannot assign to "constructor"');
  });

  it('show libraries that take them out of descriptors what they are', () => {
    const body = `const { get } = Object.getOwnPropertyDescriptor(Map.prototype, 'get');
      return get.originalValue === Map.prototype.get;`;
    expect(run(body)).toBe(true);
  });

  it('leave the whole process as fast as it was: V8 still trusts its own iterators, arrays and promises', () => {
    const kinds = ['ArrayIterator', 'ArraySpecies', 'MapIterator', 'SetIterator', 'PromiseSpecies', 'RegExpSpecies'];
    const module = pathToFileURL(join(import.meta.dirname, 'sandbox-run.ts')).href;
    const code = `import { run } from '${module}'; run('return 1;');
      console.log(JSON.stringify(${JSON.stringify(kinds)}.filter((kind) => new Function('return %' + kind + 'Protector()')())));`;
    const flags = ['--allow-natives-syntax', '--no-warnings', '--input-type=module', '-e'];
    expect(JSON.parse(execFileSync(process.execPath, [...flags, code], { encoding: 'utf8' }))).toEqual(kinds);
  });
});

describe('Reflect', () => {
  it('takes the functions of libraries for metadata, each run for itself', () => {
    const body = `const { Reflect } = globals;
      const before = 'metadata' in Reflect;
      Object.defineProperty(Reflect, 'metadata', { configurable: true, writable: true, value: () => 7 });
      return [before, Reflect.metadata(), Reflect.ownKeys({ a: 1 }), globals.Reflect === Reflect];`;
    const realm = openRealm(body);
    for (let i = 0; i < 2; i += 1) expect(resultOf(begin(openRun(realm)))).toEqual([false, 7, ['a'], true]);
  });
});

describe('WeakRef', () => {
  it('holds its target, whatever happens to the memory', () => {
    const body = `const ref = new WeakRef({ a: 1 });
      return [ref.deref().a, String(ref), WeakRef.name, ref instanceof WeakRef];`;
    expect(run(body)).toEqual([1, '[object WeakRef]', 'WeakRef', true]);
    expect(() => run('new WeakRef(5);')).toThrow(TypeError);
  });
});
