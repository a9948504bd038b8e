/**
 * State of modules in workflow code. Each run has its own modules: values that a workflow writes get lost with the run,
 * and the workflow never sees values that other code writes.
 */
import { type Binding, type Reference, referenceOf } from '../../../../compiler/analyze/scope.ts';
import { isCollection, isCollectionChange, useOf } from '../../../../compiler/analyze/value-uses.ts';
import { type Node, child, contains, unwrap } from '../../../../compiler/ast.ts';
import { globalLinks } from '../../../../compiler/globals/global-paths.ts';
import { directiveAround, functionAround } from '../../code/surroundings.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { CodePart } from '../../reach/module-code.ts';
import type { ReachedPart } from '../../reach/reach.ts';
import { sandboxError } from './messages.ts';

/** The findings of one file. @param parts The parts of the file that workflows reach. */
export function stateFindings(file: ProjectFile, parts: readonly ReachedPart[]): Finding[] {
  const reached = parts.map(({ part }) => part);
  return reached.flatMap((part) =>
    part.references.flatMap((reference) => {
      const { node } = reference;
      const binding = ofModule(file, reference.binding);
      if (!binding || globalLinks(reference).length > 0) return [];
      const { name } = binding;
      if (isStrayWrite(file, reference, binding))
        return [createFinding(file, node.span, sandboxError('sandbox_state_changed', { name }))];
      if (binding.kind === 'class' || binding !== reference.binding) return [];
      if (isStaleRead(file, reference, reached))
        return [createFinding(file, node.span, sandboxError('sandbox_state_stale', { name }))];
      return [];
    }),
  );
}

/** The variable or class of the module that a name stands for, also by a constant of a function; `null`: neither. */
function ofModule(file: ProjectFile, binding: Binding | null): Binding | null {
  if (!binding || (binding.kind !== 'variable' && binding.kind !== 'class')) return null;
  if (binding.scope === file.bindings.root) return binding;
  const [declarator, ...others] = binding.declarations;
  if (declarator?.type !== 'VariableDeclarator' || others.length > 0) return null;
  if (child(declarator, 'id')!.type !== 'Identifier' || binding.references.some(({ writes }) => writes)) return null;
  const init = child(declarator, 'init');
  const held = init && referenceOf(unwrap(init))?.binding;
  return held?.kind === 'variable' ? ofModule(file, held) : null;
}

/** A helper may keep a cache. State that a workflow writes, or that steps use, was meant for others. */
function isStrayWrite(file: ProjectFile, reference: Reference, binding: Binding): boolean {
  if (!reference.writes && !isMutation(reference.node, binding)) return false;
  if (!functionAround(reference.node)) return false;
  const isInWorkflow = directiveAround(file, reference.node)?.kind === 'workflow';
  return isInWorkflow || binding.references.some(({ node }) => directiveAround(file, node)?.kind === 'step');
}

/** `total.sum = 1`, `seen.add(id)`, `queue[0]++`, `delete seen.a`. */
function isMutation(node: Node, binding: Binding): boolean {
  const { kind, members } = useOf(node);
  if (kind === 'change') return members.length === 1;
  return kind === 'call' && members.length === 1 && isCollectionChange(members[0]) && isCollection(binding);
}

/** A variable that is assigned by code outside workflows only. */
function isStaleRead(file: ProjectFile, { binding, writes, node }: Reference, reached: readonly CodePart[]): boolean {
  if (writes || !functionAround(node)) return false;
  const changes = binding!.references.filter((other) => other.writes);
  return changes.length > 0 && changes.every((change) => isOutside(file, change.node, reached));
}

function isOutside(file: ProjectFile, node: Node, reached: readonly CodePart[]): boolean {
  if (!functionAround(node)) return false;
  const directive = directiveAround(file, node);
  if (directive) return directive.kind === 'step';
  return !reached.some(({ unit }) => contains(unit.node.span, node.span));
}
