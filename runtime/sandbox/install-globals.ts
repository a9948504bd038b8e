/** Installs the globals of a realm according to the table in `contract/sandbox-globals.ts`. */
import { SANDBOX_GLOBALS, SANDBOX_MEMBERS } from '../contract/sandbox-globals.ts';
import { fixLocale } from './fixed-locale.ts';
import { forbiddenGlobals } from './forbidden-globals.ts';
import { letGoOfHooks } from './hook-races.ts';
import { currentScope, host } from './run-scope.ts';
import { waitUntil } from './sleep.ts';
import { installStackFormat } from './stack-format.ts';
import { createWebGlobals } from './web/install-web.ts';
import { createWorkflowConsole } from './workflow-console.ts';
import { workflowCrypto } from './workflow-crypto.ts';
import { createWorkflowDate } from './workflow-date.ts';
import { createWorkflowFunction } from './workflow-function.ts';
import { workflowRandom } from './workflow-random.ts';
import { WorkflowWeakRef } from './workflow-weak-ref.ts';
import { workflowRuntime } from './workflow-runtime.ts';

/** The time of the last delivered event, in milliseconds since the epoch. */
const now = (): number => currentScope()?.nowMs ?? 0;

/** No timer can be set. */
const clearTimers = { clearTimeout() {}, clearInterval() {}, clearImmediate() {} };

/** Replaces and removes globals of the realm; returns the remaining ones by name, without `globalThis`. */
export function installGlobals(): Record<string, unknown> {
  installStackFormat();
  Object.defineProperty(Math, 'random', { value: workflowRandom });
  fixLocale(now);
  letGoOfHooks();
  defineGlobals({
    Date: createWorkflowDate(Date, now),
    ...createWebGlobals(host(), { now, sleep: (ms: number) => waitUntil(now() + ms) }),
    ...forbiddenGlobals(),
    ...clearTimers,
    Function: createWorkflowFunction(),
    WeakRef: WorkflowWeakRef,
    crypto: workflowCrypto,
    console: createWorkflowConsole(),
    fetch: workflowRuntime.fetch,
  });
  removeMembers();
  return keepNamed();
}

function defineGlobals(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, writable: false, enumerable: false, configurable: true });
  }
}

function removeMembers(): void {
  for (const { kind, names } of SANDBOX_MEMBERS) {
    if (kind !== 'absent') continue;
    for (const name of names) {
      const [owner, member] = name.split('.') as [string, string];
      Reflect.deleteProperty(Reflect.get(globalThis, owner) as object, member);
    }
  }
}

/**
 * Removes globals that the table does not name: a newer Node may have them, and another Node that replays the run may
 * not.
 */
function keepNamed(): Record<string, unknown> {
  const present = SANDBOX_GLOBALS.filter(({ kind }) => kind !== 'absent');
  const named = new Set(present.flatMap(({ names }) => names));
  const kept: Record<string, unknown> = {};
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!named.has(name)) Reflect.deleteProperty(globalThis, name);
    else if (name !== 'globalThis') kept[name] = Reflect.get(globalThis, name);
  }
  return kept;
}
