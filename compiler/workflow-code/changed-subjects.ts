/** Finds the names that code changes things by when its module loads: `configure` in `configure('EUR')`. */
import { type Node, child, children, isFunction, staticKey, text, unwrap } from '../ast.ts';
import { type Binding, functionOf, referenceOf } from '../analyze/scope.ts';
import { PRESENT_GLOBALS } from '../globals/guards.ts';
import { ownerOf, rootOf } from '../globals/member-chain.ts';
import { codeInside, codeOutsideFunctions } from '../walk-code.ts';

/** A name that code calls, or whose value it changes. */
export interface Subject {
  node: Node;
  binding: Binding;
  /** The name itself is called, so what changes is what its function changes. */
  isCalled: boolean;
}

/**
 * The names in a statement or a declaration, each once. Where the result of a call is used, a method only counts when
 * its name says that it changes something.
 */
export function findSubjects(node: Node): Subject[] {
  const isStatement = node.type.endsWith('Statement');
  const subjects = new Map<Binding, Subject>();
  const add = (found: readonly Subject[]): void => {
    for (const subject of found) if (!subjects.has(subject.binding)) subjects.set(subject.binding, subject);
  };
  add(codeThatRuns(node).flatMap((inner) => subjectsAt(inner, isStatement)));
  // A map gives what is added while it is walked: the subjects of the functions that are called.
  for (const [binding, { isCalled }] of subjects) {
    const called = isCalled ? functionOf(binding) : null;
    if (called) add(codeInside(called).flatMap((inner) => subjectsAt(inner, isStatement)));
  }
  return [...subjects.values()];
}

/** Functions that are handed to a method of a literal run at once: `['a', 'b'].forEach((name) => …)`. */
function codeThatRuns(node: Node): Node[] {
  return codeOutsideFunctions(node).flatMap((inner) => {
    if (inner.type !== 'CallExpression') return [inner];
    const root = unwrap(rootOf(child(inner, 'callee')!));
    const isAtOnce = isFunction(root) || root.type.endsWith('Literal') || root.type === 'ArrayExpression';
    return isAtOnce ? [inner, ...[root, ...children(inner, 'arguments')].flatMap((one) => codeInside(one))] : [inner];
  });
}

/** The roots that a process has and workflows do not. */
const OF_PROCESS = new Set(['process', 'console', 'module', 'exports', 'window', 'document']);

/**
 * The members that code gives to globals when it runs: `mode` of `globalThis.mode = 'x'`. Those that workflow code has
 * anyway do not count, such as `crypto`.
 */
export function changedGlobals(node: Node): string[] {
  const called = findSubjects(node).flatMap(({ binding, isCalled }) => (isCalled && functionOf(binding)) || []);
  return [codeThatRuns(node), ...called.map((one) => codeInside(one))]
    .flat()
    .flatMap(globalsAt)
    .filter((name) => !PRESENT_GLOBALS.has(name));
}

function globalsAt(node: Node): string[] {
  if (node.type === 'AssignmentExpression') {
    const left = unwrap(child(node, 'left')!);
    const key = left.type === 'MemberExpression' && isGlobal(left) ? staticKey(child(left, 'property')) : null;
    return key === null ? [] : [key];
  }
  const callee = node.type === 'CallExpression' ? unwrap(child(node, 'callee')!) : null;
  const isOfObject = callee?.type === 'MemberExpression' && OBJECT_FUNCTIONS.has(text(rootOf(callee)));
  const [target, ...others] = isOfObject ? children(node, 'arguments') : [];
  return target && isGlobal(target) ? others.flatMap(namesIn) : [];
}

function isGlobal(node: Node): boolean {
  const owner = ownerOf(node);
  return owner.type === 'Identifier' && !referenceOf(owner)?.binding && !OF_PROCESS.has(text(owner));
}

/** The key of `Object.defineProperty(target, key, …)`, and those of `Object.assign(target, { … })`. */
function namesIn(argument: Node): string[] {
  if (argument.type === 'StringLiteral') return [text(argument)];
  return children(argument, 'properties').flatMap((property) => staticKey(child(property, 'key') ?? property) ?? []);
}

function subjectsAt(node: Node, isStatement: boolean): Subject[] {
  const decorators = children(node, 'decorators').map((one) => child(one, 'expression') ?? one);
  return [...decorators.flatMap((one) => toSubject(rootOf(one), true)), ...changedAt(node, isStatement)];
}

function changedAt(node: Node, isStatement: boolean): Subject[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return toSubject(ownerOf(child(node, 'left')!), false);
    case 'UpdateExpression':
      return toSubject(ownerOf(child(node, 'argument')!), false);
    case 'UnaryExpression':
      return node['operator'] === 'delete' ? toSubject(ownerOf(child(node, 'argument')!), false) : [];
    case 'CallExpression':
    case 'NewExpression':
      return calledAt(node, isStatement);
    default:
      return [];
  }
}

const OBJECT_FUNCTIONS = new Set(['Object', 'Reflect']);
const CHANGING_METHOD = /^(?:add|clear|config|define|delete|enable|extend|init|install|push|register|set|unshift|use)/i;

function calledAt(call: Node, isStatement: boolean): Subject[] {
  const callee = unwrap(child(call, 'callee')!);
  const root = unwrap(rootOf(callee));
  if (callee.type !== 'MemberExpression') return toSubject(root, true);
  if (OBJECT_FUNCTIONS.has(text(root)) && !referenceOf(root)?.binding) {
    const [first] = children(call, 'arguments');
    return first ? toSubject(ownerOf(first), false) : [];
  }
  const isChanging = isStatement || CHANGING_METHOD.test(text(child(callee, 'property')!));
  return isChanging ? toSubject(root, false) : [];
}

function toSubject(node: Node, isCalled: boolean): Subject[] {
  const binding = referenceOf(unwrap(node))?.binding;
  return binding ? [{ node: unwrap(node), binding, isCalled }] : [];
}
