/** Steps as callbacks of arrays: `xs.map(step)` passes the index too. */
import { type Node, child, children, unwrap } from '../../../../compiler/ast.ts';
import { type CallSite, functionOrigin, methodOf, calledText } from '../../code/call-sites.ts';
import { textOf, wrapText } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { callError } from './messages.ts';

/** Methods that pass the element, its index and the array to their callback. */
const WITH_INDEX = new Set(['map', 'flatMap', 'forEach']);

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
