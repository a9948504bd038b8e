/** How code uses the value of a name: it changes a member, calls a function of it, hands it on, or reads it. */
import { child, children, isFunction, type Node, parentOf, staticKey, takerOf, text, unwrap } from '../ast.ts';
import { type Binding, classOf, initialValue, referenceOf } from './scope.ts';

/** The names on the way from a value to what is used of it; `null` for a computed one. */
export type MemberNames = readonly (string | null)[];

/** A call or `new` of a value, or with it. */
export interface CallUse {
  kind: 'call' | 'argument';
  members: MemberNames;
  call: Node;
}

/** How a value is used. */
export type ValueUse = CallUse | { kind: 'change'; members: MemberNames } | { kind: 'read'; members: MemberNames };

/** The use that stands around a name, or around `this`. Giving a variable another value is a `read` here. */
export function useOf(name: Node): ValueUse {
  const { taker, value, members } = chainOf(name);
  if (taker && members.length > 0 && isTarget(taker, value)) return { kind: 'change', members };
  if (taker?.type === 'CallExpression' || taker?.type === 'NewExpression') {
    if (child(taker, 'callee') === value) return { kind: 'call', members, call: taker };
    if (children(taker, 'arguments').includes(value)) return { kind: 'argument', members, call: taker };
  }
  return { kind: 'read', members };
}

/** The members that are read of a value, and what takes the last one. */
function chainOf(name: Node): ReturnType<typeof takerOf> & { members: MemberNames } {
  const { taker, value } = takerOf(name);
  if (taker?.type !== 'MemberExpression' || child(taker, 'object') !== value) return { taker, value, members: [] };
  const rest = chainOf(taker);
  return { ...rest, members: [staticKey(child(taker, 'property')), ...rest.members] };
}

/** True for `a.b` in `a.b = 1`, `a.b++` and `delete a.b`. */
export function isAssigned(taker: Node, member: Node): boolean {
  if (taker.type === 'AssignmentExpression') return child(taker, 'left') === member;
  return taker.type === 'UpdateExpression' || (taker.type === 'UnaryExpression' && taker['operator'] === 'delete');
}

/** The same, and true for `[a.b] = list` and `for (a.b of list)`. */
export function isTarget(taker: Node, member: Node): boolean {
  let inner = member;
  let at: Node | undefined = taker;
  for (; at && at.type.includes('Pattern') && child(at, 'right') !== inner; at = parentOf(at)) inner = at;
  if (!at) return false;
  return /^For(?:In|Of)Statement$/.test(at.type) ? child(at, 'left') === inner : isAssigned(at, inner);
}

/** The last call of a chain that is a statement of its own, also behind `await`; `null`: something uses the result. */
export function statementCall(call: Node): Node | null {
  let { taker, value } = takerOf(call);
  while (taker?.type === 'AwaitExpression' || taker?.type === 'UnaryExpression') ({ taker, value } = takerOf(taker));
  if (taker?.type === 'ExpressionStatement') return call;
  if (taker?.type !== 'MemberExpression' || child(taker, 'object') !== value) return null;
  const next = takerOf(taker);
  return next.taker?.type === 'CallExpression' && child(next.taker, 'callee') === next.value
    ? statementCall(next.taker)
    : null;
}

/** The function that a name holds under a key: in an object, in a class, or in the class of an instance. */
export function methodOf(binding: Binding, key: string): Node | null {
  const value = initialValue(binding);
  if (value?.type === 'ObjectExpression') return methodIn(children(value, 'properties'), key, false);
  const isInstance = value?.type === 'NewExpression';
  const made = isInstance ? referenceOf(unwrap(child(value, 'callee')!))?.binding : binding;
  const cls = made && classOf(made);
  return cls ? methodIn(children(cls, 'body'), key, !isInstance) : null;
}

/** The function that members of a class or object name. */
export function methodIn(members: readonly Node[], key: string, isStatic: boolean): Node | null {
  const found = members.find((one) => staticKey(child(one, 'key')) === key && (one['isStatic'] === true) === isStatic);
  const value = found && !isFunction(found) ? child(found, 'value') : found;
  return value && isFunction(unwrap(value)) ? unwrap(value) : null;
}

/** Methods of lists that call what they are given for each item. */
export const LIST_CALLBACKS: ReadonlySet<string> = new Set(
  'map forEach filter flatMap reduce reduceRight some every find findIndex findLast findLastIndex'.split(' '),
);

/** Methods of collections that change them. */
const COLLECTION_CHANGES = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear'.split(' '),
);

/** Whether a method of that name changes its collection. */
export const isCollectionChange = (method: string | null | undefined): boolean => COLLECTION_CHANGES.has(method ?? '');

/** An array literal, or the result of `new Map()` and the like. The `set` of another object may do anything. */
export function isCollection(binding: Binding): boolean {
  const value = initialValue(binding);
  if (value?.type === 'ArrayExpression') return true;
  return value?.type === 'NewExpression' && /^(?:Weak)?(?:Map|Set)$|^Array$/.test(text(child(value, 'callee')!));
}
