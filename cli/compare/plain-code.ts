/** Takes the place of the runtime where a workflow runs as plain code: bundles import it as `workflow:plain`. */
import { WorkflowError } from '../../runtime/contract/errors.ts';
import type { Hook, HookOptions } from '../../runtime/contract/hooks.ts';
import { runtimeError } from '../../runtime/contract/runtime-errors.ts';
import { type Ending, FollowedCall, type PassTime, presentStep } from './followed-call.ts';
import type { WorkflowCall, CallReport } from './run-calls.ts';

type AnyFunction = (...args: never[]) => unknown;

/** Waits for a payload of a hook. */
interface Waiting {
  take(payload: unknown): void;
  fail(reason: Error): void;
}

/** The call of this process that goes on. */
interface PlainCall {
  call: FollowedCall;
  workflowId: string;
  startedAt: Date;
  /** Ends what goes on, and begins again with other arguments. */
  continueAs(args: unknown[]): void;
  sleeps: { dueMs: number; end(): void }[];
  /** Milliseconds since the epoch, of which only those count that are slept through. */
  nowMs: number;
  /** Who waits, for each hook. */
  hooks: Waiting[][];
  payloads: unknown[];
}

const workflows = new Map<string | undefined, AnyFunction>();
let present: PlainCall;

/** The call that goes on. */
export const presentCall = (): PlainCall => present;

/** Keeps a workflow of the bundle. */
export function workflowFound(id: string, fn: AnyFunction, self?: object): void {
  Object.defineProperty(fn, 'workflowId', { value: id, configurable: true });
  workflows.set(id, self ? fn.bind(self) : fn);
}

/** The body of a step. Steps that a step calls are a part of it, as they are in a run. */
export const stepCalled: FollowedCall['step'] = async (id, args, run) =>
  presentStep.getStore() ? await run() : await present.call.step(id, args, run);

/** An arrow function that is a step. */
export const followed = <Step extends AnyFunction>(id: string, fn: Step): Step =>
  new Proxy(fn, {
    apply: (target, self, args) => stepCalled(id, args, () => Reflect.apply(target, self, args)),
  });

/** @throws Error when it is no workflow of this bundle. */
export function findWorkflow({ workflowId }: { workflowId?: string }): AnyFunction {
  const found = workflows.get(workflowId);
  if (found) return found;
  throw new Error(`Plain code can only start workflows that it imports, and not ${workflowId}.`);
}

/** The codes of errors about things that only a run has. */
const NEEDS_RUN: readonly string[] = ['context_not_in_workflow', 'context_not_durable'];

/** Runs a workflow to its end. */
export async function runPlain({ workflowId, args, payloads }: WorkflowCall): Promise<CallReport> {
  const call = new FollowedCall();
  const nowMs = Date.now();
  present = {
    call,
    workflowId,
    startedAt: new Date(nowMs),
    continueAs: () => {},
    sleeps: [],
    nowMs,
    hooks: [],
    payloads: [...payloads],
  };
  const ending = await call.end(runToEnd(findWorkflow({ workflowId }), args), passTime);
  const { value } = ending;
  const isBeyond = ending.kind === 'threw' && WorkflowError.is(value) && NEEDS_RUN.includes(value.code);
  return isBeyond ? { why: value.message } : { text: call.report(ending) };
}

async function runToEnd(workflow: AnyFunction, args: unknown[]): Promise<Ending> {
  const next = Promise.withResolvers<{ args: unknown[] }>();
  present.continueAs = (given) => next.resolve({ args: given });
  const ended = await Promise.race([settle(async () => await workflow(...(args as never[]))), next.promise]);
  return 'args' in ended ? await runToEnd(workflow, ended.args) : ended;
}

const settle = (run: () => Promise<unknown>): Promise<Ending> =>
  run().then(
    (value) => ({ kind: 'returned', value }),
    (value) => ({ kind: 'threw', value }),
  );

const passTime: PassTime = async () => {
  const { hooks, payloads, sleeps } = present;
  const waiting = hooks.find(({ length }) => length > 0);
  if (waiting && payloads.length > 0) {
    const payload = payloads.shift();
    for (const { take } of waiting.splice(0)) take(payload);
    return 'passed';
  }
  const [first] = sleeps.sort((a, b) => a.dueMs - b.dueMs);
  if (!first) return { waitsFor: waiting ? 'a hook' : 'a promise' };
  sleeps.shift();
  present.nowMs = Math.max(present.nowMs, first.dueMs);
  first.end();
  return 'passed';
};

/** All that await the hook while nothing has come get the same next payload. */
export function openHook<T>({ token = crypto.randomUUID() }: HookOptions = {}): Hook<T> {
  const waiting: Waiting[] = [];
  present.hooks.push(waiting);
  let isOpen = true;
  const next = (): Promise<T> =>
    new Promise((take, fail) => {
      if (isOpen) waiting.push({ take, fail });
      else fail(runtimeError('hook_disposed', { token }));
    });
  const dispose = (): void => {
    isOpen = false;
    for (const { fail } of waiting.splice(0)) fail(runtimeError('hook_disposed', { token }));
  };
  return {
    token,
    // oxlint-disable-next-line unicorn/no-thenable -- hooks are awaited
    then: (resolve, reject) => next().then(resolve, reject),
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) yield await next();
      } catch {
        // Disposed: nothing else fails here.
      }
    },
    getConflict: async () => null,
    dispose,
    [Symbol.dispose]: dispose,
  };
}
