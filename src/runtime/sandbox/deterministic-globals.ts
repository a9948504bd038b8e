/**
 * Globals whose result would differ on replay, made to depend on the journal instead: time is that of the last event,
 * randomness comes from the run's seed. They replace the realm's own, constructors included, once for the whole realm.
 */
import { runtimeError } from '../contract/runtime-errors.ts';
import { encodePrintable } from './realm-codec.ts';
import { currentScope, host, requireScope } from './run-scope.ts';

const now = (): number => currentScope()?.nowMs ?? 0;

/** A `Date` that tells workflow time; everything else about it is the realm's own `Date`. */
export function createWorkflowDate(RealDate: DateConstructor): DateConstructor {
  function WorkflowDate(this: unknown, ...args: unknown[]): unknown {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, args.length === 0 ? [now()] : args, new.target);
  }
  Object.defineProperties(WorkflowDate, {
    name: { value: 'Date' },
    length: { value: 7 },
    prototype: { value: RealDate.prototype, writable: false },
    now: { value: () => now() },
    parse: { value: RealDate.parse },
    UTC: { value: RealDate.UTC },
  });
  Object.defineProperty(RealDate.prototype, 'constructor', { value: WorkflowDate });
  return WorkflowDate as unknown as DateConstructor;
}

/** `Math.random` from the run's seed (sfc32: small, fast, passes the usual test batteries). */
export function workflowRandom(): number {
  const scope = currentScope();
  if (!scope) return 0.5;
  scope.random ??= createSfc32(host().seedRandom(scope.identity.seed));
  return scope.random();
}

function createSfc32(seed: Uint32Array): () => number {
  let [a, b, c, counter] = [seed[0]! | 0, seed[1]! | 0, seed[2]! | 0, seed[3]! | 0];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
}

function takeRandomByte(): number {
  const scope = requireScope();
  if (scope.randomBytes.length === 0) {
    scope.randomBytes = Array.from(host().randomBlock(scope.identity.seed, scope.randomBlocks++));
  }
  return scope.randomBytes.pop()!;
}

/** The part of Web Crypto that makes randomness; unguessable, and the same on replay. */
export const workflowCrypto = Object.freeze({
  getRandomValues<View extends ArrayBufferView>(view: View): View {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = takeRandomByte();
    return view;
  },
  randomUUID(): string {
    const bytes = Array.from({ length: 16 }, takeRandomByte);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  },
});

const CONSOLE_METHODS = ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const;

/** A console that prints each line once, however often the run is replayed. */
export function createWorkflowConsole(): Record<string, (...args: unknown[]) => void> {
  const console: Record<string, (...args: unknown[]) => void> = {};
  for (const level of CONSOLE_METHODS) {
    console[level] = (...args) => {
      const scope = currentScope();
      if (!scope?.replaying) host().print(level, encodePrintable(args));
    };
  }
  return Object.freeze(console);
}

const TIMERS = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
] as const;

/** Timers that say what to use instead. */
export function createForbiddenTimers(): Record<string, () => never> {
  return Object.fromEntries(
    TIMERS.map((name) => [
      name,
      () => {
        throw runtimeError('sandbox_global_unavailable', { name: `${name}()` });
      },
    ]),
  );
}
