/** Calls that return a promise of something durable: a step, a sleep, a child run. */
import { type Node, child, children, contains, isBlock, statements, unwrap } from '../../../../compiler/ast.ts';
import { functionOrigin, methodOf } from '../../code/call-sites.ts';
import { type CodeOrigin, originOf } from '../../code/origins.ts';
import type { Project, ProjectFile } from '../../project/project.ts';

/** The consequence for each function when nothing waits for its promise. */
const EFFECTS: Readonly<Record<string, string>> = {
  sleep: 'the workflow continues at once',
  fetch: 'the workflow continues without the response, and a failure stays unnoticed',
  continueAs: 'the code after it runs as well',
  start: 'a failure stays unnoticed',
};
const STEP_EFFECT = 'the workflow continues without its result, may end before it, and does not notice a failure';

/** A promise that code should wait for. */
interface DurableCall {
  /** The consequence when no code waits for it. */
  effect: string;
}

/** The durable call behind an expression; `null` unless it certainly is one. */
export function durableCall(project: Project, file: ProjectFile, expression: Node): DurableCall | null {
  const node = unwrapChain(expression);
  if (node.type !== 'CallExpression') return null;
  const callee = child(node, 'callee')!;
  const origin = originOf(project, file, callee);
  if (isCombinator(origin)) return durableList(project, file, children(node, 'arguments')[0]);
  return durableOrigin(origin);
}

function unwrapChain(expression: Node): Node {
  const node = unwrap(expression);
  return node.type === 'OptionalChainingExpression' ? child(node, 'base')! : node;
}

/** The durable call of a known function; `null` unless it certainly is one. */
export function durableOrigin(origin: CodeOrigin | null): DurableCall | null {
  if (origin?.kind === 'function') return origin.directive ? { effect: STEP_EFFECT } : null;
  if (origin?.kind !== 'package' || origin.path.length !== 1) return null;
  const [name] = origin.path;
  const isOurs = origin.module === 'workflow' ? name !== 'start' : origin.module === 'workflow/api' && name === 'start';
  return isOurs && Object.hasOwn(EFFECTS, name!) ? { effect: EFFECTS[name!]! } : null;
}

/** `Promise.all` and its like. */
function isCombinator(origin: CodeOrigin | null): boolean {
  return origin?.kind === 'global' && /^Promise,(?:all|allSettled|any|race)$/.test(origin.path.join());
}

function durableList(project: Project, file: ProjectFile, list: Node | undefined): DurableCall | null {
  const node = list && unwrap(list);
  if (node?.type === 'ArrayExpression') {
    const [first] = children(node, 'elements').flatMap((element) => durableCall(project, file, element) ?? []);
    return first ?? null;
  }
  return node ? durableMapping(project, file, node) : null;
}

/** `xs.map(step)`: an array of promises. */
export function durableMapping(project: Project, file: ProjectFile, expression: Node): DurableCall | null {
  const node = unwrapChain(expression);
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : null;
  const callback = children(node, 'arguments')[0];
  if (!callee || !callback || methodOf(callee)?.name !== 'map' || isForeign(project, file, callee)) return null;
  return durableCallback(project, file, callback);
}

/** The result of a callback for each element: the promise of a durable call, or of any async function. */
export function durableCallback(project: Project, file: ProjectFile, callback: Node): DurableCall | null {
  const fn = functionOrigin(project, file, callback);
  if (!fn || fn.node['generator'] === true) return null;
  if (fn.directive || fn.node['async'] === true) return { effect: STEP_EFFECT };
  const body = child(fn.node, 'body');
  const value = body && isBlock(body) ? returnedValue(body) : body;
  return value && durableCall(project, fn.file, value);
}

/** The value that a body returns at its end. */
function returnedValue(body: Node): Node | null {
  const last = statements(body).at(-1);
  return last?.type === 'ReturnStatement' ? child(last, 'argument') : null;
}

/** A `map` of a package or of the platform that is no method of arrays. */
function isForeign(project: Project, file: ProjectFile, callee: Node): boolean {
  const kind = originOf(project, file, callee)?.kind;
  return kind !== undefined && kind !== 'variable';
}

/** A function of the project that waits for durable calls itself, so its callers must wait for it. */
export function durableHelper(project: Project, origin: CodeOrigin | null): DurableCall | null {
  if (origin?.kind !== 'function' || origin.directive || origin.node['async'] !== true) return null;
  const { file, node } = origin;
  for (const inner of file.bindings.nodes.of('CallExpression')) {
    if (!contains(node.span, inner.span)) continue;
    const durable = durableCall(project, file, inner);
    if (durable) return durable;
  }
  return null;
}
