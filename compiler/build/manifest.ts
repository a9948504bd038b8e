/** `manifest.json`: what a build holds, by file. */
import type { Manifest } from '../../runtime/contract/build.ts';
import type { StepName, WorkflowId } from '../../runtime/contract/ids.ts';
import type { ModuleInfo } from '../compile-module.ts';
import { drawModules } from '../graph/draw-modules.ts';
import type { CodeContract } from '../../runtime/contract/code-contracts.ts';
import type { BuildModule } from './build-modules.ts';
import type { ListedErrors } from './list-error-classes.ts';
import type { WorkflowBundleResult } from './workflow-bundle.ts';

interface ManifestParts {
  /** By the ids of functions and classes. */
  contracts: ReadonlyMap<string, CodeContract>;
  errors: ListedErrors;
  leftOut: Manifest['leftOut'] | undefined;
  stepCopies: Manifest['stepCopies'] | undefined;
}

/**
 * Makes the manifest from a bundle and all compiled modules; each workflow gets its graph.
 * @param project The name of the package; `null`: it has none.
 */
export function createManifest(
  project: string | null,
  { bundle, resolvedImports }: WorkflowBundleResult,
  modules: readonly BuildModule[],
  { contracts, errors, leftOut, stepCopies }: ManifestParts,
): Manifest {
  const graphs = drawModules(
    modules.map(({ analysis }) => analysis),
    (importer, source) => resolvedImports.get(importer)?.get(source) ?? null,
  );
  return {
    version: '1',
    ...(project !== null && { project }),
    buildId: bundle.buildId,
    workflows: byFile(modules, ({ workflows }) =>
      workflows.map(({ name, workflowId }) => [
        name,
        {
          workflowId: workflowId as WorkflowId,
          graph: graphs.get(workflowId)!,
          ...contracts.get(workflowId),
        },
      ]),
    ),
    steps: byFile(modules, ({ steps }) =>
      steps.map(({ name, stepName }) => [name, { stepId: stepName as StepName, ...contracts.get(stepName) }]),
    ),
    classes: byFile(modules, ({ classes }) =>
      classes.map(({ name, classId }) => [name, { classId, ...contracts.get(classId) }]),
    ),
    ...errorsOf(errors, contracts),
    ...(leftOut && { leftOut }),
    ...(stepCopies && { stepCopies }),
  };
}

/** The entries of each module by its file name; modules without any are left out. */
function byFile<Entry>(
  modules: readonly BuildModule[],
  list: (info: ModuleInfo) => [name: string, entry: Entry][],
): Record<string, Record<string, Entry>> {
  const files = modules.map((module) => [module.source.name, list(module.info)] as const);
  return Object.fromEntries(
    files.filter(([, entries]) => entries.length > 0).map(([file, entries]) => [file, Object.fromEntries(entries)]),
  );
}

/** The contracts of those that steps reach, and the others that the application has to make known. */
function errorsOf({ listed, reached }: ListedErrors, contracts: ManifestParts['contracts']): Pick<Manifest, 'errors'> {
  const errors = structuredClone(listed);
  for (const classId of [...reached.values()].flatMap((classes) => [...classes.keys()])) {
    const contract = contracts.get(classId)!;
    const file = contract.place.slice(0, contract.place.lastIndexOf(':'));
    (errors[file] ??= {})[classId.slice(classId.lastIndexOf('//') + 2)] = { classId, ...contract };
  }
  return Object.keys(errors).length > 0 ? { errors } : {};
}
