/** Converts JSX. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import type { Converters, TreeConverter } from './tree-converter.ts';

/** Converters of JSX. */
export const JSX: Converters = {
  JsxElement: (tree, node: ts.JsxElement) => ({
    type: 'JSXElement',
    span: tree.span(node),
    opening: opening(tree, node.openingElement),
    children: tree.list(node.children),
    closing: tree.one(node.closingElement),
  }),
  JsxSelfClosingElement: (tree, node: ts.JsxSelfClosingElement) => ({
    type: 'JSXElement',
    span: tree.span(node),
    opening: opening(tree, node),
    children: [],
    closing: null,
  }),
  JsxClosingElement: (tree, node: ts.JsxClosingElement) => ({
    type: 'JSXClosingElement',
    span: tree.span(node),
    name: elementName(tree, node.tagName),
  }),
  JsxFragment: (tree, node: ts.JsxFragment) => ({
    type: 'JSXFragment',
    span: tree.span(node),
    opening: { type: 'JSXOpeningFragment', span: tree.span(node.openingFragment) },
    children: tree.list(node.children),
    closing: { type: 'JSXClosingFragment', span: tree.span(node.closingFragment) },
  }),
  JsxText: (tree, node: ts.JsxText) => ({
    type: 'JSXText',
    span: { start: node.pos, end: node.end },
    value: node.text,
    raw: node.text,
  }),
  JsxExpression: (tree, node: ts.JsxExpression) => {
    const type = node.dotDotDotToken ? 'JSXSpreadChild' : 'JSXExpressionContainer';
    return { type, span: tree.span(node), expression: tree.one(node.expression) ?? nothing(tree, node) };
  },
  JsxAttribute: (tree, node: ts.JsxAttribute) => ({
    type: 'JSXAttribute',
    span: tree.span(node),
    name: tree.one(node.name),
    value: tree.one(node.initializer),
  }),
  JsxSpreadAttribute: (tree, node: ts.JsxSpreadAttribute) => {
    const start = tree.codeAt(tree.start(node) + 1);
    const spread = { start, end: start + 3 };
    const value = tree.must(node.expression, node);
    return { type: 'SpreadElement', span: { start, end: value.span.end }, spread, arguments: value };
  },
  JsxNamespacedName: (tree, node: ts.JsxNamespacedName) => ({
    type: 'JSXNamespacedName',
    span: tree.span(node),
    namespace: tree.one(node.namespace),
    name: tree.one(node.name),
  }),
};

function opening(tree: TreeConverter, node: ts.JsxOpeningLikeElement): Node {
  const name = elementName(tree, node.tagName);
  return { type: 'JSXOpeningElement', span: tree.span(node), name, attributes: tree.list(node.attributes.properties) };
}

/** The name of an element; a member of a component is no expression in our tree. */
function elementName(tree: TreeConverter, name: ts.JsxTagNameExpression): Node {
  if (tree.ts.isPropertyAccessExpression(name)) {
    const object = elementName(tree, name.expression);
    return { type: 'JSXMemberExpression', span: tree.span(name), object, property: tree.one(name.name) };
  }
  if (name.kind === tree.ts.SyntaxKind.ThisKeyword) return { type: 'Identifier', span: tree.span(name), value: 'this' };
  return tree.must(name, name);
}

function nothing(tree: TreeConverter, node: ts.Node): Node {
  const inside = tree.codeAt(tree.start(node) + 1);
  return { type: 'JSXEmptyExpression', span: { start: inside, end: inside } };
}
