/**
 * State of modules in workflow code. Every run has modules of its own, so what a workflow writes there is lost with the run,
 * and what others write there it never sees.
 */
import type { Binding, Reference } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, contains, effectiveParent, staticKey, text } from '../../../../compiler/ast.ts';
import { directiveAround, functionAround } from '../../code/surroundings.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { CodePart } from '../../reach/module-code.ts';
import type { ReachedPart } from '../../reach/reach.ts';
import { sandboxError } from './messages.ts';

/** @param parts What is reached of the file. */
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

/** A helper may keep a cache; what the workflow itself writes, or steps use, was meant to be seen by others. */
function isStrayWrite(file: ProjectFile, reference: Reference, binding: Binding): boolean {
  if (!reference.writes && !isMutation(file, reference.node)) return false;
  if (!functionAround(reference.node)) return false;
  const isInWorkflow = directiveAround(file, reference.node)?.kind === 'workflow';
  return isInWorkflow || binding.references.some(({ node }) => directiveAround(file, node)?.kind === 'step');
}

/** What collections do that changes them. */
const MUTATORS = new Set('push pop shift unshift splice sort reverse fill copyWithin set add delete clear'.split(' '));

/** `total.sum = 1`, `seen.add(id)`, `queue[0]++`, `delete seen.a`. */
function isMutation({ bindings }: ProjectFile, node: Node): boolean {
  const { parent: member, inner } = effectiveParent(node);
  if (member?.type !== 'MemberExpression' || child(member, 'object') !== inner) return false;
  const { parent, inner: target } = effectiveParent(member);
  switch (parent?.type) {
    case 'AssignmentExpression':
      return child(parent, 'left') === target;
    case 'UpdateExpression':
      return true;
    case 'UnaryExpression':
      return parent['operator'] === 'delete';
    case 'CallExpression':
      return child(parent, 'callee') === target && isMutator(child(member, 'property')) && isCollection(node, bindings);
    default:
      return false;
  }
}

function isMutator(property: Node | null): boolean {
  return MUTATORS.has(staticKey(property) ?? '');
}

/** A literal, or made by `new Map()` and the like: another object's `set` may be anything. */
function isCollection(node: Node, { root }: ProjectFile['bindings']): boolean {
  const declaration = root.bindings.get(text(node))?.declarations[0];
  const value = declaration?.type === 'VariableDeclarator' ? child(declaration, 'init') : null;
  if (value?.type === 'ArrayExpression') return true;
  return value?.type === 'NewExpression' && /^(?:Weak)?(?:Map|Set)$|^Array$/.test(text(child(value, 'callee')!));
}

/** A variable that code outside of workflows assigns, and no workflow code does. */
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
