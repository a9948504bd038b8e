/** Promises that no code takes: dropped ones, and those in variables that nothing reads. */
import { type Binding, type ModuleBindings, referenceOf } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, parentOf, staticKey, text, unwrap, takerOf } from '../../../../compiler/ast.ts';
import { isDropped, methodOf } from '../../code/call-sites.ts';
import { initialValue, memberRead } from '../../code/held-values.ts';
import { functionAround } from '../../code/surroundings.ts';
import type { ProjectFile } from '../../project/project.ts';

/** How a promise gets lost: its statement drops it, or nothing reads what it goes to. */
export type Loss = 'dropped' | 'unread';

/** How the value of an expression gets lost; `null` when code takes it. */
export function lossOf({ bindings }: ProjectFile, node: Node): Loss | null {
  if (isDropped(node)) return 'dropped';
  const { taker, value } = takerOf(node);
  const isUnread = taker !== null && UNREAD[taker.type]?.(taker, { value, bindings });
  return isUnread ? 'unread' : null;
}

type Check = (taker: Node, given: { value: Node; bindings: ModuleBindings }) => boolean;

const UNREAD: Readonly<Record<string, Check>> = {
  VariableDeclarator: (taker, { bindings }) => isUnreadVariable(taker, bindings),
  AssignmentExpression: (taker, { value }) =>
    child(taker, 'right') === value && isDropped(taker) && isUnreadName(child(taker, 'left')!),
  CallExpression: (taker, { value }) => child(taker, 'callee') !== value && isPushedInVain(taker),
};

/** A variable whose name begins with `_` is not meant to be read, and `using` reads it at the end of its block. */
function isUnreadVariable(declarator: Node, bindings: ModuleBindings): boolean {
  const name = child(declarator, 'id')!;
  const isPlain = parentOf(declarator)?.type === 'VariableDeclaration' && functionAround(declarator) !== null;
  if (!isPlain || name.type !== 'Identifier' || text(name).startsWith('_')) return false;
  return !readDeclarations(bindings).has(declarator);
}

const known = new WeakMap<ModuleBindings, ReadonlySet<Node>>();

/** The declarations of all names that some code reads. */
function readDeclarations(bindings: ModuleBindings): ReadonlySet<Node> {
  let read = known.get(bindings);
  if (!read) {
    const reads = bindings.references.filter(({ writes }) => !writes);
    known.set(bindings, (read = new Set(reads.flatMap(({ binding }) => binding?.declarations ?? []))));
  }
  return read;
}

function isUnreadName(target: Node): boolean {
  const binding = target.type === 'Identifier' ? localVariable(target) : null;
  return binding !== null && binding.references.every(({ writes }) => writes);
}

function localVariable(name: Node): Binding | null {
  const binding = referenceOf(name)?.binding;
  return binding?.kind === 'variable' && binding.scope.kind !== 'module' ? binding : null;
}

/** `tasks.push(charge())`, where code does nothing with `tasks` but push and count. */
function isPushedInVain(call: Node): boolean {
  const list = pushedList(call);
  const binding = list && localVariable(list);
  return Boolean(binding?.references.every(({ node }) => isPushTo(node) || staticKey(memberRead(node)) === 'length'));
}

/** The name of the array, set or map that a call puts something into. */
function pushedList(call: Node): Node | null {
  const method = call.type === 'CallExpression' ? methodOf(child(call, 'callee')!) : null;
  const object = method && unwrap(method.object);
  if (object?.type !== 'Identifier') return null;
  if (/^(?:push|unshift)$/.test(method!.name)) return object;
  return /^(?:add|set)$/.test(method!.name) && isCollection(initialValue(object)) ? object : null;
}

/** `new Map()`. The method of another object may do more than keep what it gets. */
function isCollection({ type, callee }: Node): boolean {
  return type === 'NewExpression' && /^(?:Map|Set)$/.test(text(callee as Node));
}

function isPushTo(name: Node): boolean {
  const { taker: member } = takerOf(name);
  const { taker: call } = member ? takerOf(member) : { taker: null };
  return call !== null && pushedList(call) === name && isDropped(call);
}
