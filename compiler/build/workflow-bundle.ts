/** Makes the workflow bundle: one script with everything that workflow code needs. */
import { createHash } from 'node:crypto';
import type { InputOptions, OutputChunk, OutputOptions, Plugin, RolldownLog } from 'rolldown';
import type { WorkflowBundle } from '../../runtime/contract/build.ts';
import type { BuildId } from '../../runtime/contract/ids.ts';
import { CompileFailure, type Diagnostic } from '../diagnostics.ts';
import { type BuildModule, type BuildModules, pathOf } from './build-modules.ts';
import type { BundleResult } from './bundle-cache.ts';
import { builtinStubs } from './builtin-stubs.ts';
import { diagnoseBuiltinUses } from './builtin-uses.ts';
import { type BundleOrigin, toDiagnostic } from './bundle-problems.ts';
import { refuseDynamicImports } from './dynamic-imports.ts';
import { diagnoseGlobalUses, type GlobalUseCache } from './global-uses.ts';
import { lowerClasses } from './lower-classes.ts';
import { type MovedView, movePlaces } from './move-places.ts';
import type { Project } from './project.ts';
import { runBundler } from './run-bundler.ts';
import { toDisplayName } from './source-files.ts';
import { compileView, type ResolvedImports } from './view-plugin.ts';
import { ENTRY, virtualModules } from './virtual-modules.ts';

export interface WorkflowBundleResult extends BundleResult {
  bundle: WorkflowBundle;
  resolvedImports: ResolvedImports;
}

/** What of `modules` a workflow bundle depends on besides their texts. */
export function workflowBundleKey({ withWorkflows, withClasses, installed }: BuildModules): string {
  const loaders = withWorkflows.map(({ source, info }) => [
    source.path,
    ...info.workflows.map(({ workflowId }) => workflowId),
  ]);
  return JSON.stringify([loaders, withClasses.map(pathOf), installed.map(pathOf)]);
}

/** The form that `runtime/contract/build.ts` asks for: one expression, a function of what each run brings along. */
const HEAD = "(function (globalThis, __workflow__) {\n'use strict';";
const TAIL = 'return $bundle;\n})';

/**
 * Bundles all workflows that `modules` holds, with all they import: packages too, since the sandbox has no modules.
 * Modules to compile that are met on the way are added to `modules`.
 * @param globalUses Whoever builds again keeps it.
 * @throws CompileFailure also when the code needs a module of Node, or a global that the sandbox does not have.
 */
export async function bundleWorkflows(
  project: Project,
  modules: BuildModules,
  globalUses: GlobalUseCache,
): Promise<WorkflowBundleResult> {
  const origin: BundleOrigin = { rootDir: project.rootDir, modules, view: 'workflow' };
  const found: Diagnostic[] = [];
  const resolvedImports: ResolvedImports = new Map();
  const input = inputOptions(project, [
    virtualModules(entryModules(modules)),
    builtinStubs(),
    compileView(modules, 'workflow', resolvedImports),
    reportMissing({ rootDir: project.rootDir, globalUses, found }),
    refuseDynamicImports(),
    lowerClasses(),
  ]);
  const { chunk, inputs, logs, warnings } = await runBundler(origin, { input, output: outputOptions(project) });
  const missing = missingImports(chunk, logs).map((log) => toDiagnostic(origin, log, 'error'));
  const problems = [...missing, ...found.filter(({ severity }) => severity === 'error')];
  if (problems.length > 0) throw new CompileFailure(problems);
  return {
    bundle: { buildId: contentHash(chunk.code), code: chunk.code, map: chunk.map?.toString() ?? null },
    resolvedImports,
    inputs,
    warnings: [...warnings, ...found.filter(({ severity }) => severity === 'warning')],
  };
}

/** The bundle of sources that changed places, and nothing else; `null` when it has to be made again. */
export function moveWorkflowPlaces(
  { rootDir }: Project,
  result: WorkflowBundleResult,
  moved: readonly MovedView[],
): WorkflowBundleResult | null {
  const { bundle } = result;
  const map = bundle.map === null ? null : movePlaces(bundle.map, moved, (path) => toDisplayName(rootDir, path));
  return map === null ? null : { ...result, bundle: { ...bundle, map } };
}

function inputOptions(project: Project, plugins: Plugin[]): InputOptions {
  return {
    input: ENTRY,
    cwd: project.rootDir,
    platform: 'neutral',
    resolve: {
      alias: { ...project.alias },
      conditionNames: ['workflow', ...project.conditions, 'import', 'module', 'default'],
      mainFields: ['module', 'main'],
    },
    // The sandbox has no `process`, and packages choose their fast path by this.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins,
  };
}

/** Nothing in the output depends on where the project lies: the same sources have the same build id everywhere. */
function outputOptions(project: Project): OutputOptions {
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

/** Looks for what the sandbox does not have. Who imports whom is known to the bundler, which only plugins can ask. */
function reportMissing(options: { rootDir: string; globalUses: GlobalUseCache; found: Diagnostic[] }): Plugin {
  const { rootDir, globalUses, found } = options;
  return {
    name: 'workflow:missing-in-sandbox',
    async generateBundle(_options, output) {
      for (const chunk of Object.values(output)) {
        if (chunk.type !== 'chunk') continue;
        const bundle = { context: this, chunk, rootDir };
        found.push(...(await diagnoseBuiltinUses(bundle)), ...(await diagnoseGlobalUses(bundle, globalUses)));
      }
    },
  };
}

/** Imports that led nowhere and are still needed after tree shaking: packages may try what is not installed. */
function missingImports(chunk: OutputChunk, logs: readonly RolldownLog[]): RolldownLog[] {
  return logs.filter((log) => log.code === 'UNRESOLVED_IMPORT' && chunk.imports.includes(log.exporter ?? ''));
}

function contentHash(code: string): BuildId {
  return createHash('sha256').update(code).digest('hex').slice(0, 32) as BuildId;
}
