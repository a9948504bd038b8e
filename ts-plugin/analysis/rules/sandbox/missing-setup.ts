/** Code that sets up something for workflows when a module loads, but cannot run in them: the build refuses it, too. */
import { child, contains, parentOf, text } from '../../../../compiler/ast.ts';
import type { Binding } from '../../../../compiler/analyze/scope.ts';
import { compileError } from '../../../../compiler/messages.ts';
import { isOwnSource, packageName } from '../../../../compiler/workflow-code/foreign-values.ts';
import { ChangedValues } from '../../../../compiler/workflow-code/changed-values.ts';
import { findSubjects, type Subject } from '../../../../compiler/workflow-code/changed-subjects.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import { moduleCode } from '../../reach/module-code.ts';
import type { Reach } from '../../reach/reach.ts';

/** The findings of one file that workflows load. */
export function missingSetup(reach: Reach, file: ProjectFile): Finding[] {
  const leftOut = [...moduleCode(file).leftOut, ...reach.leftOut.filter(({ part }) => part.file === file)];
  return leftOut.flatMap(({ part: { unit }, reason, node }) => {
    const needed = findSubjects(unit.node).find((subject) => isNeeded(reach, file, subject));
    if (!needed) return [];
    const error = compileError('compile_setup_missing', { subject: text(needed.node), reason });
    const { span } = node && contains(unit.node.span, node.span) ? node : unit.node;
    return [createFinding(file, span, error)];
  });
}

/** Whether workflows reach what a name stands for, or what its function changes. */
function isNeeded(reach: Reach, file: ProjectFile, { binding, isCalled }: Subject): boolean {
  if (binding.scope !== file.bindings.root) return false;
  if (binding.kind !== 'import') return isReached(reach, file, { binding, isCalled });
  const target = reach.targetOf(file, binding);
  if (target === null) return usesPackage(reach, packageOf(binding));
  if (target.kind !== 'parts') return false;
  return target.parts.some((part) =>
    isCalled
      ? declaredBy(part.file, part.unit.node).some((own) => isReached(reach, part.file, { binding: own, isCalled }))
      : reach.partAt(part) !== undefined,
  );
}

/** The package that a name is imported from; empty for a file. */
function packageOf({ declarations: [specifier] }: Binding): string {
  const item = specifier && parentOf(specifier);
  const source = item ? child(item, 'source') : null;
  return source && !isOwnSource(text(source)) ? packageName(text(source)) : '';
}

function usesPackage(reach: Reach, name: string): boolean {
  if (name === '') return false;
  const uses = [...reach.parts()].flatMap(({ part }) => part.uses);
  return uses.some(({ binding }) => binding.kind === 'import' && packageOf(binding) === name);
}

function declaredBy({ bindings: { root } }: ProjectFile, node: Subject['node']): Binding[] {
  return [...root.bindings.values()].filter(({ declarations }) => declarations.includes(node));
}

function isReached(
  reach: Reach,
  file: ProjectFile,
  { binding, isCalled }: Pick<Subject, 'binding' | 'isCalled'>,
): boolean {
  const changed = isCalled ? new ChangedValues(file.bindings, new Set()).of(binding) : new Set([binding]);
  const { partsOf } = moduleCode(file);
  return [...changed].some((one) => (partsOf.get(one) ?? []).some((part) => reach.partAt(part) !== undefined));
}
