/** Promises of durable calls that no code waits for. */
import { type Node, child, isFunction, unwrap, takerOf } from '../../../../compiler/ast.ts';
import { type CallSite, isDropped, methodOf, calledText } from '../../code/call-sites.ts';
import { canAwaitAt } from '../../code/surroundings.ts';
import { insertText, replaceText, wrapText } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import { type DurableCall, durableCall, durableCallback, durableMapping, durableOrigin } from './durable-call.ts';
import { type Loss, lossOf } from './lost-promise.ts';
import { callError } from './messages.ts';

/** A durable call in a workflow whose promise gets lost. */
export function checkFloating(site: CallSite): Finding | null {
  const { project, file, contexts, node, callee } = site;
  const loss = lossOf(file, node);
  if (!loss) return null;
  const durable = durableOrigin(site.origin) ?? durableCall(project, file, node) ?? lostMapping(site, loss);
  if (!durable || durable.isHandled || !contexts.isOnly(node, 'workflow')) return null;
  const called = calledText(file.source.code, callee);
  const error = callError('call_floating', { called, effect: durable.effect });
  return createFinding(file, node.span, error, { fixes: waitOrNot(site, loss) });
}

/** An array of promises in a variable that nothing reads. One that is dropped is reported as a callback's. */
function lostMapping({ project, file, node }: CallSite, loss: Loss): DurableCall | null {
  return loss === 'unread' ? durableMapping(project, file, node) : null;
}

function waitOrNot({ project, file, node }: CallSite, loss: Loss): QuickFix[] {
  const { taker } = takerOf(node);
  if (taker?.type === 'ArrowFunctionExpression') return toPromiseAll(file, takerOf(taker).taker!);
  const { start } = node.span;
  const ignore = {
    title: 'Add "void": nothing waits for it',
    edits: [insertText(file, start, 'void ')],
    isForAll: false,
  };
  const others = loss === 'dropped' ? [ignore] : [];
  if (!canAwaitAt(file, node) || durableMapping(project, file, node)) return others;
  return [{ title: 'Add "await"', edits: [insertText(file, start, 'await ')], isForAll: true }, ...others];
}

/** Promises that callbacks return: `forEach` drops them, and so may code that ignores the array of `map`. */
export function checkFloatingCallbacks(site: CallSite): Finding | null {
  const { project, file, contexts, node, callee, args } = site;
  const [callback] = args;
  const method = methodOf(callee)?.name;
  if (!callback || (method !== 'forEach' && method !== 'map')) return null;
  const floats = method === 'map' ? isDropped(node) : !isReportedInside(callback);
  if (!floats || !durableCallback(project, file, callback) || !contexts.isOnly(node, 'workflow')) return null;
  const called = calledText(file.source.code, callee);
  const effect = 'nothing waits for the promises that its callback returns';
  const fixes = toPromiseAll(file, node);
  return createFinding(file, node.span, callError('call_floating', { called, effect }), { fixes });
}

/** An arrow that is only a call: that call floats. */
function isReportedInside(callback: Node): boolean {
  const fn = unwrap(callback);
  return isFunction(fn) && fn['async'] !== true;
}

/** `xs.forEach(f)` becomes `await Promise.all(xs.map(f))`. */
function toPromiseAll(file: ProjectFile, call: Node): QuickFix[] {
  const callee = child(call, 'callee')!;
  const method = callee.type === 'MemberExpression' ? child(callee, 'property') : null;
  if (method?.type !== 'Identifier' || takerOf(call).taker?.type !== 'ExpressionStatement') return [];
  if (!canAwaitAt(file, call)) return [];
  const edits = [...wrapText(file, call.span, ['await Promise.all(', ')']), replaceText(file, method.span, 'map')];
  return [{ title: 'Wait for all with "await Promise.all(…)"', edits, isForAll: true }];
}
