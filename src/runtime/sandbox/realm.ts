/**
 * The entry of the script that is evaluated once in each realm. It makes the realm deterministic and opens runs in it.
 *
 * How host and realm work together: the host puts an event into the mailbox with `post`, evaluates `__workflowTick__()`,
 * which delivers it, and V8 drains the realm's microtasks before that evaluation returns; then `collect` gives what the
 * run asked for. Nothing of the realm runs at any other time.
 */
import type { BundleExports } from '../contract/build.ts';
import type { Command } from '../journal/commands.ts';
import type { OutcomeEvent } from '../journal/events.ts';
import {
  createForbiddenTimers,
  createWorkflowConsole,
  createWorkflowDate,
  workflowCrypto,
  workflowRandom,
} from './deterministic-globals.ts';
import { freezeIntrinsics } from './freeze-intrinsics.ts';
import { decodeValue, encodeError, encodeValue, openRealmCodec } from './realm-codec.ts';
import type { RealmHost } from './realm-host.ts';
import { createRunGlobalPrototype } from './run-global.ts';
import { enterScope, RunScope, setHost, type RunIdentity } from './run-scope.ts';
import { installStackFormat } from './stack-format.ts';
import { cancelPending, settleCall } from './step-proxy.ts';
import { toStepProxy, toStepReference } from './step-reference.ts';
import { waitUntil } from './sleep.ts';
import { readBodyBytes } from './web/body-bytes.ts';
import { createWebGlobals } from './web/install-web.ts';
import { realmClasses } from './realm-classes.ts';
import { attachRespondWith } from './webhook.ts';
import { workflowRuntime } from './workflow-runtime.ts';
import { openReferencedStream } from './workflow-writable.ts';
import { toStreamReference } from '../values/stream-reference.ts';

type BundleFactory = (runGlobal: object, runtime: object) => BundleExports;

/** Host side's handle on the realm. */
export interface RealmControls {
  /** Gives the realm its bundle; returns the ids of the workflows in it. */
  useBundle(factory: BundleFactory): string[];
  openRun(identity: RunIdentity, input: string): OpenRun;
}

export interface OpenRun {
  readonly scope: RunScope;
  post(event: OutcomeEvent): void;
  collect(): Command[];
}

/** Built-ins that bring entropy or threads into a run. */
const REMOVED = [
  'WeakRef',
  'FinalizationRegistry',
  'SharedArrayBuffer',
  'Atomics',
  'WebAssembly',
  'gc',
  'escape',
  'unescape',
];

let bundle: BundleFactory | null = null;
let runGlobalPrototype: object | null = null;
let mailbox: { scope: RunScope; input: string; event: OutcomeEvent } | null = null;

export function createRealm(realmHost: RealmHost): RealmControls {
  setHost(realmHost);
  for (const name of REMOVED) Reflect.deleteProperty(globalThis, name);
  installStackFormat();
  const RealDate = Date;
  defineGlobals({ Date: createWorkflowDate(RealDate) });
  Object.defineProperty(Math, 'random', { value: workflowRandom });
  defineGlobals({
    ...createWebGlobals(realmHost, { now: () => Date.now(), sleep: (ms: number) => waitUntil(Date.now() + ms) }),
    ...createForbiddenTimers(),
    crypto: workflowCrypto,
    console: createWorkflowConsole(),
    fetch: workflowRuntime.fetch,
  });
  openRealmCodec({
    readBody: readBodyBytes,
    steps: { toReference: toStepReference, fromReference: toStepProxy },
    classes: realmClasses,
    attachReply: attachRespondWith,
    streams: { toReference: toStreamReference, fromReference: openReferencedStream },
  });
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'globalThis');
  const globals = Object.fromEntries(names.map((name) => [name, (globalThis as Record<string, unknown>)[name]]));
  runGlobalPrototype = createRunGlobalPrototype(globals);
  defineGlobals({ __workflowTick__: tick });
  freezeIntrinsics([...Object.values(globals), workflowRuntime, tick]);
  Object.freeze(globalThis);
  return { useBundle, openRun };
}

function defineGlobals(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, writable: false, enumerable: false, configurable: true });
  }
}

function useBundle(factory: BundleFactory): string[] {
  bundle = factory;
  return Object.keys(factory(Object.create(runGlobalPrototype) as object, workflowRuntime).load);
}

function openRun(identity: RunIdentity, input: string): OpenRun {
  const scope = new RunScope(identity);
  return {
    scope,
    post: (event) => {
      mailbox = { scope, input, event };
    },
    collect: () => {
      enterScope(null);
      const { commands } = scope;
      scope.commands = [];
      return commands;
    },
  };
}

/** Delivers what is in the mailbox; the run's code then goes on in the microtasks that follow. */
function tick(): void {
  if (!mailbox) return;
  const { scope, input, event } = mailbox;
  mailbox = null;
  enterScope(scope);
  scope.nowMs = Math.max(scope.nowMs, event.at);
  deliver(scope, input, event);
}

function deliver(scope: RunScope, input: string, event: OutcomeEvent): void {
  switch (event.type) {
    case 'run_started':
      scope.startedAtMs = event.at;
      void runWorkflow(scope, input);
      return;
    case 'step_completed':
      settleCall(event.call, (pending) => settleDecoded(event.payload, pending.resolve, pending.reject));
      return;
    case 'step_failed':
      settleCall(event.call, (pending) => settleDecoded(event.payload, pending.reject, pending.reject));
      return;
    case 'wait_completed':
      settleCall(event.call, (pending) => pending.resolve(undefined));
      return;
    case 'hook_received':
      scope.hooks.get(event.call)?.receive(event.payload);
      return;
    case 'hook_conflict':
      scope.hooks.get(event.call)?.conflict(event.token, event.heldBy);
      return;
    case 'run_cancel_requested':
      cancelPending(event.reason);
  }
}

function settleDecoded(payload: string, settle: (value: unknown) => void, reject: (error: unknown) => void): void {
  try {
    settle(decodeValue(payload));
  } catch (error) {
    reject(error);
  }
}

async function runWorkflow(scope: RunScope, input: string): Promise<void> {
  const { workflowId } = scope.identity;
  try {
    const { load } = bundle!(Object.create(runGlobalPrototype) as object, workflowRuntime);
    await load[workflowId]!();
    const workflow = scope.workflows.get(workflowId)!;
    const result = await workflow(...(decodeValue(input) as unknown[]));
    end(scope, { type: 'run_completed', payload: encodeValue(result, 'result') });
  } catch (error) {
    end(scope, { type: 'run_failed', payload: encodeError(error) });
  }
}

function end(scope: RunScope, command: Command): void {
  scope.ask(scope.cancelled ? { type: 'run_cancelled' } : command);
  scope.ended = true;
  scope.pending.clear();
  scope.hooks.clear();
}
