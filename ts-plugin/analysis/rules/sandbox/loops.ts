/** Finds loops that never end. */
import {
  type Node,
  child,
  children,
  isFunction,
  staticKey,
  statements,
  text,
  unwrap,
} from '../../../../compiler/ast.ts';
import { functionOf, referenceOf } from '../../../../compiler/analyze/scope.ts';

import { codeInside } from '../../../../compiler/walk-code.ts';

/** The code that runs in a loop, without the functions that are declared there. */
export function runningIn(loop: Node): Node[] {
  return codeInside(loop, (node) => node !== loop && isFunction(node));
}

/** `while (true)`, `for (;;)`. */
export function isEverTrue(loop: Node): boolean {
  const test = child(loop, 'test');
  if (!test) return loop.type === 'ForStatement';
  const value = unwrap(test);
  return (value.type === 'BooleanLiteral' || value.type === 'NumericLiteral') && Boolean(value['value']);
}

/** Whether a loop certainly never ends: nothing leaves it, and nothing in it waits for the outside. */
export function isEndless(loop: Node): boolean {
  const isCandidate = isEverTrue(loop) || readsClock(loop) || isEmptyWait(loop);
  return isCandidate && !runningIn(loop).some((node) => mayGoOn(node));
}

/** Whether the condition reads the clock, which moves only while the run waits. */
export function readsClock(loop: Node): boolean {
  const test = child(loop, 'test');
  return test !== null && isComparison(unwrap(test)) && codeInside(test, isFunction).some((node) => isClock(node));
}

function isComparison({ type, operator }: Node): boolean {
  return type === 'BinaryExpression' && /^[<>]=?$/.test(String(operator));
}

/** `Date.now()`, `performance.now()`, `new Date()`. */
function isClock(node: Node): boolean {
  const callee = child(node, 'callee');
  const isGlobal = (name: Node, expected: RegExp): boolean =>
    name.type === 'Identifier' && expected.test(text(name)) && !referenceOf(name)?.binding;
  if (node.type === 'NewExpression') return isGlobal(callee!, /^Date$/) && children(node, 'arguments').length === 0;
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false;
  return staticKey(child(callee, 'property')) === 'now' && isGlobal(child(callee, 'object')!, /^(?:Date|performance)$/);
}

/** `while (!done) {}`: no code can change the condition. */
function isEmptyWait(loop: Node): boolean {
  const body = child(loop, 'body')!;
  const test = child(loop, 'test');
  const isEmpty = body.type === 'EmptyStatement' || (body.type === 'BlockStatement' && statements(body).length === 0);
  if (loop.type !== 'WhileStatement' || !isEmpty || !test) return false;
  return codeInside(test).every(({ type }) => READS.has(type));
}

const READS = new Set(['Identifier', 'UnaryExpression', 'ParenthesisExpression', 'BooleanLiteral']);

const LEAVES = new Set(['ReturnStatement', 'ThrowStatement', 'BreakStatement', 'YieldExpression']);

function mayGoOn(node: Node): boolean {
  if (LEAVES.has(node.type)) return true;
  if (node.type === 'ForOfStatement') return Boolean(node['await']);
  if (node.type === 'CallExpression') return throwsItself(child(node, 'callee')!);
  return node.type === 'AwaitExpression' && !isSettled(unwrap(child(node, 'argument')!));
}

/** A call of a function of this file that has a `throw` of its own. */
function throwsItself(callee: Node): boolean {
  const binding = referenceOf(callee)?.binding;
  const fn = binding && functionOf(binding);
  return Boolean(
    fn && codeInside(fn, (node) => node !== fn && isFunction(node)).some(({ type }) => type === 'ThrowStatement'),
  );
}

/** The awaited value exists already, so the run waits for no event. */
function isSettled(value: Node): boolean {
  if (value.type.endsWith('Literal')) return true;
  if (value.type === 'Identifier') return text(value) === 'undefined';
  const callee = value.type === 'CallExpression' ? child(value, 'callee')! : null;
  if (callee?.type !== 'MemberExpression' || staticKey(child(callee, 'property')) !== 'resolve') return false;
  const object = child(callee, 'object')!;
  const isPromise = object.type === 'Identifier' && text(object) === 'Promise' && !referenceOf(object)?.binding;
  return isPromise && children(value, 'arguments').every((given) => given.type.endsWith('Literal'));
}
