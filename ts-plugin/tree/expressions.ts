/** Converts expressions except functions, classes and literals. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import { toTarget } from './patterns.ts';
import type { Converters, TreeConverter } from './tree-converter.ts';
import { convertTypeArguments } from './type-places.ts';

/** Converters of the other expressions. */
export const EXPRESSIONS: Converters = {
  Identifier: (tree, node: ts.Identifier) => ({ type: 'Identifier', span: tree.span(node), value: node.text }),
  PrivateIdentifier: (tree, node: ts.PrivateIdentifier) => ({
    type: 'PrivateName',
    span: tree.span(node),
    value: node.text.slice(1),
  }),
  ComputedPropertyName: (tree, node: ts.ComputedPropertyName) => ({
    type: 'Computed',
    span: tree.span(node),
    expression: tree.one(node.expression),
  }),
  ThisKeyword: (tree, node) => ({ type: 'ThisExpression', span: tree.span(node) }),
  SuperKeyword: (tree, node) => ({ type: 'Super', span: tree.span(node) }),
  ImportKeyword: (tree, node) => ({ type: 'Import', span: tree.span(node) }),
  MetaProperty: (tree, node: ts.MetaProperty) => {
    const isTarget = node.keywordToken === tree.ts.SyntaxKind.NewKeyword;
    return { type: 'MetaProperty', span: tree.span(node), kind: isTarget ? 'new.target' : 'import.meta' };
  },
  PropertyAccessExpression: member,
  ElementAccessExpression: member,
  CallExpression: (tree, node: ts.CallExpression) => {
    const call = {
      type: 'CallExpression',
      span: tree.span(node),
      callee: tree.must(node.expression, node),
      arguments: tree.wrapped(node.arguments),
      typeArguments: convertTypeArguments(tree, node),
    };
    return inChain(tree, node, call);
  },
  NewExpression: (tree, node: ts.NewExpression) => ({
    type: 'NewExpression',
    span: tree.span(node),
    callee: tree.must(node.expression, node),
    arguments: node.arguments ? tree.wrapped(node.arguments) : null,
    typeArguments: convertTypeArguments(tree, node),
  }),
  TaggedTemplateExpression: (tree, node: ts.TaggedTemplateExpression) => ({
    type: 'TaggedTemplateExpression',
    span: tree.span(node),
    tag: tree.one(node.tag),
    template: tree.one(node.template),
  }),
  ArrayLiteralExpression: (tree, node: ts.ArrayLiteralExpression) => ({
    type: 'ArrayExpression',
    span: tree.span(node),
    elements: tree.wrapped(node.elements),
  }),
  ObjectLiteralExpression: (tree, node: ts.ObjectLiteralExpression) => ({
    type: 'ObjectExpression',
    span: tree.span(node),
    properties: tree.list(node.properties),
  }),
  PropertyAssignment: (tree, node: ts.PropertyAssignment) => ({
    type: 'KeyValueProperty',
    span: tree.span(node),
    key: tree.one(node.name),
    value: tree.must(node.initializer, node),
  }),
  ShorthandPropertyAssignment: (tree, node: ts.ShorthandPropertyAssignment) => tree.one(node.name),
  SpreadAssignment: (tree, node: ts.SpreadAssignment) => ({
    type: 'SpreadElement',
    span: tree.span(node),
    spread: tree.dots(node),
    arguments: tree.must(node.expression, node),
  }),
  ConditionalExpression: (tree, node: ts.ConditionalExpression) => ({
    type: 'ConditionalExpression',
    span: tree.span(node),
    test: tree.one(node.condition),
    consequent: tree.one(node.whenTrue),
    alternate: tree.one(node.whenFalse),
  }),
  BinaryExpression: (tree, node: ts.BinaryExpression) => binary(tree, node),
  PrefixUnaryExpression: (tree, node: ts.PrefixUnaryExpression) => {
    const operator = tree.ts.tokenToString(node.operator);
    const isUpdate = operator === '++' || operator === '--';
    return {
      type: isUpdate ? 'UpdateExpression' : 'UnaryExpression',
      span: tree.span(node),
      operator,
      prefix: true,
      argument: tree.must(node.operand, node),
    };
  },
  PostfixUnaryExpression: (tree, node: ts.PostfixUnaryExpression) => {
    const operator = tree.ts.tokenToString(node.operator);
    return {
      type: 'UpdateExpression',
      span: tree.span(node),
      operator,
      prefix: false,
      argument: tree.must(node.operand, node),
    };
  },
  DeleteExpression: (tree, node: ts.DeleteExpression) => unary(tree, 'delete', node),
  TypeOfExpression: (tree, node: ts.TypeOfExpression) => unary(tree, 'typeof', node),
  VoidExpression: (tree, node: ts.VoidExpression) => unary(tree, 'void', node),
  AwaitExpression: (tree, node: ts.AwaitExpression) => ({
    type: 'AwaitExpression',
    span: tree.span(node),
    argument: tree.must(node.expression, node),
  }),
  YieldExpression: (tree, node: ts.YieldExpression) => ({
    type: 'YieldExpression',
    span: tree.span(node),
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

function member(tree: TreeConverter, node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Node {
  const span = tree.span(node);
  const object = tree.must(node.expression, node);
  const property = tree.ts.isPropertyAccessExpression(node) ? tree.must(node.name, node) : computedName(tree, node);
  if (object.type === 'Super') return { type: 'SuperPropExpression', span, obj: object, property };
  return inChain(tree, node, { type: 'MemberExpression', span, object, property });
}

function computedName(tree: TreeConverter, node: ts.ElementAccessExpression): Node {
  const start = tree.codeAt((node.questionDotToken ?? node.expression).end);
  return { type: 'Computed', span: { start, end: node.end }, expression: tree.must(node.argumentExpression, node) };
}

/** Every link of an optional chain is wrapped, also those without a `?.` of their own. */
function inChain(tree: TreeConverter, node: ts.Node & { questionDotToken?: ts.Node | undefined }, base: Node): Node {
  if ((node.flags & tree.ts.NodeFlags.OptionalChain) === 0) return base;
  return { type: 'OptionalChainingExpression', span: base.span, optional: node.questionDotToken !== undefined, base };
}

function binary(tree: TreeConverter, node: ts.BinaryExpression): Node {
  const { kind } = node.operatorToken;
  const { CommaToken, EqualsToken, FirstAssignment, LastAssignment } = tree.ts.SyntaxKind;
  if (kind === CommaToken)
    return { type: 'SequenceExpression', span: tree.span(node), expressions: sequence(tree, node) };
  const span = tree.span(node);
  const operator = tree.ts.tokenToString(kind);
  const isAssignment = kind >= FirstAssignment && kind <= LastAssignment;
  const left = kind === EqualsToken ? toTarget(tree, node.left) : tree.must(node.left, node);
  const right = tree.must(node.right, node);
  return { type: isAssignment ? 'AssignmentExpression' : 'BinaryExpression', span, operator, left, right };
}

function sequence(tree: TreeConverter, node: ts.Expression): Node[] {
  const isSequence = tree.ts.isBinaryExpression(node) && node.operatorToken.kind === tree.ts.SyntaxKind.CommaToken;
  return isSequence ? [...sequence(tree, node.left), tree.must(node.right, node)] : [tree.must(node, node)];
}

function unary(tree: TreeConverter, operator: string, node: ts.Node & { expression: ts.Expression }): Node {
  return { type: 'UnaryExpression', span: tree.span(node), operator, argument: tree.must(node.expression, node) };
}

function wrapper(tree: TreeConverter, type: string, node: ts.Node & { expression: ts.Expression }): Node {
  return { type, span: tree.span(node), expression: tree.must(node.expression, node) };
}

function isConst({ ts }: TreeConverter, { type }: ts.AssertionExpression): boolean {
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'const';
}
