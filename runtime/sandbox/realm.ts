/**
 * The entry of the script that each realm evaluates once. It makes the realm deterministic and opens runs in it.
 *
 * Host and realm work together like this: the host puts an event into the mailbox with `post` and evaluates
 * `__workflowTick__()`, which delivers it. V8 drains the realm's microtasks before that evaluation returns. Then
 * `collect` returns the commands of the run. No code of the realm runs at any other time.
 */
import type { BundleExports } from '../contract/build.ts';
import type { AskedCommand } from '../journal/commands.ts';
import type { OutcomeEvent, RunContinued } from '../journal/events.ts';
import { freezeIntrinsics } from './freeze-intrinsics.ts';
import { guardHost } from './guard-host.ts';
import { HookChannel, HookIterator } from './hook.ts';
import { HookWait } from './hook-wait.ts';
import { installGlobals } from './install-globals.ts';
import { decodeValue, encodeError, encodeValue, openRealmCodec } from './realm-codec.ts';
import type { RealmHost } from './realm-host.ts';
import { createRunGlobalPrototype } from './run-global.ts';
import { enterScope, requireScope, RunScope, setHost, type RunIdentity } from './run-scope.ts';
import type { TracedPlace } from './call-trace.ts';
import { resetStackLimit } from './stack-format.ts';
import { ChildRun, toChildFailure } from './child-run.ts';
import { findFailedStep, noteStepError } from './step-errors.ts';
import { settleCall, toStepProxy, toStepReference } from './step-proxy.ts';
import { stopRun, toStopCommand } from './stop-run.ts';
import { RunList, storedValues } from './stored-list.ts';
import { readBodyBytes } from './web/body-bytes.ts';
import { realmClasses, realmErrors } from './realm-classes.ts';
import { realmHandles, RunHandle } from './realm-handles.ts';
import { attachRespondWith } from './webhook.ts';
import { abortOutsideSignal } from './workflow-signals.ts';
import { workflowRuntime } from './workflow-runtime.ts';
import { openReferencedStream } from './workflow-writable.ts';
import { toStreamReference } from '../values/stream-reference.ts';

type BundleFactory = (runGlobal: object, runtime: object) => BundleExports;

/** The host's handle on the realm. */
export interface RealmControls {
  /** Gives the realm its bundle; returns the ids of the bundle's workflows. */
  useBundle(factory: BundleFactory): string[];
  openRun(identity: RunIdentity, input: string): OpenRun;
}

/** The host's handle on one run in the realm. */
export interface OpenRun {
  readonly scope: RunScope;
  post(event: OutcomeEvent | RunContinued): void;
  collect(): { commands: AskedCommand[]; places: (TracedPlace | null)[] };
}

let bundle: BundleFactory | null = null;
let runGlobalPrototype: object | null = null;
let mailbox: { scope: RunScope; input: string; event: OutcomeEvent | RunContinued } | null = null;

/** Sets up a new realm, in which no user code has run, and freezes it. */
export function createRealm(realmHost: RealmHost): RealmControls {
  setHost(guardHost(realmHost));
  const globals = installGlobals();
  openRealmCodec({
    readBody: readBodyBytes,
    steps: { toReference: toStepReference, fromReference: toStepProxy },
    classes: realmClasses,
    errors: realmErrors,
    handles: realmHandles,
    attachReply: attachRespondWith,
    announceAbort: (signal, payload) => requireScope().ask({ type: 'signal_aborted', signal, payload }),
    streams: { toReference: toStreamReference, fromReference: openReferencedStream },
    stored: storedValues,
  });
  runGlobalPrototype = createRunGlobalPrototype(globals);
  // The entry for the host. The mailbox is empty when workflow code calls it.
  Object.defineProperty(globalThis, '__workflowTick__', { value: tick });
  const classes = [HookChannel, HookIterator, HookWait, ChildRun, RunHandle, RunList];
  freezeIntrinsics([...Object.values(globals), workflowRuntime, ...classes, tick]);
  Object.freeze(globalThis);
  return { useBundle, openRun };
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
      const { commands, places } = scope;
      scope.commands = [];
      scope.places = [];
      return { commands, places };
    },
  };
}

/** Delivers the event in the mailbox; the run's code continues in the microtasks that follow. */
function tick(): void {
  if (!mailbox) return;
  const { scope, input, event } = mailbox;
  mailbox = null;
  enterScope(scope);
  resetStackLimit();
  scope.nowMs = Math.max(scope.nowMs, event.at);
  deliver(scope, input, event);
}

function deliver(scope: RunScope, input: string, event: OutcomeEvent | RunContinued): void {
  switch (event.type) {
    case 'run_started':
      scope.startedAtMs = event.at;
      void (scope.identity.onlyLoads ? loadModules(scope, scope.identity.onlyLoads) : runWorkflow(scope, input));
      return;
    case 'run_continued':
      scope.continueFrom(event);
      void runWorkflow(scope, event.payload);
      return;
    case 'step_completed':
      settleCall(event.call, (pending) => settleDecoded(event.payload, pending.resolve, pending.reject));
      return;
    case 'step_failed':
      settleCall(event.call, ({ reject, stepName }) => {
        const fail = (error: unknown): void => {
          noteStepError(error, { call: event.call, name: stepName! });
          reject(error);
        };
        settleDecoded(event.payload, fail, fail);
      });
      return;
    case 'wait_completed':
      settleCall(event.call, (pending) => pending.resolve(undefined));
      return;
    case 'child_completed':
      settleCall(event.call, (pending) => settleDecoded(event.payload, pending.resolve, pending.reject));
      return;
    case 'child_failed':
      settleCall(event.call, (pending) => pending.reject(toChildFailure(event)));
      return;
    case 'hook_received':
      (scope.hooks.get(event.call) ?? scope.carriedHook(event.call))?.receive(event.payload);
      return;
    case 'hook_conflict':
      (scope.hooks.get(event.call) ?? scope.carriedHook(event.call))?.conflict(event.token, event.heldBy);
      return;
    case 'signal_received':
      settleDecoded(
        event.payload,
        (reason) => abortOutsideSignal(event.name, reason),
        (reason) => abortOutsideSignal(event.name, reason),
      );
      return;
    case 'run_cancel_requested':
      stopRun(event);
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
    await openBundle(scope).load[workflowId]!();
    const workflow = scope.workflows.get(workflowId)!;
    const result = await workflow(...(decodeValue(input) as unknown[]));
    end(scope, { type: 'run_completed', payload: encodeValue(result, 'result') });
  } catch (error) {
    const step = findFailedStep(error);
    end(scope, { type: 'run_failed', payload: encodeError(error), ...(step && { step }) });
  }
}

/** Each run has modules and a global object of its own. */
function openBundle(scope: RunScope): BundleExports {
  scope.runGlobal = Object.create(runGlobalPrototype) as object;
  return bundle!(scope.runGlobal, workflowRuntime);
}

/** Evaluates the modules of workflows, and nothing else; the errors that they throw are the result of the run. */
async function loadModules(scope: RunScope, workflowIds: readonly string[]): Promise<void> {
  const { load } = openBundle(scope);
  const failures: { workflowId: string; error: string; stack: string }[] = [];
  for (const workflowId of workflowIds) {
    try {
      await load[workflowId]!();
    } catch (error) {
      failures.push({ workflowId, error: String(error), stack: error instanceof Error ? (error.stack ?? '') : '' });
    }
  }
  end(scope, { type: 'run_completed', payload: encodeValue(failures, 'result') });
}

function end(scope: RunScope, command: AskedCommand): void {
  scope.ask(scope.stopped ? toStopCommand(scope.stopped) : command);
  scope.close();
}
