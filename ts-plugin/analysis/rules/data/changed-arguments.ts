/** Arguments that a step changes and workflow code reads afterwards: it reads what they were before the call. */
import { comesAfter } from '../../../../compiler/analyze/lost-changes.ts';
import { referenceOf } from '../../../../compiler/analyze/scope.ts';
import { type FlowChange, followParameter, mayOverlap } from '../../../../compiler/analyze/value-flow.ts';
import { type MemberNames, useOf } from '../../../../compiler/analyze/value-uses.ts';
import { type Node, child, children, contains, parentOf, staticKey } from '../../../../compiler/ast.ts';
import { rootOf } from '../../../../compiler/globals/member-chain.ts';
import { compileError } from '../../../../compiler/messages.ts';
import type { CallSite } from '../../code/call-sites.ts';
import type { CodeOrigin } from '../../code/origins.ts';
import { textOf } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';

/** A finding for each such argument. */
export function checkChangedArguments({ file, contexts, node: call, args, origin }: CallSite): Finding[] | null {
  const step = origin?.kind === 'function' && origin.directive?.kind === 'step' ? origin : null;
  if (!step || args.length === 0 || !contexts.isOnly(call, 'workflow')) return null;
  return args.flatMap((argument, index) => {
    const changed = changesOf(step, index);
    if (!changed.some(({ members }) => isReadLater(argument, call, members))) return [];
    const target = `step "${step.directive!.path}"`;
    const error = compileError('data_argument_mutated', { name: textOf(file, argument.span), target });
    const related = changed.map(({ node: { span } }) => {
      return { file: step.file.source.path, span, message: 'It is changed here.' };
    });
    return [createFinding(file, argument.span, error, { related })];
  });
}

type StepOrigin = CodeOrigin & { kind: 'function' };

/** The changes of an argument, without those that are lost in the step itself: that is said there. */
function changesOf({ file: { bindings, directives, analysis }, node }: StepOrigin, index: number): FlowChange[] {
  const param = children(node, 'params')[index];
  const names = param ? followParameter(param, bindings, new Set(directives.keys())) : [];
  const told = analysis?.warnings.flatMap((one) => (one.code === 'data_argument_mutated' ? one.index : []));
  return names.flatMap(({ members, flow }) =>
    flow.changes
      .filter((change) => !told?.includes(change.node.span.start) && !told?.includes(change.outer.span.start))
      .map((change) => ({ ...change, members: [...members, ...change.members] })),
  );
}

/** Whether code reads a part of an argument after the call, and no other value was put in its place. */
function isReadLater(argument: Node, call: Node, changed: MemberNames): boolean {
  const root = rootOf(argument);
  const binding = root.type === 'Identifier' ? referenceOf(root)?.binding : null;
  const [declaration] = binding?.declarations ?? [];
  const use = useOf(root);
  if (!declaration || use.kind !== 'argument' || use.call !== call) return false;
  const later = binding!.references.filter(({ node }) => comesAfter(node, call, declaration));
  const isReplaced = binding!.references.some((one) => one.writes && (later.includes(one) || isSetBy(one.node, call)));
  const part = [...use.members, ...changed];
  return !isReplaced && later.some(({ node }) => mayOverlap(readBy(node), part) && !isOverridden(node, part));
}

/** `{ ...order, total: 1 }` does not read the total of the order, and `{ ...order, ...charged }` may not. */
function isOverridden(name: Node, part: MemberNames): boolean {
  const spread = parentOf(name);
  const object = spread?.type === 'SpreadElement' ? parentOf(spread) : undefined;
  const others = object?.type === 'ObjectExpression' ? children(object, 'properties') : [];
  return others.some((other) => {
    const key = child(other, 'key') ?? other;
    return other.span.start > name.span.start && (other.type === 'SpreadElement' || staticKey(key) === part[0]);
  });
}

/** `order = await discount(order)` */
function isSetBy(name: Node, call: Node): boolean {
  const assignment = parentOf(name);
  return assignment !== undefined && contains(assignment.span, call.span);
}

/** The way to what a use reads; of a method, its object. */
function readBy(name: Node): MemberNames {
  const { kind, members } = useOf(name);
  return kind === 'call' ? members.slice(0, -1) : members;
}
