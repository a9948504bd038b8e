/** Lets a bundler drop what other modules may use but do not. */
import { type Node, child, children, contains, eachChild, isFunction, unwrap } from '../ast.ts';
import type { Unit } from '../analyze/module-units.ts';
import type { Slice } from '../analyze/slice-module.ts';
import type { ViewBuilder } from './view-builder.ts';

/**
 * Marks the values of kept variables and of a default export as pure. An exported database client, made with
 * `new Client()`, would else stay in the workflow bundle although only steps use it.
 */
export function deferInitializers(builder: ViewBuilder, slice: Slice): void {
  for (const unit of slice.kept) {
    const value = slice.registering.has(unit) ? null : initializerOf(unit);
    if (!value || isInert(value) || holdsWorkflow(builder, value) || awaits(value)) continue;
    builder.edits.wrap(value.span, '/* @__PURE__ */ (() => (', '))()');
  }
}

function initializerOf({ node }: Unit): Node | null {
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

/** A value that bundlers drop by themselves. */
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

function holdsWorkflow({ analysis }: ViewBuilder, value: Node): boolean {
  return analysis.functions.some(({ kind, node }) => kind === 'workflow' && contains(value.span, node.span));
}

/** True when the module waits for the value; it can then not be put into a function. */
function awaits(node: Node): boolean {
  if (node.type === 'AwaitExpression') return true;
  let found = false;
  eachChild(node, (inner) => {
    found ||= !isFunction(inner) && awaits(inner);
  });
  return found;
}
