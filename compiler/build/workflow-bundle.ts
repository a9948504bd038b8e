/** Makes the workflow bundle: one script with everything that workflow code needs. */
import { createHash } from 'node:crypto';
import type { InputOptions, OutputChunk, OutputOptions, Plugin, RolldownLog } from 'rolldown';
import type { WorkflowBundle } from '../../runtime/contract/build.ts';
import type { BuildId } from '../../runtime/contract/ids.ts';
import { CompileFailure, type Diagnostic } from '../diagnostics.ts';
import { type BuildModule, type BuildModules, pathOf } from './build-modules.ts';
import type { BundleResult } from './bundle-cache.ts';
import { builtinStubs } from './builtin-stubs.ts';
import { browserForms, wantedBrowserForms } from './browser-forms.ts';
import { type ShakenBundle, diagnoseBuiltinUses } from './bundled-builtins.ts';
import { diagnosePackages } from './bundled-packages.ts';
import { type BundleOrigin, toDiagnostic } from './bundle-problems.ts';
import { refuseDynamicImports } from './dynamic-imports.ts';
import {
  diagnoseGlobalUses,
  filesThatNeedNode,
  findMissingGlobals,
  type FoundUse,
  type GlobalUseCache,
} from './bundled-globals.ts';
import { lowerClasses } from './lower-classes.ts';
import { type MovedView, movePlaces } from './move-places.ts';
import type { BuildProject } from './project.ts';
import { runBundler } from './run-bundler.ts';
import { toDisplayName } from './source-files.ts';
import { compileView, type ResolvedImports } from './view-plugin.ts';
import { ENTRY, virtualModules } from './virtual-modules.ts';

/** The workflow bundle, ready to be written, and where its imports lead. */
export interface WorkflowBundleResult extends BundleResult {
  bundle: WorkflowBundle;
  resolvedImports: ResolvedImports;
}

/**
 * A text that changes with everything about `modules` that a workflow bundle depends on, besides their source texts.
 */
export function workflowBundleKey({ withWorkflows, withClasses, installed }: BuildModules): string {
  const loaders = withWorkflows.map(({ source, info }) => [
    source.path,
    ...info.workflows.map(({ workflowId }) => workflowId),
  ]);
  return JSON.stringify([loaders, withClasses.map(pathOf), installed.map(pathOf)]);
}

/** The form that `runtime/contract/build.ts` defines: one expression, a function whose parameters each run supplies. */
const HEAD = "(function (globalThis, __workflow__) {\n'use strict';";
const TAIL = 'return $bundle;\n})';

/**
 * Bundles all workflows that `modules` holds, with all they import: packages too, since the sandbox has no modules.
 * Modules to compile that are met on the way are added to `modules`.
 * @param globalUses Kept from build to build.
 * @throws CompileFailure also when the code needs a module of Node, or a global that the sandbox does not have.
 */
export async function bundleWorkflows(
  project: BuildProject,
  modules: BuildModules,
  globalUses: GlobalUseCache,
): Promise<WorkflowBundleResult> {
  const plain = await bundleOnce(project, modules, globalUses, new Set());
  const best = plain.wanted.length === 0 ? plain : await bundleBrowserForms(project, modules, globalUses, plain);
  const { problems, result } = best;
  if (problems.length > 0) throw new CompileFailure(problems);
  return result;
}

/** A bundle, with what is wrong with it. */
interface JudgedBundle {
  result: WorkflowBundleResult;
  problems: Diagnostic[];
  /** How many errors there are, and files of packages that need globals of Node. */
  needs: number;
  /** Folders of packages that need Node, and have a form that may need nothing. */
  wanted: readonly string[];
}

/** Takes the packages that need Node in their form for browsers; if that helps nobody, all stays as it was. */
async function bundleBrowserForms(
  project: BuildProject,
  modules: BuildModules,
  globalUses: GlobalUseCache,
  plain: JudgedBundle,
): Promise<JudgedBundle> {
  const folders = new Set<string>();
  let last = plain;
  while (last.wanted.length > 0) {
    for (const folder of last.wanted) folders.add(folder);
    const next = await bundleOnce(project, modules, globalUses, folders).catch(ignoreFailure);
    if (next === null) return plain;
    last = next;
  }
  return last.needs < plain.needs ? last : plain;
}

/** A form for browsers may lack what is imported. */
function ignoreFailure(error: unknown): null {
  if (error instanceof CompileFailure) return null;
  throw error;
}

/** @param inBrowserForm Folders of the packages that are taken in their form for browsers. */
async function bundleOnce(
  project: BuildProject,
  modules: BuildModules,
  globalUses: GlobalUseCache,
  inBrowserForm: ReadonlySet<string>,
): Promise<JudgedBundle> {
  const origin: BundleOrigin = { rootDir: project.rootDir, modules, view: 'workflow' };
  const found: Diagnostic[] = [];
  const wanted: string[] = [];
  let needy = 0;
  const resolvedImports: ResolvedImports = new Map();
  const input = inputOptions(project, [
    virtualModules(entryModules(modules)),
    compileView(modules, 'workflow', resolvedImports),
    ...(inBrowserForm.size > 0 ? [browserForms(inBrowserForm, conditionsOf(project))] : []),
    builtinStubs(),
    judgeBundle(project.rootDir, async (bundle) => {
      const missing = findMissingGlobals(bundle, globalUses);
      const files = filesThatNeedNode(missing);
      needy += files.length;
      wanted.push(...wantedBrowserForms(bundle, files, inBrowserForm));
      found.push(...(await diagnoseMissing(bundle, missing)));
    }),
    refuseDynamicImports(),
    lowerClasses(),
  ]);
  const { chunk, inputs, logs, warnings } = await runBundler(origin, { input, output: outputOptions(project) });
  const missing = missingImports(chunk, logs).map((log) => toDiagnostic(origin, log, 'error'));
  const problems = [...missing, ...found.filter(({ severity }) => severity === 'error')];
  return {
    result: {
      bundle: { buildId: contentHash(chunk.code), code: chunk.code, map: chunk.map?.toString() ?? null },
      resolvedImports,
      inputs,
      warnings: [...warnings, ...found.filter(({ severity }) => severity === 'warning')],
    },
    problems,
    needs: problems.length + needy,
    wanted,
  };
}

/** The bundle of sources that changed places, and nothing else; `null` when it has to be made again. */
export function moveWorkflowPlaces(
  { rootDir }: BuildProject,
  result: WorkflowBundleResult,
  moved: readonly MovedView[],
): WorkflowBundleResult | null {
  const { bundle } = result;
  const map = bundle.map === null ? null : movePlaces(bundle.map, moved, (path) => toDisplayName(rootDir, path));
  return map === null ? null : { ...result, bundle: { ...bundle, map } };
}

function inputOptions(project: BuildProject, plugins: Plugin[]): InputOptions {
  return {
    input: ENTRY,
    cwd: project.rootDir,
    platform: 'neutral',
    resolve: {
      alias: { ...project.alias },
      conditionNames: conditionsOf(project),
      mainFields: ['module', 'main'],
    },
    // The sandbox has no `process`, and packages choose their fast path by this.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins,
  };
}

const conditionsOf = ({ conditions }: BuildProject): string[] => [
  'workflow',
  ...conditions,
  'import',
  'module',
  'default',
];

/** Nothing in the output depends on where the project lies: the same sources have the same build id everywhere. */
function outputOptions(project: BuildProject): OutputOptions {
  return {
    format: 'iife',
    name: '$bundle',
    codeSplitting: false,
    comments: false,
    keepNames: true,
    // The sources in the map count from here.
    dir: project.rootDir,
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    postBanner: HEAD,
    postFooter: TAIL,
  };
}

/** Evaluates every class whose instances can be passed: a run may be given one that its own code does not name. */
const CLASSES = 'workflow:classes';

/**
 * The entry exports `load`, with one function for each workflow: modules are evaluated when a run needs them. Each goes
 * through a module that only evaluates the user's, so exports that no workflow uses are dropped.
 */
function entryModules({ withClasses, withWorkflows }: BuildModules): Map<string, string> {
  const codes = new Map([[CLASSES, withClasses.map(importText).join('')]]);
  const loaders: string[] = [];
  for (const module of withWorkflows) {
    const { source, info } = module;
    const loader = `workflow:load/${source.name}`;
    codes.set(loader, `import '${CLASSES}';\n${importText(module)}`);
    for (const { workflowId } of info.workflows) {
      loaders.push(`${JSON.stringify(workflowId)}: () => import(${JSON.stringify(loader)})`);
    }
  }
  return codes.set(ENTRY, `export const load = { ${loaders.join(', ')} };`);
}

function importText({ source }: BuildModule): string {
  return `import ${JSON.stringify(source.path)};\n`;
}

/** All that the sandbox lacks. Of a package that is refused as a whole, only that is said. */
async function diagnoseMissing(bundle: ShakenBundle, globals: readonly FoundUse[]): Promise<Diagnostic[]> {
  const packages = await diagnosePackages(bundle);
  const places = new Set(packages.map(placeOf));
  const others = [...(await diagnoseBuiltinUses(bundle)), ...(await diagnoseGlobalUses(bundle, globals))];
  return [...packages, ...others.filter((one) => !places.has(placeOf(one)))];
}

const placeOf = ({ file, line, column }: Diagnostic): string => `${file}:${line}:${column}`;

/** Shows the finished bundle. A plugin, because only plugins can ask who imports whom. */
function judgeBundle(rootDir: string, judge: (bundle: ShakenBundle) => Promise<void>): Plugin {
  return {
    name: 'workflow:judge-bundle',
    async generateBundle(_options, output) {
      for (const chunk of Object.values(output)) {
        if (chunk.type === 'chunk') await judge({ context: this, chunk, rootDir });
      }
    },
  };
}

/** Unresolved imports that are still needed after tree shaking: packages may try to import optional ones. */
function missingImports(chunk: OutputChunk, logs: readonly RolldownLog[]): RolldownLog[] {
  return logs.filter((log) => log.code === 'UNRESOLVED_IMPORT' && chunk.imports.includes(log.exporter ?? ''));
}

function contentHash(code: string): BuildId {
  return createHash('sha256').update(code).digest('hex').slice(0, 32) as BuildId;
}
