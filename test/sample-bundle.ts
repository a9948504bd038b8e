/** Bundles and evaluates one view of a sample, with stand-ins for the packages that it imports. */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InputOptions, type Plugin, rolldown } from 'rolldown';
import { mayMakeAgents } from '../compiler/analyze/agent-options.ts';
import { SOURCE_FILE } from '../compiler/build/source-files.ts';
import { type View, compileModule, compileView } from '../compiler/compile-module.ts';
import { mayHoldDirective } from '../compiler/directives.ts';
import { toModuleId } from '../compiler/module-id.ts';
import type { KeepOptions } from '../compiler/workflow-code/keep-units.ts';

/** A file to bundle from. */
export interface SampleFile {
  /** Absolute; its folder `modules` holds what the file imports, by specifier. */
  dir: string;
  /** `input.ts`, `input.tsx` … */
  input: string;
}

/** The global that stands in for the runtime in the generated code of each side. */
const RUNTIME_KEY = 'sampleRuntime';
const RUNTIME = `globalThis.${RUNTIME_KEY}`;
const HOST_ENTRY = fileURLToPath(new URL('../runtime/entries/compiled.ts', import.meta.url));
const WORKFLOW_ENTRY = fileURLToPath(new URL('./sample-packages/workflow.ts', import.meta.url));
/** Each sample has a registry of its own. */
const HOST_CODE = `import { markStep } from 'sample:host';
export * from 'sample:host';
export const { registerClass } = ${RUNTIME};
export const steps = new Map();
export function registerStep(id, fn, self, holder) { steps.set(id, { kind: 'function', fn, self, holder }); return markStep(id, fn); }
export function registerClosure(id, create) { steps.set(id, { kind: 'closure', create }); }`;
const HOST_MODULES = { 'workflow/internal/compiled': HOST_CODE };
const SANDBOX_CODE = `export const { isInstanceOf, registerClass, registerError, registerWorkflow, stepProxy } = ${RUNTIME};`;
/** Elements are plain data, and components are called at once: so they can be compared. */
const JSX_CODE = `export const Fragment = 'fragment';
export const jsx = (type, props) => (typeof type === 'function' ? type(props) : { type, props });
export const jsxs = jsx;`;

/** Packages of which all samples have the same. */
const PACKAGES: Readonly<Record<string, string>> = {
  'workflow/agent': fileURLToPath(new URL('./sample-packages/agent.ts', import.meta.url)),
  '@ai-sdk/openai': fileURLToPath(new URL('./sample-packages/openai.ts', import.meta.url)),
};

/** The file as the plain program that it is, without a compiler; exports what it exports as `input`. */
export function bundlePlain(file: SampleFile): Promise<string> {
  return bundleSample(file, { entry: `export * as input from ${inputOf(file)};` });
}

/** An application without steps: the client view; exports what it exports as `input`. */
export function bundleClient(file: SampleFile): Promise<string> {
  const entry = `export * as input from ${inputOf(file)};`;
  return bundleSample(file, { entry, compiler: viewPlugin(file, 'client'), modules: HOST_MODULES });
}

/**
 * The application: exports what it exports as `input`, and as `steps` the registry of the steps of all files, whoever
 * imports them.
 */
export function bundleApplication(file: SampleFile): Promise<string> {
  const imports = [...stepModules(file.dir), PACKAGES['workflow/agent']!].map(
    (path) => `import ${JSON.stringify(path)};`,
  );
  const entry = `export * as input from ${inputOf(file)}; ${imports.join(' ')} export { steps } from 'workflow/internal/compiled';`;
  return bundleSample(file, { entry, compiler: viewPlugin(file, 'application'), modules: HOST_MODULES });
}

/** The code that runs in the sandbox: with the code that runs when modules load, unless that leads to Node. */
export async function bundleWorkflows(file: SampleFile): Promise<string> {
  const modules = { 'workflow/internal/compiled': SANDBOX_CODE };
  const bundle = (compiler: Plugin): Promise<string> =>
    bundleSample(file, { entry: `import ${inputOf(file)};`, compiler, modules });
  const code = await bundle(viewPlugin(file, 'workflow'));
  return builtinsIn(code).length === 0
    ? code
    : await bundle(viewPlugin(file, 'workflow', ({ unit }) => unit.kind !== 'effect'));
}

/** The modules of Node that the code of a bundle imports. */
export function builtinsIn(code: string): string[] {
  return [...code.matchAll(/(?:from|import|__require)\W{1,2}(node:[^"]+)"/g)].map(([, name]) => name!);
}

let evaluations = 0;

/** Evaluates code as a module of its own. */
export async function evaluate(code: string, runtime: object): Promise<Record<string, unknown>> {
  Object.assign(globalThis, { [RUNTIME_KEY]: runtime });
  const path = join(tmpdir(), `sample-${process.pid}-${evaluations++}.mjs`);
  writeFileSync(path, code);
  try {
    return (await import(/* @vite-ignore */ path)) as Record<string, unknown>;
  } finally {
    rmSync(path);
  }
}

export interface BundleOptions {
  /** Code of the module to start from. */
  entry: string;
  /** Compiles all files. */
  compiler?: Plugin;
  /** Codes of modules that exist nowhere else, by specifier. */
  modules?: Record<string, string>;
}

/** The module that compiled code imports on the host, as one text. Each sample evaluates a copy of its own. */
let hostModule: Promise<string> | undefined;

/** Bundles a sample from an entry of the caller's. */
export async function bundleSample(
  file: SampleFile,
  { entry, compiler, modules = {} }: BundleOptions,
): Promise<string> {
  const virtual = {
    'react/jsx-runtime': JSX_CODE,
    'sample:entry': entry,
    'sample:host': await (hostModule ??= bundleCode({ input: HOST_ENTRY, platform: 'node' })),
    ...modules,
  };
  return await bundleCode({
    input: 'sample:entry',
    plugins: [virtualModules(virtual), ownModules(file.dir), compiler],
    platform: 'node',
    logLevel: 'silent',
    resolve: { alias: { workflow$: WORKFLOW_ENTRY } },
    treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
    moduleTypes: { '.js': 'jsx' },
    transform: { decorator: { legacy: true, emitDecoratorMetadata: true }, jsx: 'react-jsx' },
  });
}

async function bundleCode(options: InputOptions): Promise<string> {
  const build = await rolldown(options);
  const { output } = await build.generate({ format: 'esm', codeSplitting: false, keepNames: true });
  await build.close();
  return output[0].code;
}

function stepModules(dir: string): string[] {
  const modulesDir = join(dir, 'modules');
  if (!existsSync(modulesDir)) return [];
  const paths = readdirSync(modulesDir, { recursive: true, encoding: 'utf8' }).map((name) => join(modulesDir, name));
  return paths.filter((path) => SOURCE_FILE.test(path) && mayHoldStep(readFileSync(path, 'utf8')));
}

const mayHoldStep = (code: string): boolean => mayHoldDirective(code) || mayMakeAgents(code);

/** The import specifier of the file, as code. */
export function inputOf({ dir, input }: SampleFile): string {
  return JSON.stringify(join(dir, input));
}

function viewPlugin({ dir }: SampleFile, view: View, leaveOut?: KeepOptions['leaveOut']): Plugin {
  return {
    name: 'sample-compiler',
    transform(code, path) {
      // A virtual module is no code of the sample.
      if (path.startsWith('\0')) return null;
      const moduleId = toModuleId({ path, rootDir: dir });
      const options = { path, name: basename(path), moduleId, code, view, ...(leaveOut && { leaveOut }) };
      const compiled = compileModule(options);
      // Registering is a side effect of its own: the package that holds the samples says that it has none.
      if (compiled) return { code: compiled.code, map: compiled.map.toString(), moduleSideEffects: true };
      const plain = compileView(options);
      return plain && { code: plain.code, map: plain.map.toString() };
    },
  };
}

function virtualModules(codes: Record<string, string>): Plugin {
  return {
    name: 'sample-virtual-modules',
    resolveId: (id) => (id in codes ? `\0${id}` : null),
    load: (id) => (id.startsWith('\0') ? (codes[id.slice(1)] ?? null) : null),
  };
}

/** `./log` and `pg` are `modules/log.ts` and `modules/pg.ts`. */
function ownModules(dir: string): Plugin {
  return {
    name: 'sample-own-modules',
    resolveId(id) {
      const path = join(dir, 'modules', id);
      const own = [path, `${path}.ts`, `${path}.tsx`, `${path}.js`].find((candidate) => existsSync(candidate));
      return own ?? PACKAGES[id] ?? null;
    },
  };
}
