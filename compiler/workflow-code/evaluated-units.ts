/**
 * Which units of a module run as soon as it is imported: a bundler keeps those, whether their names are used or not.
 */
import { type Node, child, children, isFunction, text, unwrap } from '../ast.ts';
import { codeInside, codeOutsideFunctions } from '../walk-code.ts';
import { holdsRoot } from './keep-units.ts';
import type { Unit } from './module-units.ts';
import type { WorkflowCode } from './workflow-code.ts';

/** True for a kept unit that does something when the module is evaluated. */
export function isEvaluated(code: WorkflowCode, unit: Unit): boolean {
  if (!code.kept.has(unit) || unit.kind === 'import') return false;
  if (unit.kind === 'effect') return true;
  return deferredValue(code, unit) === null && runsWhenEvaluated(unit.node);
}

/**
 * The value of a kept variable or default export that is evaluated only if something uses it; `null` for other units,
 * and for values that bundlers drop by themselves. An exported database client, made with `new Client()`, would
 * otherwise stay in the workflow bundle although only steps use it.
 */
export function deferredValue({ analysis, kept, evaluated }: WorkflowCode, unit: Unit): Node | null {
  const value = analysis && kept.has(unit) && !evaluated.has(unit) ? initializerOf(unit) : null;
  return !value || isInert(value) || holdsRoot(analysis!, value) || awaits(value) ? null : value;
}

/** The value of a default export or of a variable with one name; `null` for other units. */
export function initializerOf({ node }: Unit): Node | null {
  if (node.type === 'ExportDefaultExpression') return child(node, 'expression');
  if (node.type !== 'VariableDeclarator' || child(node, 'id')?.type !== 'Identifier') return null;
  return child(node, 'init');
}

const INERT = new Set([
  'StringLiteral',
  'NumericLiteral',
  'BooleanLiteral',
  'NullLiteral',
  'BigIntLiteral',
  'RegExpLiteral',
  'Identifier',
  'ClassExpression',
]);

/** True for a value that bundlers drop by themselves. */
function isInert(node: Node): boolean {
  const value = unwrap(node);
  switch (value.type) {
    case 'ArrayExpression':
      return children(value, 'elements').every(isInert);
    case 'ObjectExpression':
      return children(value, 'properties').every(isInertProperty);
    default:
      return INERT.has(value.type) || isFunction(value);
  }
}

function isInertProperty(property: Node): boolean {
  return child(property, 'key')?.type !== 'Computed' && isInert(child(property, 'value') ?? property);
}

/** True when the module waits for the value, which can then not be put into a function. */
function awaits(value: Node): boolean {
  return codeOutsideFunctions(value).some(({ type }) => type === 'AwaitExpression');
}

const CALLS = new Set(['CallExpression', 'NewExpression', 'TaggedTemplateExpression', 'AwaitExpression']);

/** Makers of values that bundlers know to do nothing else. */
const HARMLESS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Symbol', 'RegExp', 'Date', 'Error', 'Array', 'Object']);

/** Objects whose members exist in a process only. */
const HOST_OBJECTS = new Set(['process', 'Buffer', 'window', 'document', 'navigator']);

const FIELDS = new Set(['ClassProperty', 'PrivateProperty', 'AutoAccessor']);

function runsWhenEvaluated(declaration: Node): boolean {
  return codeInside(declaration, runsLater).some((node) => isCall(node) || isHostRead(node));
}

/** Functions, and the fields of instances. */
function runsLater(node: Node): boolean {
  return isFunction(node) || (FIELDS.has(node.type) && node['isStatic'] !== true);
}

function isCall(node: Node): boolean {
  if (!CALLS.has(node.type)) return false;
  const callee = child(node, 'callee');
  return !(callee?.type === 'Identifier' && HARMLESS.has(text(callee)));
}

function isHostRead(node: Node): boolean {
  const object = node.type === 'MemberExpression' ? child(node, 'object') : null;
  return object?.type === 'Identifier' && HOST_OBJECTS.has(text(object));
}
