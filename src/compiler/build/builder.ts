/** Builds what the runtime loads: workflow bundle, step bundle, webhook handler and manifest. */
import type { Manifest } from '../../runtime/contract/build.ts';
import type { BuildId } from '../../runtime/contract/ids.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { BuildModules } from './build-modules.ts';
import { checkIdsAreUnique, checkStepsAreRegistered } from './check-ids.ts';
import { discoverModules } from './discover-modules.ts';
import { createManifest } from './manifest.ts';
import { outputFiles } from './output-files.ts';
import { type BuilderOptions, type Project, resolveProject } from './project.ts';
import { isInstalled } from './source-files.ts';
import { type StepBundleResult, bundleSteps } from './step-bundle.ts';
import { type WorkflowBundleResult, bundleWorkflows } from './workflow-bundle.ts';
import { writeFiles } from './write-files.ts';

export type { BuilderOptions } from './project.ts';

export interface BuildResult {
  /** Content hash of the workflow bundle: runs go on with the bundle they began with. */
  buildId: BuildId;
  manifest: Manifest;
  /** Absolute paths of the files that this build wrote; files whose content stayed the same are left alone. */
  files: string[];
  /** True when `files` is not empty. */
  changed: boolean;
  /** Absolute paths of all files that went in, sorted, without installed packages: what a watcher looks at. */
  inputs: string[];
  warnings: Diagnostic[];
}

export interface Builder {
  /**
   * Builds and writes; calls that overlap run one after the other. A failed build leaves the files of the last good one.
   * @throws CompileFailure with everything that is wrong.
   */
  build(): Promise<BuildResult>;
}

/** @throws Error when `rootDir` does not exist. */
export function createBuilder(options: BuilderOptions): Builder {
  const project = resolveProject(options);
  let last: Promise<unknown> = Promise.resolve();
  return {
    build() {
      const result = last.then(() => build(project));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function build(project: Project): Promise<BuildResult> {
  const modules = new BuildModules(project.rootDir);
  await discoverModules(project, modules);
  modules.throwProblems();
  const { workflows, steps } = await bundleUntilComplete(project, modules);
  checkIdsAreUnique(modules.all);
  checkStepsAreRegistered(modules.withStepsOrClasses, steps.evaluated);
  const manifest = createManifest(workflows.bundle.buildId, modules.all);
  const files = await writeFiles(project.outDir, outputFiles({ bundle: workflows.bundle, steps, manifest }));
  return {
    buildId: workflows.bundle.buildId,
    manifest,
    files,
    changed: files.length > 0,
    inputs: sourceInputs(modules, [...workflows.inputs, ...steps.inputs]),
    warnings: once([...modules.all, workflows, steps].flatMap(({ warnings }) => warnings)),
  };
}

/**
 * Each bundle may reach modules to compile that lie in no folder of the project. They belong to the build as well, so
 * bundles are made until both have all. A project that keeps to its folders needs one round.
 */
async function bundleUntilComplete(
  project: Project,
  modules: BuildModules,
): Promise<{ workflows: WorkflowBundleResult; steps: StepBundleResult }> {
  let workflows = await bundleWorkflows(project, modules);
  let steps = await bundleSteps(project, modules);
  for (;;) {
    const known = modules.all.length;
    if (modules.withWorkflowsOrClasses.some(({ source }) => !workflows.entries.has(source.path))) {
      workflows = await bundleWorkflows(project, modules);
    }
    if (modules.withStepsOrClasses.some(({ source }) => !steps.evaluated.has(source.path))) {
      steps = await bundleSteps(project, modules);
    }
    if (modules.all.length === known) return { workflows, steps };
  }
}

/** What is wrong with a project is noticed in both bundles. */
const once = (warnings: readonly Diagnostic[]): Diagnostic[] => [
  ...new Map(warnings.map((warning) => [warning.text, warning])).values(),
];

function sourceInputs(modules: BuildModules, read: readonly string[]): string[] {
  const paths = new Set([...modules.all.map(({ source }) => source.path), ...read]);
  return [...paths].filter((path) => !isInstalled(path)).sort();
}
