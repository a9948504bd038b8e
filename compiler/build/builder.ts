/** Builds the files that the runtime loads: workflow bundle, step bundle, webhook handler and manifest. */
import type { Manifest } from '../../runtime/contract/build.ts';
import type { BuildId } from '../../runtime/contract/ids.ts';
import { CompileFailure, type Diagnostic } from '../diagnostics.ts';
import { ApplicationImports } from './application-imports.ts';
import { BuildModules, type KeptModules, pathOf } from './build-modules.ts';
import { BundleCache } from './bundle-cache.ts';
import { FormChoices } from './choose-forms.ts';
import { CodeChoices } from './code-choices.ts';
import { checkIdsAreUnique, checkStepsAreRegistered } from './check-ids.ts';
import type { ReachedErrors } from './contract-types.ts';
import { discoverModules } from './discover-modules.ts';
import { FileStates } from './file-states.ts';
import { GlobalUseCache } from './bundled-globals.ts';
import { listErrorClasses, type ListedErrors } from './list-error-classes.ts';
import { listLeftOut } from './list-left-out.ts';
import { listStepCopies } from './list-step-copies.ts';
import { listStepFiles } from './list-step-files.ts';
import { createManifest } from './manifest.ts';
import { type Apart, ModulesApart } from './modules-apart.ts';
import type { ModuleGraph } from './module-graph.ts';
import { QuietModules } from './quiet-modules.ts';
import { readPackageName } from './package-name.ts';
import { outputFiles, type StepCodeFiles, writeFiles } from './output-files.ts';
import { type BuilderOptions, type BuildProject, resolveProject } from './project.ts';
import { isInstalled, useUnsavedTexts } from './source-files.ts';
import { identifyWithSteps, readContracts } from './code-contracts.ts';
import { type StepBundleResult, bundleSteps, stepBundleKey } from './step-bundle.ts';
import { ViewCache } from './view-cache.ts';
import {
  bundleWorkflows,
  moveWorkflowPlaces,
  workflowBundleKey,
  type WorkflowBundleResult,
} from './workflow-bundle.ts';

export type { BuilderOptions } from './project.ts';

/** The outcome of one build; its files are written. */
export interface BuildResult {
  /** See `WorkflowBundle.buildId`: runs go on with the bundle they began with. */
  buildId: BuildId;
  manifest: Manifest;
  /** Absolute paths of the files that this build wrote; files whose content stayed the same are left alone. */
  files: string[];
  /** True when `files` is not empty. */
  changed: boolean;
  /** The bundles that had to be made; the others are those of the build before. */
  made: readonly ('workflows' | 'steps')[];
  /** Absolute paths of all files that went in, sorted, without installed packages: what a watcher looks at. */
  inputs: string[];
  /** Absolute paths of all files whose directives are part of the build. */
  modules: string[];
  /** The imports of steps, and those of the application as far as it was followed. */
  imports: ModuleGraph;
  /** Absolute paths of the modules that are bundled apart: see `BuilderOptions.stateOf`. */
  apart: ReadonlySet<string>;
  warnings: Diagnostic[];
}

/** Builds one project again and again; what an edit does not reach is kept from build to build. */
export interface Builder {
  /**
   * Builds and writes; calls that overlap run one after the other. A failed build leaves the files of the last good
   * one.
   * @throws CompileFailure with everything that is wrong.
   */
  build(): Promise<BuildResult>;
  /** The errors and warnings that `build()` would report now, and those that comments accept. Writes nothing. */
  inspect(): Promise<readonly Diagnostic[]>;
}

/** @throws Error when `rootDir` does not exist. */
export function createBuilder(options: BuilderOptions): Builder {
  const project = resolveProject(options);
  const memory = createMemory(project);
  let last: Promise<unknown> = Promise.resolve();
  const next = (writes: boolean): Promise<BuildResult> => {
    const result = last.then(() => build(project, memory, writes));
    last = result.catch(() => undefined);
    return result;
  };
  return {
    async build() {
      const result = await next(true);
      return { ...result, warnings: result.warnings.filter(({ isAccepted }) => !isAccepted) };
    },
    async inspect() {
      try {
        return (await next(false)).warnings;
      } catch (error) {
        if (error instanceof CompileFailure) return [...error.diagnostics, ...error.accepted];
        throw error;
      }
    },
  };
}

/** The caches that one build leaves to the next, so that an edit rebuilds only what it reaches. */
interface Memory extends KeptModules {
  imports: ApplicationImports;
  globalUses: GlobalUseCache;
  forms: FormChoices;
  workflows: BundleCache<WorkflowBundleResult>;
  steps: BundleCache<StepBundleResult>;
  apart: ModulesApart;
  stepsApart: BundleCache<StepBundleResult>;
  /** Of an application whose own files pass no compiler. */
  errors: ListedErrors | undefined;
  /** The classes of errors that workflows loaded in the last build. */
  wantedErrors: ReachedErrors;
}

/** A first build has these. */
export function createKeptModules(project: BuildProject): KeptModules {
  const files = new FileStates(project.unsaved);
  return { files, views: new ViewCache(), choices: new CodeChoices(), quiet: new QuietModules(files) };
}

function createMemory(project: BuildProject): Memory {
  const kept = createKeptModules(project);
  const { files } = kept;
  return {
    ...kept,
    imports: new ApplicationImports(files),
    globalUses: new GlobalUseCache(),
    forms: new FormChoices(files),
    workflows: new BundleCache('workflow', files, (result, moved) => moveWorkflowPlaces(project, result, moved)),
    steps: new BundleCache('application', files),
    apart: new ModulesApart(),
    stepsApart: new BundleCache('application', files),
    errors: undefined,
    wantedErrors: new Map(),
  };
}

async function build(project: BuildProject, memory: Memory, writes: boolean): Promise<BuildResult> {
  useUnsavedTexts(project.rootDir, project.unsaved());
  const kept = [memory.files, memory.workflows, memory.steps, memory.stepsApart] as const;
  for (const each of kept) each.refresh();
  memory.choices.refresh(memory.files);
  const modules = new BuildModules(project.rootDir, memory);
  const followed = await discoverModules(project, modules, memory);
  modules.throwProblems();
  const { workflows, steps } = await bundleUntilComplete(project, modules, memory);
  checkIdsAreUnique(modules.all);
  checkStepsAreRegistered(modules.withStepsOrClasses, steps.evaluated);
  const contracts = await readContracts(modules.all, memory.wantedErrors, project.readTypes);
  const buildId = identifyWithSteps(workflows.bundle.buildId, contracts);
  const bundle = { ...workflows.bundle, buildId };
  const manifest = createManifest(readPackageName(project.rootDir), { ...workflows, bundle }, modules.all, {
    contracts,
    errors: { listed: memory.errors?.listed ?? {}, reached: memory.wantedErrors },
    leftOut: listLeftOut(modules, memory.choices),
    stepCopies: project.isBundled ? undefined : listStepCopies(project.rootDir, modules.all, steps.evaluated),
  });
  const apart = memory.apart.in(project, modules, steps.graph);
  const output = outputFiles({ bundle, manifest, ...(await stepCode(project, modules, { steps, apart, memory })) });
  const files = writes ? await writeFiles(project.outDir, output) : [];
  for (const each of [...kept, memory.views]) each.forgetUnused();
  return {
    buildId,
    manifest,
    files,
    changed: files.length > 0,
    made: (['workflows', 'steps'] as const).filter((kind) => memory[kind].wasMade),
    inputs: sourceInputs(modules, [...followed.read, ...workflows.inputs, ...steps.inputs]),
    modules: modules.all.map(pathOf),
    imports: new Map([...followed.graph, ...steps.graph]),
    apart: apart.paths,
    warnings: once([...modules.all, workflows, steps].flatMap(({ warnings }) => warnings)),
  };
}

interface MadeSteps {
  steps: StepBundleResult;
  apart: Apart;
  memory: Memory;
}

async function stepCode(
  project: BuildProject,
  modules: BuildModules,
  { steps, apart: { paths, isAhead }, memory }: MadeSteps,
): Promise<StepCodeFiles> {
  if (!project.loadsSources) return { steps, apart: null, stepList: null };
  const listed = modules.withStepsOrClasses.filter((module) => !paths.has(pathOf(module)));
  const key = JSON.stringify([...paths].sort());
  const isWhole = listed.length === modules.withStepsOrClasses.length;
  const apart = isWhole ? null : await memory.stepsApart.get(key, modules, () => bundleSteps(project, modules, paths));
  const bundle = project.isBundled ? null : steps;
  return { steps: bundle, apart, stepList: listStepFiles(project.outDir, listed, { bundle, apart, isAhead }) };
}

interface Bundles {
  workflows: WorkflowBundleResult;
  steps: StepBundleResult;
}

/**
 * Each bundle may reach modules to compile that lie in no folder of the project. They belong to the build as well, so
 * bundles are made until neither meets a new one, nor steps a new class of errors. A project that keeps to its folders
 * needs one round; with classes of errors the first build needs two.
 */
async function bundleUntilComplete(project: BuildProject, modules: BuildModules, memory: Memory): Promise<Bundles> {
  for (;;) {
    modules.wantedErrors = memory.wantedErrors;
    const keys = bundleKeys(modules);
    const bundles = await bundleBoth(project, modules, memory);
    if (project.loadedFile && (memory.steps.wasMade || memory.workflows.wasMade || !memory.errors)) {
      memory.errors = await listErrorClasses(project, modules);
    }
    memory.wantedErrors = modules.wantedErrors = memory.errors?.reached ?? bundles.steps.errors;
    const found = bundleKeys(modules);
    if (found.workflows === keys.workflows && found.steps === keys.steps) return bundles;
  }
}

const bundleKeys = (modules: BuildModules): { workflows: string; steps: string } => ({
  workflows: workflowBundleKey(modules),
  steps: stepBundleKey(modules),
});

/** At the same time. The second is waited for also when the first fails: it must not go on in the next build. */
async function bundleBoth(project: BuildProject, modules: BuildModules, memory: Memory): Promise<Bundles> {
  const keys = bundleKeys(modules);
  const making = [
    memory.workflows.get(keys.workflows, modules, () => bundleWorkflows(project, modules, memory)),
    memory.steps.get(keys.steps, modules, () => bundleSteps(project, modules)),
  ] as const;
  await Promise.allSettled(making);
  return { workflows: await making[0], steps: await making[1] };
}

/** Both bundles report the same problems of a project. */
const once = (warnings: readonly Diagnostic[]): Diagnostic[] => [
  ...new Map(warnings.map((warning) => [warning.text, warning])).values(),
];

function sourceInputs(modules: BuildModules, read: readonly string[]): string[] {
  const paths = new Set([...modules.all.map(({ source }) => source.path), ...read]);
  return [...paths].filter((path) => !isInstalled(path)).sort();
}
