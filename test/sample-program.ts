/** Runs a sample: as the plain program that its source is, and as compiled views with values copied between them. */
import type { RegisteredStep } from '../runtime/contract/build.ts';
import { ERROR_CLASSES } from '../runtime/contract/compiled.ts';
import { type ClassRegistry, createClassRegistry } from '../runtime/values/class-registry.ts';
import type { StepReference } from '../runtime/values/codec-environment.ts';
import { hostErrors, idIn } from '../runtime/host-values/host-errors.ts';
import { stepContext, type StepContext } from '../runtime/host-values/step-context.ts';
import { isInstanceOf } from '../runtime/values/error-classes.ts';
import { type Codec, createCodec } from '../runtime/values/codec.ts';
import { type StepInput, fromStepInput, toStepInput } from '../runtime/values/step-input.ts';
import {
  type SampleFile,
  builtinsIn,
  bundleApplication,
  bundleClient,
  bundlePlain,
  bundleWorkflows,
  evaluate,
} from './sample-bundle.ts';

export type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Captured = Record<string, unknown>;
type Exports = Record<string, unknown>;

/** The path to what is exported, `default` or `tools.search`, and the arguments of the call. */
export type SampleCall = [path: string, ...args: unknown[]];

export type Outcome = { value: unknown } | { error: string };

export interface SampleRun {
  outcomes: Outcome[];
  /** Name paths of the steps that the other side was asked for, in order. */
  steps: string[];
  /** The modules of Node that workflows still need after tree shaking. */
  builtins: string[];
}

/** Calls what the file exports as if there were no directives. */
export async function runPlain(file: SampleFile, calls: readonly SampleCall[]): Promise<Outcome[]> {
  const { input } = await evaluate(await bundlePlain(file), {});
  return await callAll(calls, createCodec({ classes: anyClass() }), (path) => callAt(input as Exports, path));
}

/**
 * Starts exported workflows as the application does: it has their ids and the steps, they run in the workflow view.
 */
export async function runCompiled(file: SampleFile, calls: readonly SampleCall[]): Promise<SampleRun> {
  const [code, bundle] = await Promise.all([bundleApplication(file), bundleWorkflows(file)]);
  forgetErrors();
  const hostClasses = createClassRegistry();
  const application = await evaluate(code, { registerClass: registerIn(hostClasses) });
  const realmErrors = new Map<string, unknown>();
  const classes = createClassRegistry();
  const sandbox = new Sandbox(application['steps'] as Map<string, RegisteredStep>, {
    hostClasses,
    classes,
    realmErrors,
  });
  const { registerWorkflow, stepProxy } = sandbox;
  const registerError = (classId: string, cls: unknown): unknown => {
    realmErrors.set(classId, cls);
    return cls;
  };
  const registerClasses = { registerClass: registerIn(classes), registerError, isInstanceOf };
  await evaluate(bundle, { ...registerClasses, registerWorkflow, stepProxy });
  const outcomes = await callAll(calls, sandbox.realm, (path) => {
    const { workflowId } = valueAt(application['input'] as Exports, path) as { workflowId: string };
    return sandbox.workflows.get(workflowId)!;
  });
  return { outcomes, steps: sandbox.called, builtins: builtinsIn(bundle) };
}

/** Gives the application the exports of the file. */
export async function openClient(file: SampleFile): Promise<Exports> {
  return await evaluateClient(await bundleClient(file));
}

/** Calls what the application imports. */
export async function runClient(client: Exports, calls: readonly SampleCall[]): Promise<Outcome[]> {
  return await callAll(calls, createCodec({ classes: anyClass() }), (path) => callAt(client, path));
}

/** The exported workflows that can be called in the application, which must not be. */
export async function callableWorkflows(client: Exports): Promise<string[]> {
  const workflows = Object.keys(client).filter((name) => Object.hasOwn(Object(client[name]), 'workflowId'));
  const calls = workflows.map((name): SampleCall => [name]);
  const outcomes = await callAll(calls, createCodec({}), (path) => callAt(client, path));
  return workflows.filter((_, index) => !JSON.stringify(outcomes[index]).includes('start('));
}

async function evaluateClient(code: string): Promise<Exports> {
  const { input } = await evaluate(code, { registerClass: () => {} });
  return input as Exports;
}

interface SandboxClasses {
  hostClasses: ClassRegistry;
  classes: ClassRegistry;
  /** The classes of errors of the workflow view. */
  realmErrors?: ReadonlyMap<string, unknown>;
}

/** In place of the runtime: steps are called at once, with copies of values. */
export class Sandbox {
  readonly called: string[] = [];
  readonly workflows = new Map<string, AnyFunction>();
  readonly realm: Codec;
  readonly #host: Codec;
  readonly #steps: ReadonlyMap<string, RegisteredStep>;
  /** Step functions of the workflow view, by what stands for them when they are passed. */
  readonly #references = new WeakMap<object, () => StepReference>();

  constructor(
    steps: ReadonlyMap<string, RegisteredStep>,
    { hostClasses, classes, realmErrors = new Map() }: SandboxClasses,
  ) {
    this.#steps = steps;
    this.#host = createCodec({
      classes: hostClasses,
      errors: hostErrors,
      steps: {
        toReference: (fn) => ('stepId' in fn ? { stepId: String(fn.stepId) } : null),
        fromReference: ({ stepId, captured }) => this.#findStep(stepId, captured),
      },
    });
    this.realm = createCodec({
      classes,
      errors: { idOf: (cls) => idIn(realmErrors, cls), get: (id) => realmErrors.get(id) },
      steps: {
        toReference: (fn) => this.#references.get(fn)?.() ?? null,
        fromReference: ({ stepId, captured }) => this.stepProxy(stepId, captured && (() => captured)),
      },
    });
  }

  readonly registerWorkflow = (id: string, fn: AnyFunction, self?: object): AnyFunction => {
    this.workflows.set(id, self ? fn.bind(self) : fn);
    return fn;
  };

  readonly stepProxy = (id: string, capture?: () => Captured, target?: AnyFunction, takesThis = false): AnyFunction => {
    const call = (input: StepInput): Promise<unknown> => this.#callStep(id, input);
    function proxy(this: unknown, ...args: unknown[]): Promise<unknown> {
      return call({ args, captured: capture?.(), self: takesThis ? this : undefined });
    }
    for (const fn of [proxy, target]) {
      if (fn) this.#references.set(fn, () => ({ stepId: id, captured: capture?.() }));
    }
    return proxy;
  };

  async #callStep(id: string, input: StepInput): Promise<unknown> {
    this.called.push(namePathOf(id));
    const payload = this.realm.encode(fromStepInput(input).value);
    const { args, captured, self } = inStep(() => toStepInput(this.#host.decode(payload)));
    try {
      const result: unknown = await this.#findStep(id, captured).apply(self, args);
      return this.realm.decode(this.#host.encode(result));
    } catch (error) {
      throw this.realm.decode(this.#host.encode(error));
    }
  }

  #findStep(id: string, captured: Captured = {}): AnyFunction {
    const step = this.#steps.get(id)!;
    if (step.kind === 'closure') return step.create(captured) as AnyFunction;
    const { fn, self } = step;
    return function (this: unknown, ...args) {
      return Reflect.apply(fn, this ?? self, args);
    };
  }
}

/** Values for a step are made of the classes that steps have. */
const inStep = <T>(action: () => T): T => stepContext.run({} as StepContext, action);

/** Views of the host leave classes in the process. */
function forgetErrors(): void {
  Reflect.deleteProperty(globalThis, Symbol.for(ERROR_CLASSES));
}

function registerIn(classes: ReturnType<typeof createClassRegistry>) {
  return (classId: string, cls: object): void => classes.register(classId, cls);
}

function namePathOf(id: string): string {
  return id.split('//')[2]!;
}

/** The value at a path of exports. */
export function valueAt(exports: Exports, path: string): unknown {
  return path.split('.').reduce<unknown>((holder, key) => (holder as Exports)[key], exports);
}

/** A call of `tools.search` on `tools`; what is no function is its own answer. */
function callAt(exports: Exports, path: string): AnyFunction {
  const dot = path.lastIndexOf('.');
  const holder = dot < 0 ? exports : valueAt(exports, path.slice(0, dot));
  return (...args) => {
    const value = (holder as Exports)[path.slice(dot + 1)];
    return typeof value === 'function' ? Reflect.apply(value, holder, args) : value;
  };
}

/** Calls one after the other, and writes down what comes of it. */
export async function callAll(
  calls: readonly SampleCall[],
  codec: Codec,
  find: (path: string) => AnyFunction,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [path, ...args] of calls) {
    try {
      outcomes.push({ value: JSON.parse(codec.encode(await find(path)(...args))) });
    } catch (error) {
      outcomes.push({ error: String(error) });
    }
  }
  return outcomes;
}

/** For the plain program, whose classes nothing registers. */
function anyClass(): ClassRegistry {
  const registry = createClassRegistry();
  const isSerializable = (cls: object): boolean => Symbol.for('workflow-serialize') in cls;
  return {
    ...registry,
    idOf: (cls) => (isSerializable(cls) ? `class//./input//${(cls as { name: string }).name}` : undefined),
  };
}
