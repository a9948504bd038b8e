/** How code uses the value of a name: it changes a member, calls a function of it, hands it on, or reads it. */
import { child, children, isFunction, type Node, parentOf, staticKey, takerOf, unwrap } from '../ast.ts';
import { type Binding, classOf, initialValue, referenceOf } from './scope.ts';

/** `members`: the names on the way from the value; `null` for a computed one. */
export interface ValueUse {
  kind: 'change' | 'call' | 'argument' | 'read';
  members: readonly (string | null)[];
  /** The call or `new` of a `call` or `argument`. */
  call: Node | null;
}

/** The use that stands around a name, or around `this`. Giving a variable another value is a `read` here. */
export function useOf(name: Node): ValueUse {
  const { taker, value, members } = chainOf(name);
  if (taker && members.length > 0 && isTarget(taker, value)) return { kind: 'change', members, call: null };
  const isCall = taker?.type === 'CallExpression' || taker?.type === 'NewExpression';
  if (isCall && child(taker, 'callee') === value) return { kind: 'call', members, call: taker };
  if (isCall && children(taker, 'arguments').includes(value)) return { kind: 'argument', members, call: taker };
  return { kind: 'read', members, call: null };
}

/** The members that are read of a value, and what takes the last one. */
function chainOf(name: Node): ReturnType<typeof takerOf> & Pick<ValueUse, 'members'> {
  const { taker, value } = takerOf(name);
  if (taker?.type !== 'MemberExpression' || child(taker, 'object') !== value) return { taker, value, members: [] };
  const rest = chainOf(taker);
  return { ...rest, members: [staticKey(child(taker, 'property')), ...rest.members] };
}

/** True for `a.b` in `a.b = 1`, `a.b++`, `delete a.b`, `[a.b] = list` and `for (a.b of list)`. */
function isTarget(taker: Node, member: Node): boolean {
  if (taker.type === 'UpdateExpression' || taker.type === 'UnaryExpression') {
    return taker.type === 'UpdateExpression' || taker['operator'] === 'delete';
  }
  let inner = member;
  let at: Node | undefined = taker;
  for (; at && at.type.includes('Pattern') && child(at, 'right') !== inner; at = parentOf(at)) inner = at;
  return /^(?:Assignment|ForIn|ForOf)(?:Expression|Statement)$/.test(at?.type ?? '') && child(at!, 'left') === inner;
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
