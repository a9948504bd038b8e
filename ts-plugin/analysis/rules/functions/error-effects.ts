/** `FatalError` and `RetryableError` in places where they have no effect. */
import { referenceOf } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, isFunction, parentOf, statements, takerOf } from '../../../../compiler/ast.ts';
import { type CallSite, isDropped, nameOfPackage } from '../../code/call-sites.ts';
import { insertText } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { functionError } from './messages.ts';

/** An error for the runtime that the runtime never sees, or ignores. */
export function checkErrorEffect(site: CallSite): Finding | null {
  const { file, contexts, node, origin } = site;
  const name = nameOfPackage(origin, 'workflow');
  if (node.type !== 'NewExpression' || (name !== 'FatalError' && name !== 'RetryableError')) return null;
  const { taker } = takerOf(node);
  if (isDropped(node)) {
    const isStatement = taker?.type === 'ExpressionStatement';
    const edits = [insertText(file, node.span.start, 'throw ')];
    const fixes = isStatement ? [{ title: 'Add "throw"', edits, isForAll: true }] : [];
    return createFinding(file, node.span, functionError('function_error_unthrown', { name }), { fixes });
  }
  if (taker?.type !== 'ThrowStatement') return null;
  const attempt = tryAround(taker);
  if (attempt) {
    if (!isSwallowed(attempt)) return null;
    return createFinding(file, node.span, functionError('function_error_swallowed', { name }));
  }
  if (name !== 'RetryableError' || !contexts.isOnly(node, 'workflow')) return null;
  return createFinding(file, node.span, functionError('function_retryable_in_workflow', {}));
}

/** The `try` in whose block a statement of this function stands. */
function tryAround(statement: Node): Node | null {
  let inner = statement;
  for (let at = parentOf(inner); at && !isFunction(at); at = parentOf(at)) {
    if (at.type === 'TryStatement' && child(at, 'block') === inner) return at;
    inner = at;
  }
  return null;
}

/** Whether the `catch` does nothing, or only writes to the console. */
function isSwallowed(attempt: Node): boolean {
  const handler = child(attempt, 'handler');
  return handler !== null && statements(child(handler, 'body')).every(isConsoleCall);
}

/** `console.error(error);` */
function isConsoleCall(statement: Node): boolean {
  const call = statement.type === 'ExpressionStatement' ? child(statement, 'expression') : null;
  const callee = call?.type === 'CallExpression' ? child(call, 'callee') : null;
  const object = callee?.type === 'MemberExpression' ? child(callee, 'object') : null;
  const reference = object?.type === 'Identifier' ? referenceOf(object) : undefined;
  return reference?.name === 'console' && reference.binding === null;
}
