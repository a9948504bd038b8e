/** Checks over all modules of a build. */
import { type Diagnostic, CompileFailure, createDiagnostic } from '../diagnostics.ts';
import type { ModuleInfo } from '../compile-module.ts';
import { compileError, subjectOf } from '../messages.ts';
import type { BuildModule } from './build-modules.ts';

/** A function or class with an id. */
interface Identified {
  id: string;
  /** For messages: `Step "charge"`. */
  subject: string;
  /** Index in the source text. */
  index: number;
}

function identifiedIn({ info }: BuildModule): Identified[] {
  return [
    ...info.workflows.map(({ name: path, workflowId: id, index }) => identified({ kind: 'workflow', path, id, index })),
    ...stepsIn(info),
    ...[...info.classes, ...info.calledClasses].map(({ name: path, classId: id, index }) =>
      identified({ kind: 'class', path, id, index }),
    ),
  ];
}

function stepsIn({ steps }: ModuleInfo): Identified[] {
  return steps.map(({ name: path, stepName: id, index }) => identified({ kind: 'step', path, id, index }));
}

function identified({
  id,
  index,
  ...named
}: Parameters<typeof subjectOf>[0] & Omit<Identified, 'subject'>): Identified {
  return { id, index, subject: subjectOf(named) };
}

/**
 * Two functions or classes of different files must not share an id: a run could get the wrong one.
 * @throws CompileFailure `compile_id_duplicate`, at the second.
 */
export function checkIdsAreUnique(modules: readonly BuildModule[]): void {
  const owners = new Map<string, string>();
  const problems: Diagnostic[] = [];
  for (const module of modules) {
    for (const { id, subject, index } of identifiedIn(module)) {
      const { name, positions } = module.source;
      const other = owners.get(id);
      if (other) {
        const facts = { subject, other, packageName: packageIn(id) };
        problems.push(createDiagnostic(module.source, index, compileError('compile_id_duplicate', facts)));
      } else owners.set(id, `${name}:${positions.at(index).line}`);
    }
  }
  if (problems.length > 0) throw new CompileFailure(problems);
}

/** The package that an id is of; `null`: the project's own. */
const packageIn = (id: string): string | null => /^\w+\/\/((?:@[^/]+\/)?[^./][^/]*)\//.exec(id)?.[1] ?? null;

/**
 * Every step must be in the step bundle: a workflow would wait forever for one that is not.
 * @throws CompileFailure `compile_step_unregistered`, a bug of ours.
 */
export function checkStepsAreRegistered(modules: readonly BuildModule[], evaluated: ReadonlySet<string>): void {
  const problems = modules
    .filter(({ source }) => !evaluated.has(source.path))
    .flatMap(({ source, info }) =>
      stepsIn(info).map(({ subject, index }) =>
        createDiagnostic(source, index, compileError('compile_step_unregistered', { subject })),
      ),
    );
  if (problems.length > 0) throw new CompileFailure(problems);
}
