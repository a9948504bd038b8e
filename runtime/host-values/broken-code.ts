/** Loads the code of steps. A stand-in takes the place of code that cannot be loaded: only steps that need it fail. */
import type { LoadStepsOptions, RegisteredStep } from '../contract/build.ts';
import type { CompiledHost, StepFile } from '../contract/compiled.ts';
import type { Layer } from '../contract/layers.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { mapStack } from '../stacks/stack-places.ts';
import { stepContext } from './step-context.ts';

/** Makes the error for a use of code that could not be loaded. */
type Refuse = (cause: unknown) => Error;

/** Modules that the log has named, with the reason. Some are asked for at each call of a step, or after each edit. */
const named = new Map<string, string>();

function tellOnce(name: string, reason: string, text: string, ...details: unknown[]): void {
  if (named.get(name) !== reason) console.error(`[workflow] ${text}`, ...details);
  named.set(name, reason);
}

const stepNameNow = (): string | null => stepContext.getStore()?.stepName ?? null;

/** See {@link CompiledHost.loadPackage}. */
export const loadPackage: CompiledHost['loadPackage'] = (packageName, names, load) =>
  loadLate({ name: `package "${packageName}"`, names, load }, (cause) => {
    const found = { stepName: stepNameNow(), packageName, reason: firstLine(cause) };
    return runtimeError('step_package_broken', found, cause);
  });

/** See {@link CompiledHost.loadFile}. */
export const loadFile: CompiledHost['loadFile'] = (file, names, load) =>
  loadLate({ name: `file "${file}"`, names, load }, (cause) => {
    const found = { stepName: stepNameNow(), file, reason: firstLine(cause) };
    return runtimeError('step_module_broken', found, cause);
  });

interface LateModule {
  name: string;
  /** The exports that are used. */
  names: readonly string[];
  load(): Promise<object>;
}

async function loadLate({ name, names, load }: LateModule, refuse: Refuse): Promise<object> {
  try {
    return withExports(names, await load(), refuse);
  } catch (error) {
    const reason = firstLine(error);
    tellOnce(name, reason, `The ${name} cannot be loaded; steps that use it fail: ${reason}`);
    return brokenModule(() => refuse(error));
  }
}

/** Where a static import would have failed or would have found a property of a CommonJS module, so does this. */
function withExports(names: readonly string[], module: object, refuse: Refuse): object {
  const missing = names.filter((name) => !(name in module));
  if (missing.length === 0) return module;
  const { default: whole } = module as { default?: unknown };
  const found = missing.map((name) => {
    const holds = isObject(whole) && name in whole;
    const value = holds ? whole[name] : brokenExport(() => refuse(new SyntaxError(`It has no export "${name}"`)));
    return [name, { value }] as const;
  });
  return Object.create(module, Object.fromEntries(found)) as object;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** A module with every export that is asked for. */
function brokenModule(toError: () => Error): object {
  const standIn = brokenExport(toError);
  // A promise that resolves to it asks whether it is a promise.
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : standIn), has: () => true });
}

/** Whoever uses it gets the error. */
function brokenExport(toError: () => Error): object {
  const refuse = (): never => {
    throw toError();
  };
  return new Proxy(function () {}, { get: refuse, set: refuse, has: refuse, apply: refuse, construct: refuse });
}

/** Loads one file by a function that evaluates it. */
type LoadStepFile = (file: StepFile, load: () => Promise<unknown>) => Promise<void>;

/**
 * A function that loads files that register steps. When a file throws, its steps become functions that throw
 * `step_module_broken`, and the log says so.
 * @param layer That of the files, if they have one.
 */
export function stepFileLoader(
  steps: Map<string, RegisteredStep>,
  { refuses = () => false, only }: LoadStepsOptions = {},
  layer?: Layer,
): LoadStepFile {
  return async (stepFile, load) => {
    if (only && !only.has(stepFile.file)) return;
    const name = `file "${stepFile.file}"`;
    try {
      await load();
      named.delete(name);
    } catch (error) {
      if (error instanceof Error && error.stack !== undefined) Reflect.set(error, 'stack', mapStack(error.stack));
      if (refuses(stepFile.file)) throw error;
      tellOnce(name, firstLine(error), `The ${name} cannot be loaded; its steps fail:`, error);
      // Some of them may have been registered before it threw.
      for (const stepName of stepFile.stepNames)
        steps.set(stepName, { kind: 'function', fn: brokenStep(stepName, stepFile, error), ...(layer && { layer }) });
    }
  };
}

const brokenStep =
  (stepName: string, { file }: StepFile, cause: unknown) =>
  (): never => {
    throw runtimeError('step_module_broken', { stepName, file, reason: firstLine(cause) }, cause);
  };

/** The beginning of an error's message, for texts of one line. */
export const firstLine = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n')[0]! : String(error);
