/** The codec where workflows run: in a realm of its own, bundled as there, with nothing of Node. */
import { fileURLToPath } from 'node:url';
import { constants, createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import type { Codec } from './codec.ts';
import { createCodec } from './codec.ts';
import { FatalError, RetryableError } from './step-errors.ts';

const host = createCodec({ buffers: { is: Buffer.isBuffer, from: Buffer.from } });
let realm: typeof globalThis;
let inRealm: Codec;

beforeAll(async () => {
  realm = createContext(constants.DONT_CONTEXTIFY) as typeof globalThis;
  const script = await bundleFor('realmCodec', new URL('./codec.ts', import.meta.url));
  inRealm = runInContext(`${script}\nrealmCodec.createCodec()`, realm) as Codec;
});

async function bundleFor(name: string, entry: URL): Promise<string> {
  const bundle = await rolldown({ input: fileURLToPath(entry), platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'iife', name, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

const evaluate = (source: string): unknown => runInContext(`(${source})`, realm);

/** A value of the host as the realm gets it. */
const toRealm = (value: unknown): unknown => inRealm.decode(host.encode(value));
/** A value that is made in the realm, as the host decodes it. */
const fromRealm = (source: string): unknown => host.decode(inRealm.encode(evaluate(source)));

test.each<[string, unknown]>([
  ['Object', { a: 1 }],
  ['Array', [1]],
  ['Object', { late: undefined }],
  ['Array', [undefined]],
  ['Date', new Date(0)],
  ['RegExp', /a/],
  ['Map', new Map()],
  ['Set', new Set()],
  ['Uint8Array', new Uint8Array(3)],
  ['Uint8Array', Buffer.from('abc')],
  ['ArrayBuffer', new ArrayBuffer(2)],
  ['DataView', new DataView(new ArrayBuffer(2))],
  ['Error', new Error('e')],
  ['TypeError', new TypeError('e')],
  ['AggregateError', new AggregateError([], 'e')],
  ['Error', new FatalError('e')],
])('a value of the host is a true %s in the realm (case %#)', (name, value) => {
  const copy = toRealm(value);
  expect(copy).toBeInstanceOf((realm as unknown as Record<string, new () => unknown>)[name]!);
  expect(copy).not.toBeInstanceOf((globalThis as unknown as Record<string, new () => unknown>)[name]!);
});

test.each([
  '{ a: 1, list: [true, null, "x"] }',
  '{ late: undefined, big: 5n }',
  '[new Date(5), /a/g, new Map([[1, new Set([2])]]), new Uint8Array([1, 2])]',
  'Object.assign(new RangeError("far"), { limit: 3 })',
  'Object.create(null)',
])('%s of the realm is the same in the host', (source) => {
  // oxlint-disable-next-line no-eval -- the same source in the other realm
  const expected: unknown = (0, eval)(`(${source})`);
  const copy = fromRealm(source);
  if (expected instanceof Error) {
    expect(copy).toBeInstanceOf(RangeError);
    expect(copy).toMatchObject({ message: 'far', limit: 3 });
  } else expect(copy).toStrictEqual(expected);
});

test('both sides write the same payload for the same value', () => {
  for (const source of ['{ ok: true }', '[new Date(5), new Uint8Array([9, 8, 7, 6])]', 'new Map([[{}, -0]])']) {
    // oxlint-disable-next-line no-eval -- the same source in the other realm
    expect(inRealm.encode(evaluate(source))).toBe(host.encode((0, eval)(`(${source})`)));
  }
});

test('a fatal error stays fatal from host to realm and back, also where a workflow wrapped it', () => {
  const there = toRealm(new FatalError('no', { cause: new RetryableError('later', { retryAfter: 0 }) })) as FatalError;
  expect(FatalError.is(there)).toBe(true);
  const back = host.decode(inRealm.encode({ wrapped: there })) as { wrapped: FatalError };
  expect(back.wrapped).toBeInstanceOf(FatalError);
  expect(back.wrapped.cause).toBeInstanceOf(RetryableError);
  expect((back.wrapped.cause as RetryableError).retryAfter).toBeInstanceOf(Date);
});

test('a value of another realm that is encoded as it is comes back as a value of this one', () => {
  const foreign = evaluate(
    '({ list: [1], at: new Date(5), error: new TypeError("t"), bytes: new Uint8Array([1]).buffer })',
  );
  const copy = host.decode(host.encode(foreign)) as { error: unknown };
  expect(copy).toStrictEqual({
    list: [1],
    at: new Date(5),
    error: expect.any(TypeError) as unknown,
    bytes: new Uint8Array([1]).buffer,
  });
});

test('a value that the realm has no class for is refused by name', () => {
  expect(() => toRealm(new Headers())).toThrow(/^A stored Headers cannot be read here.*value_reference_unsupported/);
  expect(() => toRealm(new URL('https://example.com'))).toThrow(/URL is not defined.*value_payload_invalid/);
});
