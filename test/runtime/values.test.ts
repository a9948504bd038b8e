/** Every kind of value crosses every boundary, both ways: "Values" in the documentation, line by line. */
import { describe, expect, it } from 'vitest';
import { getRun, resumeHook } from '../../runtime/entries/api.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { fromText, type TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';
import { useClosure } from './closure-steps.ts';

/** A value, made from the same text in the workflow and outside of it, and what is compared of it. */
interface Kind {
  make: string;
  /** A function of the value that gives something to compare; may be async. */
  print: string;
  /** Its bytes must be awaited outside of workflows, which an error that is thrown does not wait for. */
  isBody?: true;
}

const list = (make: string): Kind => ({ make, print: '(v) => [v.constructor.name, ...v]' });
const text = (make: string): Kind => ({ make, print: '(v) => [v.constructor.name, String(v)]' });
const body = (make: string, print: string): Kind => ({ make, print: `async (v) => ${print}`, isBody: true });
const BYTES = 'Uint8Array.from({ length: 256 }, (_, n) => n)';
const REQUEST = `new Request("https://example.com/a?b=%20c", { method: "PUT", body: ${BYTES}, headers: { "x-a": "1" } })`;
const RESPONSE = `new Response(${BYTES}, { status: 201, statusText: "Made", headers: [["set-cookie", "a=1"], ["set-cookie", "b=2"]] })`;

const KINDS: Record<string, Kind> = {
  'plain data': { make: '{ a: [1, "x", true, null], b: { c: {} } }', print: '(v) => v' },
  'numbers that JSON does not have': {
    make: '[-0, NaN, Infinity, -Infinity, 10n ** 30n]',
    print: '(v) => [Object.is(v[0], -0), ...v]',
  },
  undefined: { make: '[undefined, { u: undefined }]', print: '(v) => [v.length, v[0], "u" in v[1]]' },
  'strange text': { make: '"\\ud800 \\u0000 \\u2028 </script> é"', print: '(v) => v' },
  'a sparse array': {
    make: 'Object.assign(new Array(1e6), { 3: "x" })',
    print: '(v) => [v.length, 2 in v, Object.entries(v)]',
  },
  'an object without prototype': {
    make: 'Object.assign(Object.create(null), { a: 1 })',
    print: '(v) => [Object.getPrototypeOf(v), { ...v }]',
  },
  'a cycle': {
    make: '(() => { const v = { list: [] }; v.list.push(v, new Map([[v, v]])); return v; })()',
    print: '(v) => [v.list[0] === v, v.list[1].get(v) === v]',
  },
  'a shared reference': {
    make: '(() => { const at = new Date(5); return { a: at, b: [at] }; })()',
    print: '(v) => v.a === v.b[0]',
  },
  'boxed primitives': {
    make: '[Object(1), Object("x"), Object(2n)]',
    print: '(v) => v.map((b) => [typeof b, b.valueOf()])',
  },
  'a Date': { make: 'new Date(1234567890123)', print: '(v) => [v instanceof Date, v.toISOString()]' },
  'an invalid Date': { make: 'new Date(NaN)', print: '(v) => [v instanceof Date, v.getTime()]' },
  'a RegExp': text('/a[\\]/"](?<n>b)/giu'),
  'a Map': list('new Map([[{ k: 1 }, new Set([1, "x"])], [NaN, -0]])'),
  'a Set': list('new Set([1, NaN, "x", { y: [] }])'),
  'an Int8Array': list('new Int8Array([-128, 127])'),
  'a Uint8Array': list(BYTES),
  'a Uint8ClampedArray': list('new Uint8ClampedArray([0, 300])'),
  'an Int16Array': list('new Int16Array([-32768, 32767])'),
  'a Uint16Array': list('new Uint16Array([65535])'),
  'an Int32Array': list('new Int32Array([-(2 ** 31)])'),
  'a Uint32Array': list('new Uint32Array([2 ** 32 - 1])'),
  'a Float16Array': list('new Float16Array([1.5, -0, NaN])'),
  'a Float32Array': list('new Float32Array([1.5, -0, Infinity])'),
  'a Float64Array': list('new Float64Array([0.1, -0, NaN])'),
  'a BigInt64Array': list('new BigInt64Array([-(2n ** 63n)])'),
  'a BigUint64Array': list('new BigUint64Array([2n ** 64n - 1n])'),
  'a part of a buffer': list(`new Uint16Array(${BYTES}.buffer, 4, 3)`),
  'an ArrayBuffer': { make: `${BYTES}.buffer`, print: '(v) => [v instanceof ArrayBuffer, ...new Uint8Array(v)]' },
  'a DataView': {
    make: `new DataView(${BYTES}.buffer, 7, 3)`,
    print: '(v) => [v instanceof DataView, v.byteLength, v.getUint8(2)]',
  },
  'a URL': text('new URL("https://user@example.com:8080/ä?q=1#f")'),
  URLSearchParams: text('new URLSearchParams([["a", "1 2"], ["a", "&"], ["ü", ""]])'),
  Headers: list('new Headers([["b", "2"], ["a", "1"], ["set-cookie", "x=1"], ["set-cookie", "y=2"]])'),
  'a Blob': body(`new Blob([${BYTES}], { type: "image/png" })`, '[v instanceof Blob, v.type, ...await v.bytes()]'),
  'a File': body(
    `new File([${BYTES}], "ä.png", { type: "image/png", lastModified: 9 })`,
    '[v instanceof File, v.name, v.type, v.lastModified, ...await v.bytes()]',
  ),
  FormData: body(
    `(() => { const f = new FormData(); f.append("a", "1"); f.append("a", "\\r\\n"); f.append("f", new File([${BYTES}], "x")); return f; })()`,
    '[v.getAll("a"), v.get("f").name, ...await v.get("f").bytes()]',
  ),
  'a Request': body(REQUEST, '[v.url, v.method, v.headers.get("x-a"), ...await v.clone().bytes()]'),
  'a Response': body(RESPONSE, '[v.status, v.statusText, v.headers.getSetCookie(), ...await v.clone().bytes()]'),
  'a Response without a body': body('new Response(null, { status: 204 })', '[v.status, v.body]'),
  'an aborted AbortSignal': {
    make: 'AbortSignal.abort(new RangeError("late"))',
    print: '(v) => [v instanceof AbortSignal, v.aborted, v.reason instanceof RangeError, v.reason.message]',
  },
  'a DOMException': {
    make: 'new DOMException("slow", "TimeoutError")',
    print: '(v) => [v instanceof DOMException, v instanceof Error, v.name, v.message, v.code]',
  },
  'an Error': {
    make: 'Object.assign(new TypeError("t", { cause: new Map([[1, 2n]]) }), { code: "E", at: new Date(5) })',
    print: '(v) => [v instanceof TypeError, v.name, v.message, [...v.cause], v.code, v.at.getTime(), Object.keys(v)]',
  },
  'an AggregateError': {
    make: 'new AggregateError([new RangeError("one"), "two"], "all")',
    print: '(v) => [v instanceof AggregateError, v.message, v.errors[0] instanceof RangeError, v.errors[1]]',
  },
};

// oxlint-disable-next-line no-eval -- the same source as in the workflow
const evaluate = (source: string): any => (0, eval)(`(${source})`);

/** Workflows and steps that send the value over every boundary; each gives what it sees of it. */
function crossings({ make, print }: Kind): TestCode {
  const printHere = evaluate(print) as (value: unknown) => unknown;
  const makeHere = evaluate(`() => (${make})`) as () => unknown;
  return {
    workflows: {
      argument: fromText(`async (_, value) => await (${print})(value)`),
      toStep: fromText(`async ({ step }) => await step('print')(${make})`),
      fromStep: fromText(`async ({ step }) => await (${print})(await step('make')())`),
      result: fromText(`async () => (${make})`),
      hook: fromText(`async ({ createHook }) => await (${print})(await createHook({ token: 'values' }))`),
      chunk: fromText(`async ({ step }) => await step('write')()`),
      captured: fromText(
        `async ({ stepProxy }) => await stepProxy('step//./test//nested', () => ({ value: ${make} }))()`,
      ),
      bound: fromText(`async ({ step }) => await step('print').bind(undefined, ${make})()`),
      thrown: fromText(
        `async ({ step }) => await step('fail')().catch(async (error) => await (${print})(error.cause.value))`,
      ),
    },
    steps: {
      print: (value: unknown) => printHere(value),
      make: makeHere,
      async write() {
        await getWritable().getWriter().write(makeHere());
      },
      fail: Object.assign(
        () => {
          throw new Error('failed', { cause: { value: makeHere() } });
        },
        { maxRetries: 0 },
      ),
    },
  };
}

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  const printHere = evaluate(kind.print) as (value: unknown) => unknown;
  const makeHere = evaluate(`() => (${kind.make})`) as () => unknown;

  it('crosses from start() to the workflow, between workflow and steps, and to whoever waits for the run', async () => {
    // Headers in errors are masked, and two of the same name are to arrive.
    const harness = await createHarness(crossings(kind), { env: { WORKFLOW_MASK: '-set-cookie' } });
    await useClosure(
      harness,
      'nested',
      ({ value }) =>
        async () =>
          await printHere(value),
    );
    const { start } = harness;
    const expected = await printHere(makeHere());
    const run = async (name: string, ...args: unknown[]) => (await start(name, ...args)).returnValue;
    await expect(run('argument', makeHere())).resolves.toEqual(expected);
    await expect(run('toStep')).resolves.toEqual(expected);
    await expect(run('fromStep')).resolves.toEqual(expected);
    expect(await printHere(await run('result'))).toEqual(expected);
    await expect(run('captured')).resolves.toEqual(expected);
    await expect(run('bound')).resolves.toEqual(expected);
    if (!kind.isBody) await expect(run('thrown')).resolves.toEqual(expected);
  });

  it('crosses as the payload of a hook and as a chunk of a stream', async () => {
    const { start, untilEvent } = await createHarness(crossings(kind));
    const expected = await printHere(makeHere());
    const waiting = await start('hook');
    await untilEvent(waiting, 'hook_created');
    await resumeHook('values', makeHere());
    await expect(waiting.returnValue).resolves.toEqual(expected);
    const writing = await start('chunk');
    await writing.returnValue;
    const { value } = await getRun(writing.runId).readable.getReader().read();
    expect(await printHere(value)).toEqual(expected);
  });
});

describe('a Buffer of a step', () => {
  const steps: TestCode['steps'] = {
    read: () => Buffer.from('tea für zwei'),
    see: (bytes: unknown) => [Buffer.isBuffer(bytes), String(bytes), (bytes as Buffer).readUInt8(0)],
  };

  it('reads text in the workflow as in Node, and is a Buffer again in the next step and outside', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const bytes = await step('read')();
          const part = bytes.slice(0, 3);
          part[0] = 84;
          const texts = ['hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf-8'].map((name) => bytes.toString(name));
          const seen = [`${bytes}`, bytes.toString('utf8', 0, 3), JSON.stringify(part), bytes.equals(part)];
          return { texts, seen, later: await step('see')(bytes), bytes, size: bytes instanceof Uint8Array };
        },
      },
      steps,
    });
    const expected = Buffer.from('Tea für zwei');
    await expect((await harness.start('main')).returnValue).resolves.toEqual({
      texts: (['hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf8'] as const).map((name) =>
        expected.toString(name),
      ),
      seen: ['Tea für zwei', 'Tea', JSON.stringify(expected.subarray(0, 3)), false],
      later: [true, 'Tea für zwei', 84],
      bytes: expected,
      size: true,
    });
  });

  it('says so where only Node can answer', async () => {
    const harness = await createHarness({
      workflows: {
        main: async ({ step }) => {
          const bytes = await step('read')();
          const calls = [
            () => bytes.toString('utf16le'),
            () => bytes.includes('tea'),
            () => bytes.indexOf('tea'),
            () => bytes.lastIndexOf(bytes),
            () => bytes.fill('tea'),
          ];
          return calls.map((call) => {
            try {
              return call();
            } catch (error) {
              return (error as Error).message;
            }
          });
        },
      },
      steps,
    });
    const refusal = expect.stringContaining('[value_buffer_method]');
    await expect((await harness.start('main')).returnValue).resolves.toEqual([1, 2, 3, 4, 5].map(() => refusal));
  });
});
