/**
 * Changes that a step makes to its arguments, its `this`, or the values that it captures. It works on copies of all of
 * them, so nobody else sees such a change. The build and the editor both say so.
 */
import { type Node, child, children, contains, isFunction, parentOf, staticKey } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import type { DirectiveFunction } from './module-analysis.ts';
import type { ModuleBindings } from './scope.ts';
import { followParameter, followValue, mayOverlap, type FlowChange, type FlowPlace } from './value-flow.ts';

interface Input {
  file: SourceFile;
  bindings: ModuleBindings;
  functions: readonly DirectiveFunction[];
}

/** A warning for each. */
export function warnOfLostChanges({ file, bindings, functions }: Input): Diagnostic[] {
  const steps = functions.filter(({ kind, form }) => kind === 'step' && form !== 'agent-option');
  if (steps.length === 0) return [];
  const marked = new Set(functions.map(({ node }) => node));
  return steps.flatMap((step) => [
    ...changedArguments(step, bindings, marked).map((change) => warn(file, change, step, 'data_argument_mutated')),
    ...changedCaptures(step, bindings, marked).map((change) => warn(file, change, step, 'compile_capture_mutated')),
    ...changedSelf(step, bindings, marked).map((change) => warn(file, change, step, 'compile_self_mutated')),
  ]);
}

interface Change {
  node: Node;
  name: string;
}

type Code = 'data_argument_mutated' | 'compile_capture_mutated' | 'compile_self_mutated';

function warn(file: SourceFile, { node, name }: Change, step: DirectiveFunction, code: Code): Diagnostic {
  return createDiagnostic(file, node.span, compileError(code, { name, target: targetOf(step) }), 'warning');
}

/** Changes after which nothing in the step reads the value: then nobody does. */
function changedArguments(
  { node: step }: DirectiveFunction,
  bindings: ModuleBindings,
  marked: ReadonlySet<Node>,
): Change[] {
  const parameters = children(step, 'params').flatMap((param) => followParameter(param, bindings, marked));
  return parameters.flatMap(({ name, flow: { changes, reads, escapes } }) => {
    const lost = escapes ? [] : changes.filter((change) => !isSeen(change, reads));
    return lost.map((change) => ({ node: placeIn(step, change), name }));
  });
}

/** Changes of values that code outside of the step uses after it, or that nothing in the step reads. */
function changedCaptures(
  { node: step, captures }: DirectiveFunction,
  bindings: ModuleBindings,
  marked: ReadonlySet<Node>,
): Change[] {
  return captures.values.flatMap(({ name, references }) => {
    const inside = references.filter(({ node }) => contains(step.span, node.span));
    const isUsedLater = references.some(({ node }) => node.span.start > step.span.end);
    const { changes, reads, escapes } = followValue(inside, bindings, marked);
    if (escapes && !isUsedLater) return [];
    const lost = changes.filter((change) => isUsedLater || !isSeen(change, reads));
    return lost.map((change) => ({ node: placeIn(step, change), name }));
  });
}

/** Changes of members that code outside of the step reads, or after which nothing in the step reads them. */
function changedSelf(
  { node: step, usesSelf, captures }: DirectiveFunction,
  bindings: ModuleBindings,
  marked: ReadonlySet<Node>,
): Change[] {
  if (!usesSelf && !captures.self) return [];
  const uses = bindings.contextUses.filter(({ name, node }) => name === 'this' && contains(step.span, node.span));
  const { changes, reads, escapes } = followValue(uses, bindings, marked);
  // A call of `this.add()` calls a method of its own, which may read and change anything.
  const isOwnCall = ({ members }: FlowChange): boolean => members.length === 0;
  const seenBy = [...reads, ...changes.filter(isOwnCall)];
  return changes.flatMap((change) => {
    if (isOwnCall(change)) return [];
    const key = change.members[0] ?? null;
    const isRead = key !== null && bindings.nodes.of('MemberExpression').some((member) => isMember(member, key, step));
    if (!isRead && (escapes || isSeen(change, seenBy))) return [];
    return [{ node: placeIn(step, change), name: key === null ? 'this' : `this.${key}` }];
  });
}

/** Whether code outside of the step names a member of this key. */
const isMember = (member: Node, key: string, step: Node): boolean =>
  staticKey(child(member, 'property')) === key && !contains(step.span, member.span);

const targetOf = ({ path }: DirectiveFunction): string => (path === '' ? 'this step' : `step "${path}"`);

const LOOPS = /^(?:For|While|DoWhile)/;

const placeIn = (step: Node, { node, outer }: FlowPlace): Node => (contains(step.span, node.span) ? node : outer);

/** Whether code in the step reads what a change makes of the value. */
function isSeen(change: FlowChange, reads: readonly FlowPlace[]): boolean {
  return change.isUsed || reads.some((read) => isAfter(read, change) && mayOverlap(read.members, change.members));
}

function isAfter(read: FlowPlace, change: FlowChange): boolean {
  if (read.outer === change.outer) return comesAfter(read.node, change.node);
  // `save(setTotal(order))` reads what the inner call gives.
  return contains(read.outer.span, change.outer.span) || comesAfter(read.outer, change.outer);
}

/**
 * Whether a node may run after another one: it stands behind it, or a loop holds both.
 * @param declaration Of a name that begins anew in each round of the loops around it. Default: none.
 */
export function comesAfter(node: Node, first: Node, declaration?: Node): boolean {
  if (node.span.start > first.span.end) return true;
  for (let at = parentOf(first); at && !isFunction(at); at = parentOf(at)) {
    if (declaration && contains(at.span, declaration.span)) return false;
    if (LOOPS.test(at.type) && contains(at.span, node.span) && !contains(first.span, node.span)) return true;
  }
  return false;
}
