/** Compiles and runs a sample with the peer's published compiler, on our stand-in for a runtime. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { SOURCE_FILE } from '../../compiler/build/source-files.ts';
import { toModuleId } from '../../compiler/module-id.ts';
import type { RegisteredStep } from '../../runtime/contract/build.ts';
import { type SampleFile, builtinsIn, bundleSample, evaluate, inputOf } from '../../test/sample-bundle.ts';
import {
  type AnyFunction,
  type SampleCall,
  type SampleRun,
  Sandbox,
  callAll,
  valueAt,
} from '../../test/sample-program.ts';

type Mode = 'client' | 'step' | 'workflow';

interface PeerCompiler {
  applySwcTransform(name: string, source: string, mode: Mode, path: string, rootDir: string): Promise<{ code: string }>;
}

const COMPILER = '../peers/node_modules/@workflow/builders/dist/apply-swc-transform.js';
const PRIVATE_CODE = `export const { registerStepFunction, __private_getClosureVars } = globalThis.peerHost;`;
const CLASSES = Symbol.for('workflow-class-registry');
const USE_STEP = Symbol.for('WORKFLOW_USE_STEP');

/** An error of the peer's compiler. */
export class PeerRefusal extends Error {}

/** The peer's compiler, and a project whose settings it reads. */
export class Peer {
  readonly #compiler: PeerCompiler;
  readonly #rootDir = mkdtempSync(join(tmpdir(), 'compile-samples-'));

  private constructor(compiler: PeerCompiler) {
    this.#compiler = compiler;
    const compilerOptions = { experimentalDecorators: true, emitDecoratorMetadata: true };
    writeFileSync(join(this.#rootDir, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  }

  static async load(): Promise<Peer> {
    return new Peer((await import(COMPILER)) as PeerCompiler);
  }

  close(): void {
    rmSync(this.#rootDir, { recursive: true });
  }

  /** @throws PeerRefusal */
  async compile(name: string, source: string, mode: Mode): Promise<string> {
    const path = join(this.#rootDir, name);
    try {
      return (await this.#compiler.applySwcTransform(name, source, mode, path, this.#rootDir)).code;
    } catch (error) {
      throw new PeerRefusal(String(error));
    }
  }

  async run(file: SampleFile, calls: readonly SampleCall[]): Promise<SampleRun> {
    const plugin = (mode: Mode): Plugin => this.#plugin(file, mode);
    const modules = { 'workflow/internal/private': PRIVATE_CODE };
    const all = `export * as input from ${inputOf(file)};`;
    const clientCode = await bundleSample(file, { entry: all, compiler: plugin('client'), modules });
    const stepCode = await bundleSample(file, { entry: all, compiler: plugin('step'), modules });
    const bundle = await bundleSample(file, { entry: `import ${inputOf(file)};`, compiler: plugin('workflow') });
    const { hostClasses, steps } = await evaluateSteps(stepCode);
    Object.assign(globalThis, { [CLASSES]: new PeerClasses() });
    const { input: client } = await evaluate(clientCode, {});
    const classes = new PeerClasses();
    const sandbox = new Sandbox(steps, { hostClasses, classes });
    Object.assign(globalThis, {
      [CLASSES]: classes,
      [USE_STEP]: (id: string, capture?: () => Record<string, unknown>) =>
        sandbox.stepProxy(id, capture, undefined, true),
      __private_workflows: sandbox.workflows,
    });
    await evaluate(bundle, {});
    const outcomes = await callAll(calls, sandbox.realm, (path) => {
      const { workflowId } = valueAt(client as Record<string, unknown>, path) as { workflowId: string };
      return sandbox.workflows.get(workflowId)!;
    });
    return { outcomes, steps: sandbox.called, builtins: builtinsIn(bundle) };
  }

  #plugin({ dir }: SampleFile, mode: Mode): Plugin {
    return {
      name: 'peer-compiler',
      transform: async (source, path) => {
        if (!SOURCE_FILE.test(path) || !/use (?:step|workflow)|workflow-serialize|WORKFLOW_SERIALIZE/.test(source))
          return null;
        const name = toModuleId({ path, rootDir: dir }).slice('./'.length) + /\.\w+$/.exec(path)![0];
        return { code: await this.compile(name, source, mode), moduleSideEffects: true };
      },
    };
  }
}

/** The registry that the peer's code looks for under a global symbol. */
class PeerClasses extends Map<string, object> {
  idOf = (cls: object): string | undefined => (cls as { classId?: string }).classId;
}

async function evaluateSteps(code: string) {
  const steps = new Map<string, RegisteredStep>();
  const captured = new AsyncLocalStorage<Record<string, unknown>>();
  const hostClasses = new PeerClasses();
  const peerHost = {
    __private_getClosureVars: () => captured.getStore() ?? {},
    registerStepFunction(id: string, fn: AnyFunction) {
      Object.defineProperty(fn, 'stepId', { value: id, configurable: true });
      const create = (values: Record<string, unknown>): AnyFunction =>
        function (...args) {
          return captured.run(values, () => fn.apply(this, args));
        };
      steps.set(id, { kind: 'closure', create });
    },
  };
  Object.assign(globalThis, { peerHost, [CLASSES]: hostClasses });
  await evaluate(code, {});
  return { hostClasses, steps };
}
