/**
 * State of modules in workflow code. Each run has its own modules: values that a workflow writes get lost with the run,
 * and the workflow never sees values that other code writes.
 */
import type { Binding, Reference } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, contains, effectiveParent, text } from '../../../../compiler/ast.ts';
import { changesMember } from '../../../../compiler/analyze/lost-changes.ts';
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
      const { binding, node, name } = reference;
      if (!binding || binding.kind !== 'variable' || binding.scope !== file.bindings.root) return [];
      if (isStrayWrite(file, reference, binding))
        return [createFinding(file, node.span, sandboxError('sandbox_state_changed', { name }))];
      if (isStaleRead(file, reference, reached))
        return [createFinding(file, node.span, sandboxError('sandbox_state_stale', { name }))];
      return [];
    }),
  );
}

/** A helper may keep a cache. State that a workflow writes, or that steps use, was meant for others. */
function isStrayWrite(file: ProjectFile, reference: Reference, binding: Binding): boolean {
  if (!reference.writes && !isMutation(file, reference.node)) return false;
  if (!functionAround(reference.node)) return false;
  const isInWorkflow = directiveAround(file, reference.node)?.kind === 'workflow';
  return isInWorkflow || binding.references.some(({ node }) => directiveAround(file, node)?.kind === 'step');
}

/** Methods of collections that change them. */
const MUTATORS = new Set('push pop shift unshift splice sort reverse fill copyWithin set add delete clear'.split(' '));

/** `total.sum = 1`, `seen.add(id)`, `queue[0]++`, `delete seen.a`. */
function isMutation({ bindings }: ProjectFile, node: Node): boolean {
  const { parent: member, inner } = effectiveParent(node);
  if (member?.type !== 'MemberExpression' || child(member, 'object') !== inner) return false;
  const { parent, inner: target } = effectiveParent(member);
  const isChangingMethod = (name: string): boolean => MUTATORS.has(name) && isCollection(node, bindings);
  return parent !== null && changesMember(parent, target, isChangingMethod);
}

/** An array literal, or the result of `new Map()` and the like. The `set` of another object may do anything. */
function isCollection(node: Node, { root }: ProjectFile['bindings']): boolean {
  const declaration = root.bindings.get(text(node))?.declarations[0];
  const value = declaration?.type === 'VariableDeclarator' ? child(declaration, 'init') : null;
  if (value?.type === 'ArrayExpression') return true;
  return value?.type === 'NewExpression' && /^(?:Weak)?(?:Map|Set)$|^Array$/.test(text(child(value, 'callee')!));
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
