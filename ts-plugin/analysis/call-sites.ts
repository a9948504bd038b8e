/** The calls of a file, with what they call. */
import {
  type Node,
  child,
  children,
  effectiveParent,
  isFunction,
  staticKey,
  text,
  unwrap,
} from '../../compiler/ast.ts';
import { type Scope, referenceOf } from '../../compiler/analyze/scope.ts';
import type { CodeContexts } from './contexts.ts';
import { type Origin, originOf } from './origins.ts';
import type { Project, ProjectFile } from './project.ts';

/** A call or `new`, and what it calls. */
export interface CallSite {
  project: Project;
  file: ProjectFile;
  contexts: CodeContexts;
  /** A `CallExpression` or `NewExpression`. */
  node: Node;
  callee: Node;
  args: readonly Node[];
  origin: Origin | null;
}

/** Every call and `new` of a file, in no particular order. */
export function listCalls(project: Project, file: ProjectFile, contexts: CodeContexts): CallSite[] {
  const nodes = [...file.bindings.nodes.of('CallExpression'), ...file.bindings.nodes.of('NewExpression')];
  return nodes.map((node) => {
    const callee = child(node, 'callee')!;
    const origin = originOf(project, file, callee);
    return { project, file, contexts, node, callee, args: children(node, 'arguments'), origin };
  });
}

/** The name of what is called of a package: `start` of `workflow/api`. `null`: it is something else. */
export function nameOfPackage(origin: Origin | null, module: string): string | null {
  return origin?.kind === 'package' && origin.module === module && origin.path.length === 1 ? origin.path[0]! : null;
}

/** The method of a call and its object: `xs.map(f)` has `map` and `xs`. */
export function methodOf(callee: Node): { object: Node; name: string } | null {
  const inner = unwrap(callee);
  const member = inner.type === 'OptionalChainingExpression' ? child(inner, 'base')! : inner;
  if (member.type !== 'MemberExpression') return null;
  const name = staticKey(child(member, 'property'));
  return name === null ? null : { object: child(member, 'object')!, name };
}

/** The scope in which a called name is looked up; `null` where it begins with no name. */
export function scopeOfCallee(callee: Node): Scope | null {
  let node = unwrap(callee);
  for (let method = methodOf(node); method; method = methodOf(node)) node = unwrap(method.object);
  return referenceOf(node)?.scope ?? null;
}

/** Where the value of an expression goes: the node that takes it, behind parentheses, `as` and `?.`. */
export function takerOf(node: Node): { taker: Node | null; value: Node } {
  let { parent, inner } = effectiveParent(node);
  while (parent?.type === 'OptionalChainingExpression') {
    ({ parent, inner } = effectiveParent(parent));
  }
  return { taker: parent, value: inner };
}

/** Whether nobody gets the value of an expression. */
export function isDropped(node: Node): boolean {
  const { taker, value } = takerOf(node);
  switch (taker?.type) {
    case 'ExpressionStatement':
      return true;
    case 'BinaryExpression':
      return /^(?:&&|\|\||\?\?)$/.test(text(taker, 'operator')) && child(taker, 'right') === value && isDropped(taker);
    case 'ConditionalExpression':
      return child(taker, 'test') !== value && isDropped(taker);
    case 'SequenceExpression':
      return children(taker, 'expressions').at(-1) !== value || isDropped(taker);
    case 'ArrowFunctionExpression':
      return child(taker, 'body') === value && isForEachCallback(taker);
    default:
      return false;
  }
}

/** `forEach` drops what its callback returns. */
function isForEachCallback(fn: Node): boolean {
  const { taker } = takerOf(fn);
  const callee = taker?.type === 'CallExpression' ? child(taker, 'callee') : null;
  return callee !== null && methodOf(callee)?.name === 'forEach' && children(taker!, 'arguments')[0] !== undefined;
}

/** The function that an expression is or names, when it is in the project. */
export function functionOrigin(
  project: Project,
  file: ProjectFile,
  node: Node,
): (Origin & { kind: 'function' }) | null {
  if (!isFunction(unwrap(node)) && node.type === 'CallExpression') return null;
  const origin = originOf(project, file, node);
  return origin?.kind === 'function' ? origin : null;
}
