/** Converts patterns of declarations, parameters and assignments. */
import type ts from 'typescript-6';
import type { Node, Span } from '../../compiler/ast.ts';
import type { TreeConverter } from './tree-converter.ts';

/** The pattern of a declaration. */
export function bindingPattern(tree: TreeConverter, name: ts.BindingName): Node {
  if (tree.ts.isIdentifier(name)) return tree.must(name, name);
  if (tree.ts.isObjectBindingPattern(name))
    return {
      type: 'ObjectPattern',
      span: tree.span(name),
      properties: name.elements.map((item) => bindingProperty(tree, item)),
    };
  return {
    type: 'ArrayPattern',
    span: tree.span(name),
    elements: name.elements.map((item) => bindingElement(tree, item)),
  };
}

function bindingProperty(tree: TreeConverter, item: ts.BindingElement): Node {
  if (item.dotDotDotToken) return rest(tree, item, bindingPattern(tree, item.name));
  if (!item.propertyName) return property(tree, item, { name: item.name, value: item.initializer });
  return keyValue(tree, item, item.propertyName, withDefault(tree, item));
}

function bindingElement(tree: TreeConverter, item: ts.ArrayBindingElement): Node | null {
  if (tree.ts.isOmittedExpression(item)) return null;
  return item.dotDotDotToken ? rest(tree, item, bindingPattern(tree, item.name)) : withDefault(tree, item);
}

/** The pattern of an element or a parameter, with its default if it has one. */
export function withDefault(tree: TreeConverter, item: ts.BindingElement | ts.ParameterDeclaration): Node {
  const left = typedPattern(tree, item);
  if (!item.initializer) return left;
  return assignment(tree, { start: left.span.start, end: item.initializer.end }, left, item.initializer);
}

/** A type belongs to the pattern before it, but to a name only in an arrow function without type parameters. */
function typedPattern(tree: TreeConverter, item: ts.BindingElement | ts.ParameterDeclaration): Node {
  const pattern = bindingPattern(tree, item.name);
  if (!tree.ts.isParameter(item) || !item.type || item.dotDotDotToken) return pattern;
  const { parent } = item;
  const isTyped = pattern.type !== 'Identifier' || (tree.ts.isArrowFunction(parent) && !parent.typeParameters);
  return isTyped ? { ...pattern, span: { start: pattern.span.start, end: item.type.end } } : pattern;
}

/** The target of an assignment. Its patterns look like literals in TypeScript's tree. */
export function toTarget(tree: TreeConverter, node: ts.Expression): Node {
  const { ts } = tree;
  if (ts.isObjectLiteralExpression(node)) {
    const properties = node.properties.flatMap((item) => targetProperty(tree, item) ?? []);
    return { type: 'ObjectPattern', span: tree.span(node), properties };
  }
  if (ts.isArrayLiteralExpression(node))
    return {
      type: 'ArrayPattern',
      span: tree.span(node),
      elements: node.elements.map((item) => targetElement(tree, item)),
    };
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return assignment(tree, tree.span(node), toTarget(tree, node.left), node.right);
  return tree.must(node, node);
}

function targetProperty(tree: TreeConverter, item: ts.ObjectLiteralElementLike): Node | null {
  const { ts } = tree;
  if (ts.isSpreadAssignment(item)) return rest(tree, item, toTarget(tree, item.expression));
  if (ts.isShorthandPropertyAssignment(item))
    return property(tree, item, { name: item.name, value: item.objectAssignmentInitializer });
  if (ts.isPropertyAssignment(item)) return keyValue(tree, item, item.name, toTarget(tree, item.initializer));
  return null;
}

function targetElement(tree: TreeConverter, item: ts.Expression): Node | null {
  const { ts } = tree;
  if (ts.isOmittedExpression(item)) return null;
  return ts.isSpreadElement(item) ? rest(tree, item, toTarget(tree, item.expression)) : toTarget(tree, item);
}

function rest(tree: TreeConverter, at: ts.Node, argument: Node): Node {
  return { type: 'RestElement', span: tree.span(at), rest: tree.dots(at), argument };
}

function property(
  tree: TreeConverter,
  at: ts.Node,
  { name, value }: { name: ts.BindingName; value: ts.Expression | undefined },
): Node {
  return {
    type: 'AssignmentPatternProperty',
    span: tree.span(at),
    key: bindingPattern(tree, name),
    value: tree.one(value),
  };
}

function keyValue(tree: TreeConverter, at: ts.Node, key: ts.PropertyName, value: Node): Node {
  return { type: 'KeyValuePatternProperty', span: tree.span(at), key: tree.one(key), value };
}

function assignment(tree: TreeConverter, span: Span, left: Node, right: ts.Expression): Node {
  return { type: 'AssignmentPattern', span, left, right: tree.one(right) };
}
