/** Step functions in workflow code: proxies that ask the runtime, and can be passed on as values. */
import type { StepFunction } from '../contract/build.ts';
import type { CompiledSandbox } from '../contract/compiled.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { AskedCommand } from '../journal/commands.ts';
import { bindReference, toStoredReference } from '../values/bind-reference.ts';
import type { StepReference } from '../values/codec-environment.ts';
import { readStepOptions } from '../values/step-options.ts';
import { realmClasses } from './realm-classes.ts';
import { encodeStepInput } from './realm-codec.ts';
import { type PendingCall, requireScope } from './run-scope.ts';

/** See {@link CompiledSandbox.stepProxy}. */
export const stepProxy: CompiledSandbox['stepProxy'] = (stepName, capture, target, takesThis, length) => {
  const reference = new CompiledReference(stepName, capture, takesThis);
  const proxy = target ? createCaller(reference, target) : createStepProxy(reference);
  // The user has the target, so the target must be usable as a value.
  if (target) markProxy(target, reference);
  if (length) setLength(target ?? proxy, length);
  return proxy;
};

type Capture = Parameters<CompiledSandbox['stepProxy']>[1];

/**
 * The reference of a step in the code. A class, because V8 makes a hidden class of its own for each literal with a
 * getter, which keeps the run in memory until the next full collection.
 */
class CompiledReference implements StepReference {
  readonly stepId: string;
  readonly takesThis: StepReference['takesThis'];
  readonly #capture: Capture;

  constructor(stepId: string, capture: Capture, takesThis: boolean | undefined) {
    this.stepId = stepId;
    this.takesThis = takesThis || undefined;
    this.#capture = capture;
  }

  get captured(): StepReference['captured'] {
    return this.#capture?.();
  }
}

/** Libraries such as those that curry look at how many parameters a function has. */
function setLength(fn: object, value: number): void {
  Object.defineProperty(fn, 'length', { value, configurable: true });
}

/** The property in which a proxy keeps its reference, so that it can be passed as a value. */
const REFERENCE = Symbol('reference');

/**
 * Makes a proxy for the step of a reference. All parts but the id are read at the call.
 * @param options The function with the options of the step. Default: the proxy itself.
 */
function createStepProxy(reference: StepReference, options?: object): StepFunction {
  const proxy = function (this: unknown, ...args: unknown[]): Promise<unknown> {
    return callStep({ reference, self: this, args, options: options ?? proxy, isDeclared: false });
  };
  Object.defineProperty(proxy, 'name', { value: toFunctionName(reference.stepId) });
  markProxy(proxy, reference);
  return proxy;
}

/** Makes the function that a declared step calls: nobody else has it, so it need not be usable as a value. */
function createCaller(reference: StepReference, options: object): StepFunction {
  return function (this: unknown, ...args: unknown[]): Promise<unknown> {
    return callStep({ reference, self: this, args, options, isDeclared: true });
  };
}

function markProxy(fn: object, reference: StepReference): void {
  // One by one: each run marks all steps of its bundle, and this takes a third of the time of `defineProperties`.
  Object.defineProperty(fn, 'stepId', { value: reference.stepId });
  Object.defineProperty(fn, REFERENCE, { value: reference });
  Object.defineProperty(fn, 'bind', { value: bindStep });
}

function bindStep(
  this: { [REFERENCE]: StepReference; length: number },
  self: unknown,
  ...args: unknown[]
): StepFunction {
  const { [REFERENCE]: reference, length } = this;
  const bound = createStepProxy(bindReference(reference, reference.takesThis ? self : undefined, args), this);
  if (length > args.length) setLength(bound, length - args.length);
  return bound;
}

/** The reference of a step function; `null` when `fn` is not a step. */
export function toStepReference(fn: object): StepReference | null {
  const { [REFERENCE]: reference } = fn as { [REFERENCE]?: StepReference };
  return reference === undefined ? null : toStoredReference(reference);
}

/**
 * A proxy for a step function that was passed as a value. Its parts are read at the call, because values may be cyclic.
 */
export const toStepProxy = (reference: StepReference): object => createStepProxy(reference);

/** `step//./orders//Shop.charge` → `charge`. */
const toFunctionName = (stepName: string): string => /[^/.#]+$/.exec(stepName)?.[0] ?? '';

type StepCommand = Extract<AskedCommand, { type: 'step_created' }>;

interface StepCall {
  reference: StepReference;
  self: unknown;
  args: unknown[];
  /** The function that has the options of the step. */
  options: object;
  isDeclared: boolean;
}

/** Calls a step. No async function, which makes three times as many objects: a run may call many thousands at once. */
function callStep(call: StepCall): Promise<unknown> {
  try {
    // In journals of before, what follows the result came one microtask later than this promise is settled.
    return waitForOutcome(ask(call), call.reference.stepId).then(undefined);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** @returns The number of the call. */
function ask({ reference, self, args, options, isDeclared }: StepCall): number {
  const scope = requireScope();
  const { stepId, captured, takesThis, bound } = reference;
  if (takesThis && typeof self === 'function') refuseUnknownClass(stepId, self);
  const payload = encodeStepInput({
    args: bound === undefined ? args : [...bound.args, ...args],
    captured,
    self: bound === undefined ? takesThis && self : bound.self,
  });
  const given = readStepOptions(stepId, options);
  const call = scope.nextCall();
  const command: StepCommand = { type: 'step_created', call, name: stepId, payload };
  if (Object.keys(given).length > 0) command.options = given;
  scope.ask(command, isDeclared);
  return call;
}

/** Of a static member: the steps must find the class that it is called on. */
function refuseUnknownClass(stepName: string, called: object): void {
  if (realmClasses.idOf(called) !== undefined || toStepReference(called)) return;
  throw runtimeError('step_class_unknown', { stepName, className: (called as { name?: unknown }).name });
}

/** A promise of the outcome of a call that was just asked for. @param stepName Of a step. */
export function waitForOutcome(call: number, stepName?: string): Promise<unknown> {
  const scope = requireScope();
  if (scope.ended) return new Promise(() => {});
  return new Promise((resolve, reject) => {
    scope.pending.set(call, stepName === undefined ? { resolve, reject } : { resolve, reject, stepName });
  });
}

/** Delivers the outcome of a call. An outcome that nobody waits for (any more) is dropped. */
export function settleCall(call: number, settle: (pending: PendingCall) => void): void {
  const scope = requireScope();
  const pending = scope.pending.get(call);
  scope.pending.delete(call);
  if (pending) settle(pending);
}
