/**
 * Steps as callbacks of arrays: `await xs.map(step)` waits for nothing, and `xs.map(step)` passes the index too.
 */
import { type Node, child, children, unwrap } from '../../../../compiler/ast.ts';
import { type CallSite, functionOrigin, methodOf, takerOf, calledText } from '../../code/call-sites.ts';
import { textOf, wrapText } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { durableMapping } from './durable-call.ts';
import { callError } from './messages.ts';

/** Methods that pass the element, its index and the array to their callback. */
const WITH_INDEX = new Set(['map', 'flatMap', 'forEach']);

/** `await` of an array of promises. */
export function checkAwaitedArray({ project, file, contexts, node, callee }: CallSite): Finding | null {
  const { taker, value } = takerOf(node);
  if (taker?.type !== 'AwaitExpression' || !durableMapping(project, file, node)) return null;
  if (contexts.of(node).has('application') || isOtherCollection(project, file, callee)) return null;
  const error = callError('call_array_awaited', { called: calledText(file.source.code, callee) });
  const none = value.type === 'OptionalChainingExpression' ? ' ?? []' : '';
  const edits = wrapText(file, value.span, ['Promise.all(', `${none})`]);
  const fixes = [{ title: 'Wait for all with "Promise.all(…)"', edits, isForAll: true }];
  return createFinding(file, node.span, error, { fixes });
}

/** The `map` of something that is no array may return a promise. */
function isOtherCollection(project: Project, file: ProjectFile, callee: Node): boolean {
  const { span } = methodOf(callee)!.object;
  const [type] = project.types?.types(file.source.path, [{ span, of: 'expression' }]) ?? [];
  return type?.kind === 'class' || type?.kind === 'object';
}

/** A step with at most one parameter that gets three arguments. */
export function checkIndexedStep({ project, file, contexts, callee, args }: CallSite): Finding | null {
  const [callback] = args;
  const method = methodOf(callee);
  if (!callback || !method || !WITH_INDEX.has(method.name) || args.length !== 1) return null;
  // An array literal is short.
  if (unwrap(method.object).type === 'ArrayExpression') return null;
  if (!/^(?:Identifier|MemberExpression)$/.test(unwrap(callback).type)) return null;
  const fn = functionOrigin(project, file, callback);
  if (fn?.directive?.kind !== 'step' || takesMore(fn.node) || !contexts.isOnly(callback, 'workflow')) return null;
  const step = textOf(file, callback.span);
  const error = callError('call_step_indexed', { called: calledText(file.source.code, callee), step });
  // The step takes no more than the element, so the call stays the same.
  const item = freeParameter(step);
  const edits = wrapText(file, callback.span, [`(${item}) => `, `(${item})`]);
  const fixes = [{ title: 'Pass only the element', edits, isForAll: true, isSafe: true }];
  return createFinding(file, callback.span, error, { fixes });
}

/** A name for the element that the text of the callback does not use. */
function freeParameter(callback: string): string {
  const used = new Set(callback.match(/[\w$]+/g));
  return ['item', 'element', 'each'].find((name) => !used.has(name)) ?? 'theItem';
}

function takesMore(fn: Node): boolean {
  const parameters = children(fn, 'params');
  const last = parameters.at(-1);
  const pattern = last && (child(last, 'pat') ?? last);
  return parameters.length > 1 || pattern?.type === 'RestElement';
}
