/** Runs the workflows of a sample: as the plain program that its source is, and as compiled views with values copied between. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { type View, compileModule } from '../src/compiler/compile-module.ts';
import { toModuleId } from '../src/compiler/module-id.ts';
import type { RegisteredStep } from '../src/runtime/contract/build.ts';
import { type ClassRegistry, createClassRegistry } from '../src/runtime/values/class-registry.ts';
import type { StepReference } from '../src/runtime/values/codec-environment.ts';
import { type Codec, createCodec } from '../src/runtime/values/codec.ts';
import { type StepInput, fromStepInput, toStepInput } from '../src/runtime/values/step-input.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Captured = Record<string, unknown>;

/** A file to bundle from. */
export interface SampleFile {
  /** Absolute. */
  dir: string;
  /** `input.ts`, `input.tsx` … */
  input: string;
}

/** A workflow by its name path, and its arguments. */
export type SampleCall = [workflow: string, ...args: unknown[]];

export type Outcome = { value: unknown } | { error: string };

export interface SampleRun {
  outcomes: Outcome[];
  /** Name paths of the steps that the other side was asked for, in order. */
  steps: string[];
}

/** What the generated code of each side finds here in place of the runtime. */
const RUNTIME_KEY = 'sampleRuntime';
const HOST_ENTRY = fileURLToPath(new URL('../src/runtime/entries/compiled.ts', import.meta.url));
const VALUES_ENTRY = fileURLToPath(new URL('../src/runtime/values/class-registry.ts', import.meta.url));
const RUNTIME = `globalThis.${RUNTIME_KEY}`;
const STEPS_CODE = `export const steps = new Map();
export function registerStep(id, fn) { steps.set(id, { kind: 'function', fn }); }
export function registerClosure(id, create) { steps.set(id, { kind: 'closure', create }); }`;
const HOST_CODE = `export * from ${JSON.stringify(HOST_ENTRY)}; export const { registerClass } = ${RUNTIME};`;
const SANDBOX_CODE = `export const { registerClass, registerWorkflow, stepProxy } = ${RUNTIME};`;

/** Calls the exported functions as if there were no directives. */
export async function runPlain(file: SampleFile, calls: readonly SampleCall[]): Promise<Outcome[]> {
  const exports = await evaluate(await bundle(join(file.dir, file.input), []), {});
  return await callAll(calls, createCodec({ classes: anyClass() }), (name) => exports[name] as AnyFunction);
}

/** Calls the workflows of the workflow view; their steps run in the step view. */
export async function runCompiled(file: SampleFile, calls: readonly SampleCall[]): Promise<SampleRun> {
  const hostClasses = createClassRegistry();
  const stepModule = await evaluate(await bundleSteps(file), { registerClass: registerIn(hostClasses) });
  const classes = createClassRegistry();
  const sandbox = new Sandbox(stepModule['steps'] as Map<string, RegisteredStep>, { hostClasses, classes });
  const { registerWorkflow, stepProxy } = sandbox;
  await evaluate(await bundleWorkflows(file), { registerClass: registerIn(classes), registerWorkflow, stepProxy });
  const outcomes = await callAll(calls, sandbox.realm, (name) => sandbox.workflows.get(name)!);
  return { outcomes, steps: sandbox.called };
}

/** The modules of Node that workflows still need after tree shaking. */
export async function builtinsOf(file: SampleFile): Promise<string[]> {
  const code = await bundleWorkflows(file);
  return [...code.matchAll(/(?:from|import) "(node:[^"]+)"/g)].map(([, name]) => name!);
}

/** In place of the runtime: steps are called at once, with copies of values. */
class Sandbox {
  readonly called: string[] = [];
  readonly workflows = new Map<string, AnyFunction>();
  readonly realm: Codec;
  readonly #host: Codec;
  readonly #steps: Map<string, RegisteredStep>;
  /** Step functions of the workflow view, by what stands for them when they are passed. */
  readonly #references = new WeakMap<object, () => StepReference>();

  constructor(steps: Map<string, RegisteredStep>, { hostClasses, classes }: Record<string, ClassRegistry>) {
    this.#steps = steps;
    this.#host = createCodec({
      classes: hostClasses!,
      steps: {
        toReference: (fn) => ('stepId' in fn ? { stepId: String(fn.stepId) } : null),
        fromReference: ({ stepId, captured }) => this.#findStep(stepId, captured),
      },
    });
    this.realm = createCodec({
      classes: classes!,
      steps: {
        toReference: (fn) => this.#references.get(fn)?.() ?? null,
        fromReference: ({ stepId, captured }) => this.stepProxy(stepId, captured && (() => captured)),
      },
    });
  }

  readonly registerWorkflow = (id: string, fn: AnyFunction): AnyFunction => {
    this.workflows.set(namePathOf(id), fn);
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
    const { args, captured, self } = toStepInput(this.#host.decode(this.realm.encode(fromStepInput(input).value)));
    const result: unknown = await this.#findStep(id, captured).apply(self, args);
    return this.realm.decode(this.#host.encode(result));
  }

  #findStep(id: string, captured: Captured = {}): AnyFunction {
    const step = this.#steps.get(id)!;
    return (step.kind === 'closure' ? step.create(captured) : step.fn) as AnyFunction;
  }
}

function registerIn(classes: ReturnType<typeof createClassRegistry>) {
  return (classId: string, cls: object): void => classes.register(classId, cls);
}

function namePathOf(id: string): string {
  return id.split('//')[2]!;
}

async function callAll(
  calls: readonly SampleCall[],
  codec: Codec,
  find: (name: string) => AnyFunction,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, ...args] of calls) {
    try {
      outcomes.push({ value: JSON.parse(codec.encode(await find(name)(...args))) });
    } catch (error) {
      outcomes.push({ error: String(error) });
    }
  }
  return outcomes;
}

/** For the plain program, whose classes nothing registers. */
function anyClass() {
  const registry = createClassRegistry();
  return { ...registry, idOf: (cls: object) => `class//./input//${(cls as { name: string }).name}` };
}

async function bundleSteps({ dir, input }: SampleFile): Promise<string> {
  const entry = `export * from ${JSON.stringify(join(dir, input))}; export { steps } from 'workflow:steps';`;
  const modules = { 'sample:entry': entry, 'workflow:steps': STEPS_CODE, 'workflow/internal/compiled': HOST_CODE };
  return await bundle('sample:entry', [virtualModules(modules), compiler(dir, 'step')]);
}

async function bundleWorkflows({ dir, input }: SampleFile): Promise<string> {
  const entry = `import ${JSON.stringify(join(dir, input))};`;
  const modules = { 'sample:entry': entry, 'workflow/internal/compiled': SANDBOX_CODE };
  return await bundle('sample:entry', [virtualModules(modules), compiler(dir, 'workflow')]);
}

function compiler(dir: string, view: View): Plugin {
  return {
    name: 'sample-compiler',
    transform(code, path) {
      const compiled = compileModule({ path, name: path, moduleId: toModuleId({ path, rootDir: dir }), code, view });
      // Registering is a side effect of its own: the package that holds the samples says that it has none.
      return compiled && { code: compiled.code, map: compiled.map.toString(), moduleSideEffects: true };
    },
  };
}

function virtualModules(codes: Record<string, string>): Plugin {
  return {
    name: 'sample-modules',
    resolveId: (id) => (id in codes ? `\0${id}` : null),
    load: (id) => (id.startsWith('\0') ? (codes[id.slice(1)] ?? null) : null),
  };
}

async function bundle(input: string, plugins: Plugin[]): Promise<string> {
  const build = await rolldown({
    input,
    plugins,
    platform: 'node',
    logLevel: 'silent',
    resolve: { alias: { workflow$: VALUES_ENTRY } },
    treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false, keepNames: true });
  await build.close();
  return output[0].code;
}

let evaluations = 0;

/** Each evaluation is a module of its own. */
async function evaluate(code: string, runtime: object): Promise<Record<string, unknown>> {
  Object.assign(globalThis, { [RUNTIME_KEY]: runtime });
  const source = `${code}\n// ${evaluations++}`;
  const url = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
  return (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
}
