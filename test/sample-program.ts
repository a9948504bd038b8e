/** Runs the workflows of a sample: as the plain program that its source is, and as compiled views with values copied between. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { type View, compileModule } from '../src/compiler/compile-module.ts';
import { toModuleId } from '../src/compiler/module-id.ts';
import type { CompiledSandbox } from '../src/runtime/contract/compiled.ts';
import type { RegisteredStep } from '../src/runtime/contract/build.ts';
import { createCodec } from '../src/runtime/values/codec.ts';
import { type StepInput, fromStepInput, toStepInput } from '../src/runtime/values/step-input.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** A workflow by its name path, and its arguments. */
export type SampleCall = [workflow: string, ...args: unknown[]];

export type Outcome = { value: unknown } | { error: string };

export interface SampleRun {
  outcomes: Outcome[];
  /** Name paths of the steps that the other side was asked for, in order. */
  steps: string[];
}

const HOST_MODULE = fileURLToPath(new URL('../src/runtime/entries/compiled.ts', import.meta.url));
const SANDBOX_KEY = 'sampleSandbox';
const STEPS_CODE = `export const steps = new Map();
export function registerStep(id, fn) { steps.set(id, { kind: 'function', fn }); }
export function registerClosure(id, create) { steps.set(id, { kind: 'closure', create }); }`;

const codec = createCodec();

/** Calls the exported functions as if there were no directives. */
export async function runPlain(dir: string, calls: readonly SampleCall[]): Promise<Outcome[]> {
  const exports = await evaluate(await bundle(join(dir, 'input.ts'), []));
  return await callAll(calls, (name) => exports[name] as AnyFunction);
}

/** Calls the workflows of the workflow view; their steps run in the step view. */
export async function runCompiled(dir: string, calls: readonly SampleCall[]): Promise<SampleRun> {
  const stepModule = await evaluate(await bundle('sample:entry', [stepModules(dir), compiler(dir, 'step')]));
  const called: string[] = [];
  const workflows = new Map<string, AnyFunction>();
  const sandbox = createSandbox(stepModule['steps'] as Map<string, RegisteredStep>, { called, workflows });
  const code = await bundle(join(dir, 'input.ts'), [sandboxModules(), compiler(dir, 'workflow')]);
  Object.assign(globalThis, { [SANDBOX_KEY]: sandbox });
  await evaluate(code);
  const outcomes = await callAll(calls, (name) => workflows.get(name)!);
  return { outcomes, steps: called };
}

async function callAll(calls: readonly SampleCall[], find: (name: string) => AnyFunction): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, ...args] of calls) {
    try {
      outcomes.push({ value: codec.decode(codec.encode(await find(name)(...args))) });
    } catch (error) {
      outcomes.push({ error: String(error) });
    }
  }
  return outcomes;
}

/** What the workflow view gets in place of the runtime: steps are called at once, with copies. */
function createSandbox(
  steps: Map<string, RegisteredStep>,
  log: { called: string[]; workflows: Map<string, AnyFunction> },
): CompiledSandbox {
  const path = (id: string): string => id.split('//')[2]!;
  async function callStep(id: string, input: StepInput): Promise<unknown> {
    log.called.push(path(id));
    const { args, captured = {}, self } = toStepInput(codec.decode(codec.encode(fromStepInput(input).value)));
    const step = steps.get(id)!;
    const fn = step.kind === 'closure' ? step.create(captured) : step.fn;
    return codec.decode(codec.encode(await fn.apply(self, args as never[])));
  }
  return {
    registerWorkflow(id, fn) {
      log.workflows.set(path(id), fn as unknown as AnyFunction);
      return fn;
    },
    stepProxy(id, capture?: () => Record<string, unknown>, _target?: unknown, passSelf = false) {
      return function (this: unknown, ...args: unknown[]) {
        return callStep(id, { args, captured: capture?.(), self: passSelf ? this : undefined });
      };
    },
  };
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

function stepModules(dir: string): Plugin {
  const entry = `export * from ${JSON.stringify(join(dir, 'input.ts'))}; export { steps } from 'workflow:steps';`;
  return virtualModules({ 'sample:entry': entry, 'workflow:steps': STEPS_CODE }, { 'workflow/internal/compiled': HOST_MODULE });
}

function sandboxModules(): Plugin {
  const code = `export const { registerWorkflow, stepProxy } = globalThis.${SANDBOX_KEY};`;
  return virtualModules({ 'workflow/internal/compiled': code }, {});
}

function virtualModules(codes: Record<string, string>, files: Record<string, string>): Plugin {
  return {
    name: 'sample-modules',
    resolveId: (id) => (id in codes ? `\0${id}` : (files[id] ?? null)),
    load: (id) => (id.startsWith('\0') ? (codes[id.slice(1)] ?? null) : null),
  };
}

async function bundle(input: string, plugins: Plugin[]): Promise<string> {
  const build = await rolldown({ input, plugins, platform: 'node', treeshake: true });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false, keepNames: true });
  await build.close();
  return output[0].code;
}

let evaluations = 0;

/** Each evaluation is a module of its own. */
async function evaluate(code: string): Promise<Record<string, unknown>> {
  const source = `${code}\n// ${evaluations++}`;
  const url = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
  return (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
}

/** The modules of Node that a workflow view still needs after tree shaking. */
export async function builtinsOf(dir: string): Promise<string[]> {
  const code = await bundle(join(dir, 'input.ts'), [sandboxModules(), compiler(dir, 'workflow')]);
  return [...code.matchAll(/from "(node:[^"]+)"/g)].map(([, name]) => name!);
}
