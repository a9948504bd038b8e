/** Makes the step bundle: the steps of a build with the user's own code around them. */
import type { InputOptions, OutputOptions, Plugin } from 'rolldown';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { CompileFailure, type Diagnostic } from '../diagnostics.ts';
import { type BuildModule, type BuildModules, BUNDLE_LAYER, pathOf } from './build-modules.ts';
import type { BundleResult } from './bundle-cache.ts';
import type { BundleOrigin } from './bundle-problems.ts';
import { guardPackages, LOAD_PACKAGES } from './guard-packages.ts';
import { registryCode, USE_LAYER } from './layer-code.ts';
import { lowerClasses } from './lower-classes.ts';
import { type ModuleGraph, recordGraph } from './module-graph.ts';
import { importFrom, mapOf, specifierFrom, STEPS_APART_FILE, STEP_BUNDLE_FILE, STEPS_FILE } from './output-files.ts';
import type { BuildProject } from './project.ts';
import type { ReachedErrors } from './contract-types.ts';
import { ErrorFiles } from './reached-errors.ts';
import { runBundler } from './run-bundler.ts';
import { takeStepFiles } from './step-files.ts';
import { keepPackageImports } from './step-imports.ts';
import { unsavedTexts } from './unsaved-texts.ts';
import { compileView } from './view-plugin.ts';
import { isPlainSource, isShareable, requireOutside, type SpecifierOf, takeLoadedModules } from './shared-modules.ts';
import { COMPILED_MODULE } from '../views/view-builder.ts';
import { ENTRY, virtualModules } from './virtual-modules.ts';

/** The step bundle, ready to be written. */
export interface StepBundleResult extends BundleResult {
  /** ES module that exports `loadSteps`, see `StepsModule` in `runtime/contract/build.ts`. */
  code: string;
  /** Source map (version 3, JSON text), with the sources relative to the output folder. */
  map: string;
  /** Paths of the modules that the bundle evaluates. */
  evaluated: ReadonlySet<string>;
  /** The classes of errors that the steps may throw; empty where the application loads the files for them. */
  errors: ReachedErrors;
  /** All modules that were read. */
  graph: ModuleGraph;
}

/** A text that changes with everything about `modules` that a step bundle depends on, besides their source texts. */
export function stepBundleKey({ withStepsOrClasses, installed }: BuildModules): string {
  return JSON.stringify([withStepsOrClasses.map(pathOf), installed.map(pathOf)]);
}

/** The map of a bundle that no source file is in. */
const EMPTY_MAP = JSON.stringify({ version: 3, sources: [], names: [], mappings: '' });

/** The beginning of the names of modules that import one file each. */
const FILE = 'workflow:file-';

/**
 * Bundles all steps that `modules` holds, with the user's modules they import; packages stay imports. Modules
 * to compile that are met on the way are added to `modules`.
 * @param apart Absolute paths of the modules whose steps are bundled, and that are the only ones with a copy here.
 *   Default: all.
 * @throws CompileFailure
 */
export async function bundleSteps(
  project: BuildProject,
  modules: BuildModules,
  apart?: ReadonlySet<string>,
): Promise<StepBundleResult> {
  const origin: BundleOrigin = { rootDir: project.rootDir, modules, view: 'application' };
  const loaded = project.loadedFile && rememberAnswers(project.loadedFile);
  const file = apart ? STEPS_APART_FILE : fileOf(project);
  const taken = apart ? takenBeside(project, modules, apart) : loaded && takenAsLoaded(project, modules, loaded.ask);
  // Nobody loads the other one.
  const isWritten = apart !== undefined || !project.isBundled;
  const guarded = new Set<string>();
  const problems: Diagnostic[] = [];
  const graph: ModuleGraph = new Map();
  const input = inputOptions(project, [
    ...unsavedTexts(project),
    virtualModules(entryModules(modules.withStepsOrClasses, apart)),
    ...(project.loadWith === 'require' ? [requireOutside()] : []),
    ...(taken ? [takeLoadedModules(taken)] : []),
    keepPackageImports(project, new Set(modules.installed.map(pathOf)), guarded),
    compileView(modules, 'application'),
    takeStepFiles({ rootDir: project.rootDir, modules, problems }),
    lowerClasses(),
    ...(isWritten ? [guardPackages(guarded)] : []),
    recordGraph(graph),
  ]);
  const { chunk, assets, inputs, warnings } = await runBundler(origin, {
    input,
    output: outputOptions(project, { file, isWritten }),
  });
  if (problems.length > 0) throw new CompileFailure(problems);
  const evaluated = Object.keys(chunk.modules).filter((id) => chunk.modules[id]!.renderedLength > 0);
  const map = assets.find(({ fileName }) => fileName === mapOf(file));
  return {
    code: chunk.code,
    map: map?.source.toString() ?? EMPTY_MAP,
    evaluated: new Set(evaluated),
    errors: project.loadedFile ? new Map() : errorsIn(project, modules, graph),
    graph,
    inputs,
    warnings,
    ...(loaded && { isCurrent: loaded.areSame }),
  };
}

const takenBeside =
  ({ outDir }: BuildProject, modules: BuildModules, apart: ReadonlySet<string>): SpecifierOf =>
  (path) =>
    apart.has(path) || !isShareable(path, modules) ? null : importFrom(outDir, path);

const takenAsLoaded =
  ({ outDir }: BuildProject, modules: BuildModules, loadedFile: (path: string) => string | null): SpecifierOf =>
  (path) => {
    const loaded = isPlainSource(path, modules) ? loadedFile(path) : null;
    return loaded && specifierFrom(outDir, loaded);
  };

/** Every file that may declare such a class has a view. */
function errorsIn({ rootDir }: BuildProject, modules: BuildModules, graph: ModuleGraph): ReachedErrors {
  const parsed = (path: string): ParsedModule | null => modules.last(path, 'application')?.analysis ?? null;
  return new ErrorFiles({ rootDir, graph, parsed }).reachedIn([...graph.keys()].filter(parsed));
}

/** A function that remembers its answers, and can tell whether they would still be the same. */
function rememberAnswers<Answer>(question: (about: string) => Answer): {
  ask: (about: string) => Answer;
  areSame: () => boolean;
} {
  const answers = new Map<string, Answer>();
  return {
    ask(about) {
      const answer = question(about);
      answers.set(about, answer);
      return answer;
    },
    areSame: () => [...answers].every(([about, answer]) => question(about) === answer),
  };
}

/** How the bundler reads code for the host. */
export function inputOptions(project: BuildProject, plugins: Plugin[]): InputOptions {
  return {
    input: ENTRY,
    cwd: project.rootDir,
    platform: 'node',
    resolve: {
      alias: { ...project.alias },
      conditionNames: [...project.conditions, 'node', 'import', 'module', 'default'],
    },
    plugins,
  };
}

const fileOf = ({ loadsSources }: BuildProject): string => (loadsSources ? STEP_BUNDLE_FILE : STEPS_FILE);

function outputOptions(
  { outDir }: BuildProject,
  { file, isWritten }: { file: string; isWritten: boolean },
): OutputOptions {
  return {
    format: 'esm',
    codeSplitting: false,
    keepNames: true,
    dir: outDir,
    entryFileNames: file,
    sourcemap: isWritten,
  };
}

/**
 * Each file is loaded on its own, so that one that throws takes only its own steps along. The module between drops the
 * exports that no step uses.
 */
function entryModules(all: readonly BuildModule[], apart: ReadonlySet<string> | undefined): Map<string, string> {
  const evaluated = apart ? all.filter((module) => apart.has(pathOf(module))) : all;
  const files = evaluated.map((module, index) => [`${FILE}${index}`, module] as const);
  const listed = files.map(([name, { source, info }]) => {
    const stepNames = info.steps.map(({ stepName }) => stepName);
    return `  { file: ${JSON.stringify(source.name)}, stepNames: ${JSON.stringify(stepNames)}, load: () => import('${name}') },\n`;
  });
  return new Map([
    [ENTRY, entryCode(listed.join(''))],
    [BUNDLE_LAYER.layer, `export const layer = { errors: new Map(), isCopy: ${!apart} };\n`],
    [BUNDLE_LAYER.registry, registryCode(BUNDLE_LAYER)],
    ...files.map(([name, { source }]) => [name, `import ${JSON.stringify(source.path)};`] as const),
  ]);
}

const entryCode = (files: string): string => `import { loadPackage } from '${COMPILED_MODULE}';
import { layer } from '${BUNDLE_LAYER.layer}';
import { loadStepFiles } from '${BUNDLE_LAYER.registry}';
const files = [
${files}];
export async function loadSteps(options) {
  if (!options?.isKept) ${USE_LAYER}
  await ${LOAD_PACKAGES}(loadPackage);
  return await loadStepFiles({ version: '', files }, null, options);
}
`;
