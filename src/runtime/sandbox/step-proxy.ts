/** The function that stands for a step in the workflow view. */
import type { CompiledSandbox } from '../contract/compiled.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { StepCallOptions } from '../journal/events.ts';
import { encodeStepInput } from './realm-codec.ts';
import { requireScope } from './run-scope.ts';

type Capture = () => Record<string, unknown> | undefined;
type Options = { maxRetries?: unknown };

export const stepProxy: CompiledSandbox['stepProxy'] = (stepName, capture, target, takesThis) => {
  const proxy = function (this: unknown, ...args: unknown[]): Promise<unknown> {
    const self = takesThis ? this : undefined;
    return callStep({ stepName, self, args, capture, options: (target ?? proxy) as Options });
  };
  Object.defineProperty(proxy, 'name', { value: toFunctionName(stepName) });
  // What the user has in hand is the target, so that is what can be passed as a value.
  for (const fn of new Set<object>([proxy, target ?? proxy])) {
    Object.defineProperty(fn, 'stepId', { value: stepName });
    if (capture) Object.defineProperty(fn, CAPTURE, { value: capture });
  }
  return proxy;
};

/** `step//./orders//Shop.charge` → `charge`. */
const toFunctionName = (stepName: string): string => /[^/.#]+$/.exec(stepName)?.[0] ?? '';

/** Where a proxy keeps how its captured values are read, so that it can travel as a value together with them. */
export const CAPTURE = Symbol('capture');

interface StepCall {
  stepName: string;
  self: unknown;
  args: unknown[];
  capture: Capture | undefined;
  options: Options;
}

async function callStep({ stepName, self, args, capture, options }: StepCall): Promise<unknown> {
  const scope = requireScope();
  const payload = encodeStepInput({ args, captured: capture?.(), self });
  const call = scope.nextCall();
  scope.ask({ type: 'step_created', call, name: stepName, payload, ...readOptions(options) });
  return await waitForOutcome(call);
}

function readOptions({ maxRetries }: Options): { options?: StepCallOptions } {
  return typeof maxRetries === 'number' ? { options: { maxRetries } } : {};
}

/** A promise of the outcome of a call that was just asked for. */
export function waitForOutcome(call: number): Promise<unknown> {
  const scope = requireScope();
  if (scope.ended) return new Promise(() => {});
  return new Promise((resolve, reject) => {
    scope.pending.set(call, { resolve, reject });
  });
}

/** Delivers the outcome of a call; one that nobody waits for (any more) is dropped. */
export function settleCall(
  call: number,
  settle: (pending: { resolve(v: unknown): void; reject(e: unknown): void }) => void,
): void {
  const scope = requireScope();
  const pending = scope.pending.get(call);
  scope.pending.delete(call);
  if (pending) settle(pending);
}

/** Rejects everything the run waits for, so that its `finally` blocks run. */
export function cancelPending(reason: string | undefined): void {
  const scope = requireScope();
  scope.cancelled = true;
  const error = runtimeError('run_cancelled', { runId: scope.identity.runId, reason });
  const waiting = [...scope.pending.values()];
  scope.pending.clear();
  for (const pending of waiting) pending.reject(error);
  for (const hook of scope.hooks.values()) hook.cancel(error);
}
