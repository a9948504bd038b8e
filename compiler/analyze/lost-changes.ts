/**
 * Changes that a step makes to its arguments, its `this`, or the values that it captures. It works on copies of all of
 * them, so nobody else sees such a change. The build and the editor both say so.
 */
import {
  type Node,
  child,
  children,
  contains,
  effectiveParent,
  isFunction,
  parentOf,
  staticKey,
  takerOf,
  text,
} from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import type { DirectiveFunction } from './module-analysis.ts';
import { type Binding, type ModuleBindings, type Reference, referenceOf } from './scope.ts';
import { isAssigned } from './value-uses.ts';

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
    ...changedSelf(step, bindings).map((change) => warn(file, change, step, 'compile_self_mutated')),
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
function changedArguments(step: DirectiveFunction, bindings: ModuleBindings, marked: ReadonlySet<Node>): Change[] {
  const used = new Set(bindings.references.map(({ binding }) => binding));
  const parameters = [...used].filter((one) => one?.kind === 'parameter' && one.scope.node === step.node) as Binding[];
  return parameters.flatMap(({ name, references }) => {
    const { changes, reads, escapes } = look(references, { bindings, marked, seen: new Set() });
    if (escapes) return [];
    return changes.filter((node) => !isSeen(node, reads.map(nodeOf))).map((node) => ({ node, name }));
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
    const { changes, reads, escapes } = look(inside, { bindings, marked, seen: new Set() });
    if (escapes && !isUsedLater) return [];
    const lost = changes.filter((node) => isUsedLater || !isSeen(node, reads.map(nodeOf)));
    return lost.map((node) => ({ node, name }));
  });
}

/** Changes of members that code outside of the step reads, or after which nothing in the step uses `this`. */
function changedSelf({ node: step, usesSelf, captures }: DirectiveFunction, bindings: ModuleBindings): Change[] {
  if (!usesSelf && !captures.self) return [];
  const uses = bindings.contextUses.filter(({ name, node }) => name === 'this' && contains(step.span, node.span));
  const nodes = uses.map(({ node }) => node);
  return nodes.flatMap((use) => {
    const node = changeBy(use);
    if (!node) return [];
    const key = memberOf(use);
    const isRead = key !== null && bindings.nodes.of('MemberExpression').some((member) => reads(member, key, step));
    const others = nodes.filter((other) => changeBy(other) === null);
    return isRead || !isSeen(node, others) ? [{ node, name: key === null ? 'this' : `this.${key}` }] : [];
  });
}

function memberOf(object: Node): string | null {
  const { parent } = effectiveParent(object);
  return parent?.type === 'MemberExpression' ? staticKey(child(parent, 'property')) : null;
}

const reads = (member: Node, key: string, step: Node): boolean =>
  staticKey(child(member, 'property')) === key && !contains(step.span, member.span);

const targetOf = ({ path }: DirectiveFunction): string => (path === '' ? 'this step' : `step "${path}"`);

const nodeOf = ({ node }: Reference): Node => node;

interface Context {
  bindings: ModuleBindings;
  /** The functions with directives. */
  marked: ReadonlySet<Node>;
  /** The declarations that were followed. */
  seen: ReadonlySet<Node>;
}

/** The uses of a value in a step. `escapes`: the whole value goes somewhere else, where its changes may be seen. */
function look(
  references: readonly Reference[],
  context: Context,
): { changes: Node[]; reads: Reference[]; escapes: boolean } {
  const changes: Node[] = [];
  const reads: Reference[] = [];
  let escapes = false;
  for (const reference of references) {
    const change = reference.writes ? null : changeBy(reference.node);
    const alias = change || reference.writes ? null : aliasOf(reference.node);
    if (change) changes.push(change);
    else if (alias && !context.seen.has(alias)) {
      const ofAlias = look(usesOf(alias, context), { ...context, seen: new Set([...context.seen, alias]) });
      changes.push(...ofAlias.changes);
      reads.push(...ofAlias.reads);
      escapes ||= ofAlias.escapes;
    } else {
      reads.push(reference);
      escapes ||=
        outermostMember(reference.node) === reference.node || isInInnerFunction(reference.node, context.marked);
    }
  }
  return { changes, reads, escapes };
}

/** Methods that change their object, and are seldom called for their result. */
const CHANGING_METHODS: ReadonlySet<string> = new Set(
  'push unshift splice sort reverse fill set add delete clear abort'.split(' '),
);

/** The statement that does nothing but change a member of the value; `null` for any other use. */
function changeBy(node: Node): Node | null {
  const member = outermostMember(node);
  const call = changingCall(member);
  if (call) return takerOf(call).taker?.type === 'ExpressionStatement' ? call : null;
  if (member === node) return null;
  const { taker, value } = takerOf(member);
  return taker && changesMember(taker, value, isChanging) && takerOf(taker).taker?.type === 'ExpressionStatement'
    ? taker
    : null;
}

/** `Object.assign(state, …)`, `Reflect.set(state, …)`: a call that changes its first argument. */
function changingCall(value: Node): Node | null {
  const { parent: call, inner } = effectiveParent(value);
  if (call?.type !== 'CallExpression' || children(call, 'arguments')[0] !== inner) return null;
  const callee = child(call, 'callee')!;
  const owner = callee.type === 'MemberExpression' ? child(callee, 'object')! : null;
  if (owner?.type !== 'Identifier' || referenceOf(owner)?.binding) return null;
  return CHANGING_CALLS.test(`${text(owner)}.${staticKey(child(callee, 'property'))}`) ? call : null;
}

const CHANGING_CALLS =
  /^(?:Object\.assign|(?:Object|Reflect)\.definePropert(?:y|ies)|Reflect\.(?:set|deleteProperty))$/;

/**
 * The declaration that gives the value, or a part of it, another name: `const [first] = order.items`,
 * `for (const item of items)`. `null`: the value goes elsewhere, or is copied.
 */
function aliasOf(node: Node): Node | null {
  const { taker, value } = takerOf(outermostMember(node));
  const isIterated = taker?.type === 'ForOfStatement' && child(taker, 'right') === value;
  const left = isIterated ? child(taker, 'left')! : null;
  const isHeld = taker?.type === 'VariableDeclarator' && child(taker, 'init') === value;
  const declarator = isHeld ? taker : left?.type === 'VariableDeclaration' ? children(left, 'declarations')[0]! : null;
  return declarator && !hasRest(child(declarator, 'id')!) ? declarator : null;
}

/** Whether a pattern makes a copy of something. */
function hasRest(pattern: Node): boolean {
  const parts = [...children(pattern, 'properties'), ...children(pattern, 'elements')];
  return parts.some((part) => part.type === 'RestElement' || hasRest(child(part, 'value') ?? part));
}

function usesOf(declarator: Node, { bindings }: Context): Reference[] {
  return bindings.references.filter(({ binding }) => binding?.declarations.includes(declarator));
}

const isChanging = (method: string): boolean => CHANGING_METHODS.has(method);

/** Whether a node changes a member: by an assignment, `++`, `delete`, or a call of a method that changes it. */
export function changesMember(taker: Node, member: Node, isChangingMethod: (name: string) => boolean): boolean {
  if (taker.type !== 'CallExpression') return isAssigned(taker, member);
  return child(taker, 'callee') === member && isChangingMethod(lastKey(member) ?? '');
}

function lastKey(member: Node): string | null {
  const inner = member.type === 'OptionalChainingExpression' ? child(member, 'base')! : member;
  return staticKey(child(inner, 'property'));
}

/** `order.items[0].price` for `order`. */
function outermostMember(node: Node): Node {
  const { parent, inner } = effectiveParent(node);
  if (parent?.type === 'OptionalChainingExpression') return outermostMember(parent);
  return parent?.type === 'MemberExpression' && child(parent, 'object') === inner ? outermostMember(parent) : node;
}

/** Whether a node is in a function that runs at another time. */
function isInInnerFunction(node: Node, marked: ReadonlySet<Node>): boolean {
  let at = parentOf(node);
  while (at && !isFunction(at)) at = parentOf(at);
  return at !== undefined && !marked.has(at);
}

const LOOPS = /^(?:For|While|DoWhile)/;

function isSeen(change: Node, reads: readonly Node[]): boolean {
  const loops: Node[] = [];
  for (let at = parentOf(change); at && !isFunction(at); at = parentOf(at)) if (LOOPS.test(at.type)) loops.push(at);
  return reads.some(
    (node) => node.span.start > change.span.start || loops.some((loop) => contains(loop.span, node.span)),
  );
}
