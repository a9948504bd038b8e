/** Makes the workflow bundle: one script with everything that workflow code needs. */
import { createHash } from 'node:crypto';
import type { InputOptions, OutputChunk, OutputOptions, Plugin, RolldownLog } from 'rolldown';
import type { WorkflowBundle } from '../../runtime/contract/build.ts';
import type { BuildId } from '../../runtime/contract/ids.ts';
import { CompileFailure, type Diagnostic } from '../diagnostics.ts';
import { type BuildModules, pathOf } from './build-modules.ts';
import type { BundleResult } from './bundle-cache.ts';
import { builtinStubs } from './builtin-stubs.ts';
import { browserForms, wantedBrowserForms } from './browser-forms.ts';
import { type ShakenBundle, diagnoseBuiltinUses } from './bundled-builtins.ts';
import { diagnosePackages } from './bundled-packages.ts';
import { type BundleOrigin, type BundleProblem, toDiagnostic } from './bundle-problems.ts';
import type { FormChoices, JudgedForms } from './choose-forms.ts';
import type { CodeChoices } from './code-choices.ts';
import { refuseDynamicImports } from './dynamic-imports.ts';
import {
  diagnoseGlobalUses,
  filesThatNeedNode,
  findMissingGlobals,
  type FoundUse,
  type GlobalUseCache,
} from './bundled-globals.ts';
import { warnOfEarlyUses } from './early-uses.ts';
import type { FileStates } from './file-states.ts';
import { diagnoseLeftOut } from './left-out-code.ts';
import { findLoadProblems } from './load-problems.ts';
import { lowerClasses } from './lower-classes.ts';
import { type ModuleGraph, recordGraph } from './module-graph.ts';
import { type MovedView, movePlaces } from './move-places.ts';
import { type Draft, keepWhatCanRun } from './optional-code.ts';
import type { BuildProject } from './project.ts';
import { type NewerPatterns, newerPatterns, oldestNodeOf, warnOfNewerNode } from './newer-node.ts';
import { type BundleOutput, runBundler } from './run-bundler.ts';
import { isInstalled, toDisplayName } from './source-files.ts';
import { unsavedTexts } from './unsaved-texts.ts';
import { compileView, type ResolvedImports } from './view-plugin.ts';
import { CLASSES, ENTRY, virtualModules } from './virtual-modules.ts';

/** The workflow bundle, ready to be written, and where its imports lead. */
export interface WorkflowBundleResult extends BundleResult {
  bundle: WorkflowBundle;
  resolvedImports: ResolvedImports;
}

/** One build leaves this to the next. */
export interface BundleMemory {
  files: FileStates;
  globalUses: GlobalUseCache;
  choices: CodeChoices;
  forms: FormChoices;
}

/**
 * A text that changes with everything about `modules` that a workflow bundle depends on, besides their source texts.
 */
export function workflowBundleKey({ withWorkflows, withClasses, installed, wantedErrors }: BuildModules): string {
  const loaders = withWorkflows.map(({ source, info }) => [
    source.path,
    ...info.workflows.map(({ workflowId }) => workflowId),
  ]);
  const errors = Array.from(wantedErrors, ([path, classes]) => [path, ...classes.keys()]);
  return JSON.stringify([loaders, withClasses.map(pathOf), installed.map(pathOf), errors]);
}

/**
 * The form that `runtime/contract/build.ts` defines: one expression, a function whose parameters each run supplies. Its
 * code names globals, which are those of the realm; only `Reflect` is the run's own.
 */
const HEAD = "(function (globalThis, __workflow__) {\n'use strict'; const { Reflect } = globalThis;";
const TAIL = 'return $bundle;\n})';

/**
 * Bundles all workflows that `modules` holds, with all they import: packages too, since the sandbox has no modules.
 * Modules to compile that are met on the way are added to `modules`.
 * @param memory Kept from build to build.
 * @throws CompileFailure also when the code needs a module of Node, or a global that the sandbox does not have.
 */
export async function bundleWorkflows(
  project: BuildProject,
  modules: BuildModules,
  memory: BundleMemory,
): Promise<WorkflowBundleResult> {
  const { choices, files } = memory;
  const made = await keepWhatCanRun({
    modules,
    choices,
    files,
    draft: () => makeDraft(project, modules, memory),
  });
  const leftOut = made.output ? diagnoseLeftOut({ project, modules, choices, ...made, output: made.output }) : [];
  const found = [...made.problems.map(({ diagnostic }) => diagnostic), ...leftOut];
  const accepted = found.filter(({ isAccepted }) => isAccepted);
  const errors = found.filter(({ severity, isAccepted }) => severity === 'error' && !isAccepted);
  if (errors.length > 0 || !made.output) throw new CompileFailure(errors, accepted);
  const { chunk, inputs, warnings } = made.output;
  return {
    bundle: toBundle(chunk),
    resolvedImports: made.resolvedImports,
    inputs: [...new Set([...inputs, ...choices.files()])],
    warnings: [...warnings, ...found, ...made.hints, ...warnOfEarlyUses({ ...project, ...made })],
  };
}

interface MadeBundle extends Draft {
  /** `null` when the bundler failed. */
  output: BundleOutput | null;
  /** Warnings that say nothing of where code can run. */
  hints: readonly Diagnostic[];
}

/** Makes the bundle with the optional code that the choices keep, and loads it as runs do. */
async function makeDraft(project: BuildProject, modules: BuildModules, memory: BundleMemory): Promise<MadeBundle> {
  const best = await memory.forms.choose((folders) => bundleOnce(project, modules, memory, folders));
  const { output, problems, graph } = best;
  if (!output || problems.some(isError)) return best;
  return { ...best, problems: [...problems, ...(await findLoadProblems(project, toBundle(output.chunk), graph))] };
}

const isError = ({ diagnostic }: BundleProblem): boolean => diagnostic.severity === 'error';

interface JudgedBundle extends MadeBundle, JudgedForms {
  output: BundleOutput | null;
}

/** @param inBrowserForm Folders of the packages that are taken in their form for browsers. */
async function bundleOnce(
  project: BuildProject,
  modules: BuildModules,
  { choices, globalUses }: BundleMemory,
  inBrowserForm: ReadonlySet<string>,
): Promise<JudgedBundle> {
  const origin: BundleOrigin = { rootDir: project.rootDir, modules, view: 'workflow' };
  const found: BundleProblem[] = [];
  const wanted: string[] = [];
  const hints: Diagnostic[] = [];
  const patterns: NewerPatterns = new Set();
  const oldestNode = oldestNodeOf(project.rootDir);
  let needy = 0;
  const graph: ModuleGraph = new Map();
  const resolvedImports: ResolvedImports = new Map();
  const input = inputOptions(project, [
    ...unsavedTexts(project),
    virtualModules(entryModules(modules, choices)),
    compileView(modules, 'workflow', resolvedImports),
    ...(inBrowserForm.size > 0 ? [browserForms(inBrowserForm, conditionsOf(project))] : []),
    builtinStubs(),
    recordGraph(graph),
    judgeBundle(project.rootDir, async (bundle) => {
      const missing = findMissingGlobals(bundle, globalUses);
      const files = filesThatNeedNode(missing);
      needy += files.length;
      wanted.push(...wantedBrowserForms(bundle, files, inBrowserForm));
      found.push(...(await diagnoseMissing(bundle, missing)));
      hints.push(...(await warnOfNewerNode(bundle, { oldestNode, patterns })));
    }),
    refuseDynamicImports(),
    lowerClasses(),
    newerPatterns(oldestNode, patterns),
  ]);
  try {
    const output = await runBundler(origin, { input, output: outputOptions(project) });
    const problems = [...missingImports(output).map((log) => toProblem(origin, log)), ...found];
    const needs = problems.filter(isError).length + needy;
    return { output, problems, graph, resolvedImports, needs, wanted, hints };
  } catch (error) {
    modules.throwProblems();
    if (!(error instanceof CompileFailure)) throw error;
    const problems = error.diagnostics.map((diagnostic): BundleProblem => {
      return { diagnostic, modules: [diagnostic.file], reason: 'the bundler refuses it' };
    });
    return { output: null, problems, graph, resolvedImports, needs: problems.length, wanted: [], hints };
  }
}

const toProblem = (origin: BundleOrigin, log: RolldownLog): BundleProblem => ({
  diagnostic: toDiagnostic(origin, log, 'error'),
  modules: log.id ? [log.id] : [],
  reason: `"${log.exporter ?? 'an import'}" cannot be found`,
});

function toBundle({ code, map }: OutputChunk): WorkflowBundle {
  return { buildId: contentHash(code), code, map: map?.toString() ?? null };
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
    // A variable must stay to be seen where code that is left out would have changed it.
    optimization: { inlineConst: false },
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

/**
 * The entry exports `load`, with one function for each workflow: modules are evaluated when a run needs them. Each goes
 * through a module that only evaluates the user's, so exports that no workflow uses are dropped.
 */
function entryModules({ withClasses, withWorkflows, wantedErrors }: BuildModules, choices: CodeChoices) {
  const errors = [...wantedErrors.keys()].filter((path) => !choices.leavesOutEffects(CLASSES, path));
  const codes = new Map([[CLASSES, [...withClasses.map(pathOf), ...errors].map(importText).join('')]]);
  const loaders: string[] = [];
  for (const module of withWorkflows) {
    const { source, info } = module;
    const loader = `workflow:load/${source.name}`;
    // In the order of plain code, which may not load the classes at all.
    codes.set(loader, `${importText(source.path)}import '${CLASSES}';\n`);
    for (const { workflowId } of info.workflows) {
      loaders.push(`${JSON.stringify(workflowId)}: () => import(${JSON.stringify(loader)})`);
    }
  }
  return codes.set(ENTRY, `export const load = { ${loaders.join(', ')} };`);
}

const importText = (path: string): string => `import ${JSON.stringify(path)};\n`;

/** All that the sandbox lacks. Of a package that is refused as a whole, only that is said. */
async function diagnoseMissing(bundle: ShakenBundle, globals: readonly FoundUse[]): Promise<BundleProblem[]> {
  const installed = Object.keys(bundle.chunk.modules).filter(isInstalled);
  const packages = (await diagnosePackages(bundle)).map((diagnostic): BundleProblem => {
    return { diagnostic, modules: installed, reason: 'it needs a package that cannot run there' };
  });
  const places = new Set(packages.map(placeOf));
  const others = [...(await diagnoseBuiltinUses(bundle)), ...(await diagnoseGlobalUses(bundle, globals))];
  return [...packages, ...others.filter((one) => !places.has(placeOf(one)))];
}

const placeOf = ({ diagnostic: { file, line, column } }: BundleProblem): string => `${file}:${line}:${column}`;

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
function missingImports({ chunk, logs }: BundleOutput): RolldownLog[] {
  return logs.filter((log) => log.code === 'UNRESOLVED_IMPORT' && chunk.imports.includes(log.exporter ?? ''));
}

function contentHash(code: string): BuildId {
  return createHash('sha256').update(code).digest('hex').slice(0, 32) as BuildId;
}
