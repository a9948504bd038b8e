/** Turns a timer of the process into a durable wait. */
import { referenceOf } from '../../../../compiler/analyze/scope.ts';
import {
  type Node,
  child,
  children,
  effectiveParent,
  isFunction,
  statements,
  text,
  unwrap,
  contains,
} from '../../../../compiler/ast.ts';
import { literalOf } from '../../code/held-values.ts';
import { directiveAround, functionAround } from '../../code/surroundings.ts';
import { type UsableName, importName } from '../../edits/import-name.ts';
import { replaceText, textOf } from '../../edits/text-edits.ts';
import type { QuickFix } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';

/**
 * The fix for `new Promise((resolve) => setTimeout(resolve, ms))`, and for a timer that returns a promise, such as
 * `delay(ms)`.
 */
export function sleepFixes(file: ProjectFile, timer: Node): QuickFix[] {
  const wait = waitedPromise(timer) ?? promiseTimer(timer);
  if (!wait) return [];
  const sleep = sleepName(file, wait.node);
  const call = `${sleep.text}(${textOf(file, wait.duration.span)})`;
  // The application may use a helper too, and it has no durable waits.
  const isForAll = directiveAround(file, timer)?.kind === 'workflow';
  // A timer takes any number, and a durable wait none below zero.
  const lengthMs = literalOf(wait.duration)?.value;
  const isSafe = isForAll && typeof lengthMs === 'number' && lengthMs >= 0 && Number.isFinite(lengthMs);
  const edits = [replaceText(file, wait.node.span, call), ...sleep.edits];
  return [{ title: 'Wait with sleep()', edits, isForAll, isSafe }];
}

interface Wait {
  /** The expression whose value is the promise. */
  node: Node;
  duration: Node;
}

function callOf(callee: Node): Node | null {
  const { parent, inner } = effectiveParent(callee);
  return parent?.type === 'CallExpression' && child(parent, 'callee') === inner ? parent : null;
}

/** `delay(ms)` of `node:timers/promises`. A call with a second argument resolves with that value, so it stays. */
function promiseTimer(timer: Node): Wait | null {
  if (!referenceOf(timer)?.binding) return null;
  const call = callOf(timer);
  const given = call ? children(call, 'arguments') : [];
  return call && given.length === 1 ? { node: call, duration: given[0]! } : null;
}

function waitedPromise(timer: Node): Wait | null {
  const call = callOf(timer);
  const [callback, duration] = call ? children(call, 'arguments') : [];
  const executor = call && callback && duration && executorAround(call);
  if (!executor || !settles(callback, executor.resolve)) return null;
  return { node: executor.promise, duration };
}

/** The executor of a `new Promise` that does nothing but this call. */
function executorAround(call: Node): { promise: Node; resolve: string } | null {
  const at = functionAround(call);
  const promise = at && effectiveParent(at).parent;
  if (!at || promise?.type !== 'NewExpression' || text(child(promise, 'callee')!) !== 'Promise') return null;
  const body = child(at, 'body')!;
  const only = statements(body);
  const done = only.length === 0 ? body : only.length === 1 ? expressionOf(only[0]!) : null;
  const parameter = children(at, 'params')[0];
  const name = parameter && (child(parameter, 'pat') ?? parameter);
  return done && unwrap(done) === call && name?.type === 'Identifier' ? { promise, resolve: text(name) } : null;
}

function expressionOf(statement: Node): Node | null {
  return child(statement, 'expression') ?? child(statement, 'argument');
}

/** `resolve` itself, or `() => resolve()`. */
function settles(callback: Node, resolve: string): boolean {
  const value = unwrap(callback);
  if (value.type === 'Identifier') return text(value) === resolve;
  const body = isFunction(value) ? child(value, 'body')! : null;
  const [only, ...others] = body ? statements(body) : [];
  const done = others.length > 0 ? null : only ? expressionOf(only) : body;
  const call = done && unwrap(done);
  return (
    call?.type === 'CallExpression' &&
    text(child(call, 'callee')!) === resolve &&
    children(call, 'arguments').length === 0
  );
}

/** The name by which a node can call `sleep`, with the import that it needs. */
export function sleepName(file: ProjectFile, node: Node): UsableName {
  const { references, root } = file.bindings;
  const inside = references.find((reference) => contains(node.span, reference.node.span));
  return importName(file, { module: 'workflow', name: 'sleep', scope: inside?.scope ?? root });
}
