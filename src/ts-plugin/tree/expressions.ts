/** Expressions apart from functions, classes and literals. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import { toTarget } from './patterns.ts';
import type { Converters, TreeConverter } from './tree-converter.ts';
import { convertTypeArguments } from './type-places.ts';

export const EXPRESSIONS: Converters = {
  Identifier: (tree, node: ts.Identifier) => tree.create('Identifier', node, { value: node.text }),
  PrivateIdentifier: (tree, node: ts.PrivateIdentifier) =>
    tree.create('PrivateName', node, { value: node.text.slice(1) }),
  ComputedPropertyName: (tree, node: ts.ComputedPropertyName) =>
    tree.create('Computed', node, { expression: tree.one(node.expression) }),
  ThisKeyword: (tree, node) => tree.create('ThisExpression', node),
  SuperKeyword: (tree, node) => tree.create('Super', node),
  ImportKeyword: (tree, node) => tree.create('Import', node),
  MetaProperty: (tree, node: ts.MetaProperty) => {
    const isTarget = node.keywordToken === tree.ts.SyntaxKind.NewKeyword;
    return tree.create('MetaProperty', node, { kind: isTarget ? 'new.target' : 'import.meta' });
  },
  PropertyAccessExpression: (tree, node: ts.PropertyAccessExpression) => member(tree, node, tree.must(node.name, node)),
  ElementAccessExpression: (tree, node: ts.ElementAccessExpression) => {
    const expression = tree.must(node.argumentExpression, node);
    const start = tree.codeAt((node.questionDotToken ?? node.expression).end);
    return member(tree, node, tree.create('Computed', { start, end: node.end }, { expression }));
  },
  CallExpression: (tree, node: ts.CallExpression) => {
    const fields = {
      callee: tree.must(node.expression, node),
      arguments: tree.wrapped(node.arguments),
      typeArguments: convertTypeArguments(tree, node),
    };
    return inChain(tree, node, tree.create('CallExpression', node, fields));
  },
  NewExpression: (tree, node: ts.NewExpression) =>
    tree.create('NewExpression', node, {
      callee: tree.must(node.expression, node),
      arguments: node.arguments ? tree.wrapped(node.arguments) : null,
      typeArguments: convertTypeArguments(tree, node),
    }),
  TaggedTemplateExpression: (tree, node: ts.TaggedTemplateExpression) =>
    tree.create('TaggedTemplateExpression', node, { tag: tree.one(node.tag), template: tree.one(node.template) }),
  ArrayLiteralExpression: (tree, node: ts.ArrayLiteralExpression) =>
    tree.create('ArrayExpression', node, { elements: tree.wrapped(node.elements) }),
  ObjectLiteralExpression: (tree, node: ts.ObjectLiteralExpression) =>
    tree.create('ObjectExpression', node, { properties: tree.list(node.properties) }),
  PropertyAssignment: (tree, node: ts.PropertyAssignment) =>
    tree.create('KeyValueProperty', node, { key: tree.one(node.name), value: tree.must(node.initializer, node) }),
  ShorthandPropertyAssignment: (tree, node: ts.ShorthandPropertyAssignment) => tree.one(node.name),
  SpreadAssignment: (tree, node: ts.SpreadAssignment) =>
    tree.create('SpreadElement', node, { spread: tree.dots(node), arguments: tree.must(node.expression, node) }),
  ConditionalExpression: (tree, node: ts.ConditionalExpression) =>
    tree.create('ConditionalExpression', node, {
      test: tree.one(node.condition),
      consequent: tree.one(node.whenTrue),
      alternate: tree.one(node.whenFalse),
    }),
  BinaryExpression: (tree, node: ts.BinaryExpression) => binary(tree, node),
  PrefixUnaryExpression: (tree, node: ts.PrefixUnaryExpression) => {
    const operator = tree.ts.tokenToString(node.operator);
    const isUpdate = operator === '++' || operator === '--';
    return tree.create(isUpdate ? 'UpdateExpression' : 'UnaryExpression', node, {
      operator,
      prefix: true,
      argument: tree.must(node.operand, node),
    });
  },
  PostfixUnaryExpression: (tree, node: ts.PostfixUnaryExpression) => {
    const operator = tree.ts.tokenToString(node.operator);
    return tree.create('UpdateExpression', node, { operator, prefix: false, argument: tree.must(node.operand, node) });
  },
  DeleteExpression: (tree, node: ts.DeleteExpression) => unary(tree, 'delete', node),
  TypeOfExpression: (tree, node: ts.TypeOfExpression) => unary(tree, 'typeof', node),
  VoidExpression: (tree, node: ts.VoidExpression) => unary(tree, 'void', node),
  AwaitExpression: (tree, node: ts.AwaitExpression) =>
    tree.create('AwaitExpression', node, { argument: tree.must(node.expression, node) }),
  YieldExpression: (tree, node: ts.YieldExpression) =>
    tree.create('YieldExpression', node, {
      argument: tree.one(node.expression),
      delegate: node.asteriskToken !== undefined,
    }),
  ParenthesizedExpression: (tree, node: ts.ParenthesizedExpression) => wrapper(tree, 'ParenthesisExpression', node),
  AsExpression: (tree, node: ts.AsExpression) =>
    wrapper(tree, isConst(tree, node) ? 'TsConstAssertion' : 'TsAsExpression', node),
  TypeAssertionExpression: (tree, node: ts.TypeAssertion) =>
    wrapper(tree, isConst(tree, node) ? 'TsConstAssertion' : 'TsTypeAssertion', node),
  SatisfiesExpression: (tree, node: ts.SatisfiesExpression) => wrapper(tree, 'TsSatisfiesExpression', node),
  NonNullExpression: (tree, node: ts.NonNullExpression) => wrapper(tree, 'TsNonNullExpression', node),
  ExpressionWithTypeArguments: (tree, node: ts.ExpressionWithTypeArguments) => wrapper(tree, 'TsInstantiation', node),
};

function member(
  tree: TreeConverter,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  property: Node,
): Node {
  const object = tree.must(node.expression, node);
  if (object.type === 'Super') return tree.create('SuperPropExpression', node, { obj: object, property });
  return inChain(tree, node, tree.create('MemberExpression', node, { object, property }));
}

/** Every link of an optional chain is wrapped, also those without a `?.` of their own. */
function inChain(tree: TreeConverter, node: ts.Node & { questionDotToken?: ts.Node | undefined }, base: Node): Node {
  if ((node.flags & tree.ts.NodeFlags.OptionalChain) === 0) return base;
  return { type: 'OptionalChainingExpression', span: base.span, optional: node.questionDotToken !== undefined, base };
}

function binary(tree: TreeConverter, node: ts.BinaryExpression): Node {
  const { kind } = node.operatorToken;
  const { CommaToken, EqualsToken, FirstAssignment, LastAssignment } = tree.ts.SyntaxKind;
  if (kind === CommaToken) return tree.create('SequenceExpression', node, { expressions: sequence(tree, node) });
  const operator = tree.ts.tokenToString(kind);
  const right = tree.must(node.right, node);
  if (kind < FirstAssignment || kind > LastAssignment)
    return tree.create('BinaryExpression', node, { operator, left: tree.must(node.left, node), right });
  const left = kind === EqualsToken ? toTarget(tree, node.left) : tree.must(node.left, node);
  return tree.create('AssignmentExpression', node, { operator, left, right });
}

function sequence(tree: TreeConverter, node: ts.Expression): Node[] {
  const isSequence = tree.ts.isBinaryExpression(node) && node.operatorToken.kind === tree.ts.SyntaxKind.CommaToken;
  return isSequence ? [...sequence(tree, node.left), tree.must(node.right, node)] : [tree.must(node, node)];
}

function unary(tree: TreeConverter, operator: string, node: ts.Node & { expression: ts.Expression }): Node {
  return tree.create('UnaryExpression', node, { operator, argument: tree.must(node.expression, node) });
}

function wrapper(tree: TreeConverter, type: string, node: ts.Node & { expression: ts.Expression }): Node {
  return tree.create(type, node, { expression: tree.must(node.expression, node) });
}

function isConst({ ts }: TreeConverter, { type }: ts.AssertionExpression): boolean {
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'const';
}
