/**
 * Which units of a module run as soon as it is imported: a bundler keeps those, whether their names are used or not.
 */
import { type Node, child, children, isFunction, text, unwrap } from '../ast.ts';
import { codeOutsideFunctions } from '../walk-code.ts';
import { holdsRoot } from './keep-units.ts';
import { codeAtLoad } from './load-effects.ts';
import type { Unit } from './module-units.ts';
import type { WorkflowCode } from './workflow-code.ts';

/** True for a kept unit that does something when the module is evaluated. */
export function isEvaluated(code: WorkflowCode, unit: Unit): boolean {
  if (!code.kept.has(unit) || unit.kind === 'import') return false;
  if (unit.kind === 'effect') return true;
  return deferredValue(code, unit) === null && runsWhenEvaluated(unit.node);
}

/**
 * The code of a kept variable, class or default export that is evaluated only if something uses it; `null` for other
 * units, and for what bundlers drop by themselves. An exported database client, made with `new Client()`, would
 * otherwise stay in the workflow bundle although only steps use it.
 */
export function deferredValue({ analysis, kept, evaluated }: WorkflowCode, unit: Unit): Node | null {
  const value = analysis && kept.has(unit) && !evaluated.has(unit) ? makerOf(unit) : null;
  return !value || isDroppable(unit, value) || holdsRoot(analysis!, value) || awaits(value) ? null : value;
}

/** The code of a unit that makes a value or a class, and can do so in a function; `null`: there is none. */
export function makerOf({ node }: Unit): Node | null {
  switch (node.type) {
    case 'ExportDefaultExpression':
      return child(node, 'expression');
    case 'VariableDeclarator':
      return child(node, 'init');
    case 'ClassDeclaration':
      return children(node, 'decorators').length === 0 ? node : null;
    default:
      return null;
  }
}

/** True for what bundlers drop by themselves. Reading the members of a pattern may run a getter. */
function isDroppable(unit: Unit, maker: Node): boolean {
  if (maker === unit.node) return !runsWhenEvaluated(maker);
  return isInert(maker) && child(unit.node, 'id')?.type.endsWith('Pattern') !== true;
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

const CALLS = new Set(['CallExpression', 'Decorator', 'NewExpression', 'TaggedTemplateExpression', 'AwaitExpression']);

/** Makers of values that bundlers know to do nothing else. */
const HARMLESS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Symbol', 'RegExp', 'Date', 'Error', 'Array', 'Object']);

/** Objects whose members exist in a process only. */
const HOST_OBJECTS = new Set(['process', 'Buffer', 'window', 'document', 'navigator']);

function runsWhenEvaluated(declaration: Node): boolean {
  return codeAtLoad(declaration).some((node) => isCall(node) || isHostRead(node));
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
