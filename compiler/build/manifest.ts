/** `manifest.json`: what a build holds, by file. */
import type { Manifest } from '../../runtime/contract/build.ts';
import type { StepName, WorkflowId } from '../../runtime/contract/ids.ts';
import type { ModuleInfo } from '../compile-module.ts';
import { drawModules } from '../graph/draw-modules.ts';
import type { BuildModule } from './build-modules.ts';
import { codeContracts } from './code-contracts.ts';
import type { WorkflowBundleResult } from './workflow-bundle.ts';

/**
 * Makes the manifest from a bundle and all compiled modules; each workflow gets its graph.
 * @param project The name of the package; `null`: it has none.
 */
export function createManifest(
  project: string | null,
  { bundle, resolvedImports }: WorkflowBundleResult,
  modules: readonly BuildModule[],
  { errors, leftOut, stepCopies }: { [Key in 'errors' | 'leftOut' | 'stepCopies']: Manifest[Key] | undefined },
): Manifest {
  const graphs = drawModules(
    modules.map(({ analysis }) => analysis),
    (importer, source) => resolvedImports.get(importer)?.get(source) ?? null,
  );
  return {
    version: '1',
    ...(project !== null && { project }),
    buildId: bundle.buildId,
    workflows: byFile(modules, ({ workflows }, module) =>
      workflows.map(({ name, workflowId }) => [
        name,
        {
          workflowId: workflowId as WorkflowId,
          graph: graphs.get(workflowId)!,
          ...codeContracts(module).get(workflowId),
        },
      ]),
    ),
    steps: byFile(modules, ({ steps }, module) =>
      steps.map(({ name, stepName }) => [
        name,
        { stepId: stepName as StepName, ...codeContracts(module).get(stepName) },
      ]),
    ),
    classes: byFile(modules, ({ classes }, module) =>
      classes.map(({ name, classId }) => [name, { classId, ...codeContracts(module).get(classId) }]),
    ),
    ...(errors && { errors }),
    ...(leftOut && { leftOut }),
    ...(stepCopies && { stepCopies }),
  };
}

/** The entries of each module by its file name; modules without any are left out. */
function byFile<Entry>(
  modules: readonly BuildModule[],
  list: (info: ModuleInfo, module: BuildModule) => [name: string, entry: Entry][],
): Record<string, Record<string, Entry>> {
  const files = modules.map((module) => [module.source.name, list(module.info, module)] as const);
  return Object.fromEntries(
    files.filter(([, entries]) => entries.length > 0).map(([file, entries]) => [file, Object.fromEntries(entries)]),
  );
}
