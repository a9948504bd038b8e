/** A realm with only ECMAScript and our Web types, to compare them with Node's own. */
import vm from 'node:vm';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect } from 'vitest';
import { webHost } from '../runtime/replay/web-host.ts';
import type { WebHost } from '../runtime/sandbox/web/web-host.ts';

/** Defined in both realms: shows any value as text, with all the differences that a user could observe. */
const SHOW = `
function show(value, seen = []) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (seen.includes(value)) return '<' + seen.indexOf(value) + '>';
  const inner = (part) => show(part, [...seen, value]);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const keys = Object.keys(value).map((key) => key + ':' + inner(value[key]));
  if (value instanceof Error) return [value.constructor.name, value.name, value.message, ...keys, 'cause' in value ? inner(value.cause) : ''].join('|');
  if (ArrayBuffer.isView(value)) return tag + value.byteOffset + '[' + (tag === 'DataView' ? inner(value.buffer) : Array.from(value)) + ']';
  if (tag === 'ArrayBuffer') return tag + value.maxByteLength + '[' + new Uint8Array(value) + ']';
  if (tag === 'Date') return tag + value.getTime();
  if (tag === 'RegExp' || ['Number', 'String', 'Boolean', 'BigInt'].includes(tag)) return tag + String(value);
  if (tag === 'Map' || tag === 'Set') return tag + '{' + [...value].map(inner) + '}';
  if (Array.isArray(value)) return '[' + value.length + ';' + keys + ']';
  return tag + '{' + keys + '}';
}
`;

/** A durable wait of the code under test. */
export interface Wait {
  ms: number;
  /** Ends the wait and lets the code that waited for it run. */
  finish(): void;
}

/** The realm, with ways to run code in it. */
export interface WebRealm {
  /**
   * Runs an expression or, if it contains `return`, the body of an async function. Returns the text of its value or of
   * the error that it threw; `waits` when it has not ended.
   */
  run(code: string): string;
  /** Expects that code gives the same result here as with Node's own types. */
  sameAsNode(code: string): Promise<void>;
  /** A string that `code` evaluates to. */
  read(code: string): string;
  readonly waits: Wait[];
  nowMs: number;
}

/** Bundles the Web types as the build does, and opens a realm with them as its globals. */
export async function openWebRealm(): Promise<WebRealm> {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { microtaskMode: 'afterEvaluate' });
  const evaluate = (code: string): unknown => vm.runInContext(code, context);
  evaluate(await bundleWebTypes());
  evaluate(SHOW);
  const waits: Wait[] = [];
  const read = (code: string): string => String(evaluate(code));
  const sameAsNode = async (code: string): Promise<void> => expect(run(code)).toBe(await runInNode(code));
  const realm = { nowMs: 1_700_000_000_000, waits, run, sameAsNode, read };
  const install = evaluate(INSTALL) as (
    host: WebHost,
    now: () => number,
    onSleep: (ms: number, wake: () => void) => void,
  ) => void;
  install(
    webHost,
    () => realm.nowMs,
    (ms, wake) => {
      const finish = (): void => {
        wake();
        evaluate('undefined');
      };
      waits.push({ ms, finish });
    },
  );

  function run(code: string): string {
    evaluate(`globalThis.__shown = 'waits'; ${toTask(code)}.then((shown) => { globalThis.__shown = shown; });`);
    return read('globalThis.__shown');
  }

  return realm;
}

/** Runs the same code with Node's own types. It may use `value`. */
export function runInNode(code: string, value?: unknown): Promise<string> {
  const task = vm.runInThisContext(`(value) => { ${SHOW}; return ${toTask(code)}; }`) as (
    value: unknown,
  ) => Promise<string>;
  return task(value);
}

/** An error is shown by its name only: the texts differ between implementations. */
function toTask(code: string): string {
  const body = /\breturn\b/.test(code) ? code : `return ${code};`;
  return `(async () => { ${body} })().then(show, (error) => 'throws ' + (error?.name ?? show(error)))`;
}

const INSTALL = `(host, now, onSleep) => {
  const sleep = (ms) => new Promise((resolve) => onSleep(ms, resolve));
  const globals = webTypes.createWebGlobals(host, { now, sleep });
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value });
  Object.defineProperty(globalThis, 'codec', { value: webTypes.createCodec({ readBody: webTypes.readBodyBytes }) });
  webTypes.freezeIntrinsics(Object.values(globals));
}`;

/** The modules that the real realm contains as well. */
const BUNDLED = [
  'sandbox/web/install-web.ts',
  'sandbox/web/body-bytes.ts',
  'sandbox/freeze-intrinsics.ts',
  'values/codec.ts',
];

async function bundleWebTypes(): Promise<string> {
  const toPath = (file: string): string => fileURLToPath(new URL(`../runtime/${file}`, import.meta.url));
  const entry = BUNDLED.map((file) => `export * from ${JSON.stringify(toPath(file))};`).join('\n');
  const bundle = await rolldown({
    input: 'web-types',
    plugins: [
      {
        name: 'web-types-entry',
        resolveId: (id) => (id === 'web-types' ? id : null),
        load: (id) => (id === 'web-types' ? entry : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'webTypes' });
  await bundle.close();
  return output[0].code;
}
