/** What a module does as soon as it is imported: a bundler keeps that, whether its names are used or not. */
import { type Node, child, isFunction, text } from '../../../compiler/ast.ts';
import { codeInside } from './walk-code.ts';

const CALLS = new Set(['CallExpression', 'NewExpression', 'TaggedTemplateExpression', 'AwaitExpression']);

/** Makers of values that bundlers know to do nothing else. */
const HARMLESS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Symbol', 'RegExp', 'Date', 'Error', 'Array', 'Object']);

/** Objects whose members can only be read in the process. */
const HOST_OBJECTS = new Set(['process', 'Buffer', 'window', 'document', 'navigator']);

/** True for a declaration whose value comes from code that does something. */
export function runsWhenEvaluated(declaration: Node): boolean {
  return codeInside(declaration, runsLater).some((node) => isCall(node) || isHostRead(node));
}

/** Functions, and what an instance begins with. */
function runsLater(node: Node): boolean {
  return isFunction(node) || (FIELDS.has(node.type) && node['isStatic'] !== true);
}

const FIELDS = new Set(['ClassProperty', 'PrivateProperty', 'AutoAccessor']);

function isCall(node: Node): boolean {
  if (!CALLS.has(node.type)) return false;
  const callee = child(node, 'callee');
  return !(callee?.type === 'Identifier' && HARMLESS.has(text(callee)));
}

function isHostRead(node: Node): boolean {
  const object = node.type === 'MemberExpression' ? child(node, 'object') : null;
  return object?.type === 'Identifier' && HOST_OBJECTS.has(text(object));
}
