/** Calls that return a promise of something durable: a step, a sleep, a child run, an agent's answer. */
import { referenceOf } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, children, contains, unwrap } from '../../../../compiler/ast.ts';
import { unwrapChain } from '../../../../compiler/globals/member-chain.ts';
import { streamingAgent } from '../../code/agent-creations.ts';
import { functionOrigin, indirectCall, methodOf } from '../../code/call-sites.ts';
import { initialValue } from '../../code/held-values.ts';
import { type CodeOrigin, originOf } from '../../code/origins.ts';
import { returnedValues } from '../../code/surroundings.ts';
import type { Project, ProjectFile } from '../../project/project.ts';

/** The consequence for each function when nothing waits for its promise. */
const EFFECTS: Readonly<Record<string, string>> = {
  sleep: 'the workflow continues at once',
  fetch: 'the workflow continues without the response, and a failure stays unnoticed',
  continueAs: 'the code after it runs as well',
  start: 'a failure stays unnoticed',
};
const STEP_EFFECT = 'the workflow continues without its result, may end before it, and does not notice a failure';
const AGENT_EFFECT = 'the workflow continues without the answer, may end before it, and does not notice a failure';

/** A promise that code should wait for. */
export interface DurableCall {
  /** The consequence when no code waits for it. */
  effect: string;
  /** Whether code takes its failure: `charge().catch(report)`. Then nobody may want to wait for it. */
  isHandled?: boolean;
}

/** Helpers that were looked at for one question, so that each is looked at once. */
type Seen = Set<Node>;

/** The durable call behind an expression; `null` unless it certainly is one. */
export function durableCall(
  project: Project,
  file: ProjectFile,
  expression: Node,
  seen: Seen = new Set(),
): DurableCall | null {
  const node = unwrapChain(expression);
  if (node.type !== 'CallExpression') return null;
  const callee = child(node, 'callee')!;
  const chained = durableChain(project, file, node, seen);
  if (chained) return chained;
  const args = children(node, 'arguments');
  const origin = originOf(project, file, callee) ?? indirectCall(project, file, { callee, args })?.origin ?? null;
  if (isCombinator(origin)) return durableList(project, file, children(node, 'arguments')[0], seen);
  if (streamingAgent(project, file, callee)) return { effect: AGENT_EFFECT };
  return durableOrigin(origin) ?? durableHelper(project, origin, seen);
}

/** `charge().then(send)`: a promise again. */
function durableChain(project: Project, file: ProjectFile, call: Node, seen: Seen): DurableCall | null {
  const method = methodOf(child(call, 'callee')!);
  if (!method || !/^(?:then|catch|finally)$/.test(method.name)) return null;
  const durable = durableCall(project, file, method.object, seen);
  const handlers = children(call, 'arguments').length;
  const isHandled = method.name === 'catch' ? handlers > 0 : method.name === 'then' && handlers > 1;
  return durable && (isHandled ? { ...durable, isHandled } : durable);
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

function durableList(project: Project, file: ProjectFile, list: Node | undefined, seen: Seen): DurableCall | null {
  if (!list) return null;
  const node = isReadOnce(list) ? initialValue(list) : list;
  return durableElements(project, file, node, seen) ?? durableMapping(project, file, node, seen);
}

/** Whether a name is used here only, so that no other code waits for what it holds. */
function isReadOnce(expression: Node): boolean {
  return referenceOf(unwrap(expression))?.binding?.references.length === 1;
}

/** `[charge(), sleep('1s')]`: the first of the elements whose failure nobody takes. */
export function durableElements(
  project: Project,
  file: ProjectFile,
  expression: Node,
  seen: Seen = new Set(),
): DurableCall | null {
  const node = unwrapChain(expression);
  if (node.type !== 'ArrayExpression') return null;
  const found = children(node, 'elements').flatMap((element) => {
    const value = initialValue(element);
    return durableCall(project, file, value, seen) ?? durableMapping(project, file, value, seen) ?? [];
  });
  return found.find(({ isHandled }) => !isHandled) ?? found[0] ?? null;
}

/** Methods that give an array of what is in the array. */
const KEEPING = /^(?:filter|slice|concat|(?:to)?[rR]eversed?|flat)$/;

/** `xs.map(step)`, `xs.flatMap((x) => [step(x)])`, `Array.from(xs, step)`: an array of promises. */
export function durableMapping(
  project: Project,
  file: ProjectFile,
  expression: Node,
  seen: Seen = new Set(),
): DurableCall | null {
  const node = unwrapChain(expression);
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : null;
  if (!callee) return null;
  const [first, second] = children(node, 'arguments');
  const method = methodOf(callee);
  if (method?.name === 'from' && second && isArrayFrom(project, file, callee))
    return durableCallback(project, file, second, seen);
  if (!method || isForeign(project, file, callee)) return null;
  if (KEEPING.test(method.name)) return durableMapping(project, file, method.object, seen);
  if (!first || !/^(?:map|flatMap)$/.test(method.name)) return null;
  if (method.name === 'map') return durableCallback(project, file, first, seen);
  const fn = functionOrigin(project, file, first);
  const values = fn && !fn.directive && fn.node['async'] !== true ? returnedValues(fn.file, fn.node) : [];
  return values.map((value) => durableElements(project, fn!.file, value, seen)).find((found) => found !== null) ?? null;
}

function isArrayFrom(project: Project, file: ProjectFile, callee: Node): boolean {
  const origin = originOf(project, file, callee);
  return origin?.kind === 'global' && origin.path.join() === 'Array,from';
}

/** The result of a callback for each element: the promise of a durable call, or of any async function. */
export function durableCallback(
  project: Project,
  file: ProjectFile,
  callback: Node,
  seen: Seen = new Set(),
): DurableCall | null {
  const fn = functionOrigin(project, file, callback);
  if (!fn || fn.node['generator'] === true) return null;
  if (fn.directive || fn.node['async'] === true) return { effect: STEP_EFFECT };
  return durableResult(project, fn, seen);
}

/** The promise that a function returns which is not async. */
function durableResult(
  project: Project,
  { file, node }: { file: ProjectFile; node: Node },
  seen: Seen,
): DurableCall | null {
  for (const value of returnedValues(file, node)) {
    const durable = durableCall(project, file, value, seen);
    if (durable) return durable;
  }
  return null;
}

/** Whether a method is one of a package or of the platform, and so not that of an array. */
export function isForeign(project: Project, file: ProjectFile, callee: Node): boolean {
  const kind = originOf(project, file, callee)?.kind;
  return kind !== undefined && kind !== 'variable';
}

/** A function that waits for durable calls itself, or returns their promise: so callers must wait for it. */
function durableHelper(project: Project, origin: CodeOrigin | null, seen: Seen = new Set()): DurableCall | null {
  if (origin?.kind !== 'function' || origin.directive || origin.node['generator'] === true) return null;
  if (seen.has(origin.node)) return null;
  seen.add(origin.node);
  if (origin.node['async'] !== true) return durableResult(project, origin, seen);
  const { file, node } = origin;
  for (const inner of file.bindings.nodes.of('CallExpression')) {
    if (!contains(node.span, inner.span)) continue;
    const durable = durableCall(project, file, inner, seen);
    if (durable) return { effect: durable.effect };
  }
  return null;
}
