/** Checks over all modules of a build. */
import { type Diagnostic, CompileFailure, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import type { BuildModule } from './build-modules.ts';

/** The functions and classes of a module by their ids, with where they stand. */
function idsOf({ info }: BuildModule): { id: string; index: number }[] {
  return [
    ...info.workflows.map(({ workflowId, index }) => ({ id: workflowId, index })),
    ...info.steps.map(({ stepName, index }) => ({ id: stepName, index })),
    ...info.classes.map(({ classId, index }) => ({ id: classId, index })),
  ];
}

/**
 * Two functions or classes of different files must not share an id: a run could get the wrong one.
 * @throws CompileFailure `compile_id_duplicate`, at the second.
 */
export function checkIdsAreUnique(modules: readonly BuildModule[]): void {
  const owners = new Map<string, string>();
  const problems: Diagnostic[] = [];
  for (const module of modules) {
    for (const { id, index } of idsOf(module)) {
      const { name, positions } = module.source;
      const other = owners.get(id);
      if (other)
        problems.push(createDiagnostic(module.source, index, compileError('compile_id_duplicate', { id, other })));
      else owners.set(id, `${name}:${positions.at(index).line}`);
    }
  }
  if (problems.length > 0) throw new CompileFailure(problems);
}

/**
 * Every step must be in the step bundle: a workflow that calls another would wait for ever.
 * @throws CompileFailure `compile_step_unregistered`: a defect of ours.
 */
export function checkStepsAreRegistered(modules: readonly BuildModule[], evaluated: ReadonlySet<string>): void {
  const problems = modules
    .filter(({ source }) => !evaluated.has(source.path))
    .flatMap(({ source, info }) =>
      info.steps.map(({ stepName, index }) =>
        createDiagnostic(source, index, compileError('compile_step_unregistered', { id: stepName })),
      ),
    );
  if (problems.length > 0) throw new CompileFailure(problems);
}
