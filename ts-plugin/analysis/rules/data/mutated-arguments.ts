/** Changes of an argument that have no effect, because a step works on a copy of its arguments. */
import type { DirectiveFunction } from '../../../../compiler/analyze/module-analysis.ts';
import type { Binding, Reference } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, contains, effectiveParent, isFunction, parentOf } from '../../../../compiler/ast.ts';
import { takerOf, changesMember } from '../../code/call-sites.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import { describeTarget } from './boundary-values.ts';
import { dataError } from './messages.ts';

/** Methods that change their object, and are seldom called for their result. */
const CHANGING_METHODS = new Set([
  'push',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'set',
  'add',
  'delete',
  'clear',
]);
const LOOPS = /^(?:For|While|DoWhile)/;

/** A finding for each change of a parameter that is lost. */
export function checkMutations(file: ProjectFile): Finding[] {
  return usedParameters(file).flatMap((parameter) => {
    const found = file.directives.get(parameter.scope.node);
    const isStep = found?.kind === 'step' && found.form !== 'agent-option';
    return isStep ? lostChanges(file, found, parameter) : [];
  });
}

function usedParameters({ bindings }: ProjectFile): Binding[] {
  const used = new Set(bindings.references.map(({ binding }) => binding));
  return [...used].filter((binding) => binding?.kind === 'parameter') as Binding[];
}

/** A change is lost when nothing in the step reads the value afterwards. */
function lostChanges(file: ProjectFile, step: DirectiveFunction, parameter: Binding): Finding[] {
  const changes: Node[] = [];
  const reads: Reference[] = [];
  for (const reference of parameter.references) {
    const change = reference.writes ? null : changeBy(file, reference.node);
    if (change) changes.push(change);
    else if (escapes(file, reference.node)) return [];
    else reads.push(reference);
  }
  return changes
    .filter((change) => !isSeen(change, reads))
    .map((change) =>
      createFinding(
        file,
        change.span,
        dataError('data_argument_mutated', { name: parameter.name, target: describeTarget(step) }),
      ),
    );
}

/** The statement that does nothing but change a member of the value; `null` for any other use. */
function changeBy(file: ProjectFile, node: Node): Node | null {
  const member = outermostMember(file, node);
  if (member === node) return null;
  const { taker, value } = takerOf(member);
  const change = taker && changesMember(taker, value, (name) => CHANGING_METHODS.has(name)) ? taker : null;
  return change && takerOf(change).taker?.type === 'ExpressionStatement' ? change : null;
}

/** `order.items[0].price` for `order`. */
function outermostMember(file: ProjectFile, node: Node): Node {
  const { parent, inner } = effectiveParent(node);
  if (parent?.type === 'OptionalChainingExpression') return outermostMember(file, parent);
  return parent?.type === 'MemberExpression' && child(parent, 'object') === inner
    ? outermostMember(file, parent)
    : node;
}

/** Whether the whole value goes somewhere else, where its changes may be seen. */
function escapes(file: ProjectFile, node: Node): boolean {
  return outermostMember(file, node) === node || isInFunction(file, node);
}

/** Whether a node is in a function that runs at another time. */
function isInFunction({ directives }: ProjectFile, node: Node): boolean {
  let at = parentOf(node);
  while (at && !isFunction(at)) at = parentOf(at);
  return at !== undefined && !directives.has(at);
}

function isSeen(change: Node, reads: readonly Reference[]): boolean {
  const loops = loopsAround(change);
  return reads.some(
    ({ node }) => node.span.start > change.span.start || loops.some((loop) => contains(loop.span, node.span)),
  );
}

function loopsAround(node: Node): Node[] {
  const loops: Node[] = [];
  for (let at = parentOf(node); at && !isFunction(at); at = parentOf(at)) {
    if (LOOPS.test(at.type)) loops.push(at);
  }
  return loops;
}
