/** Converts literals and templates. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import type { Converters, TreeConverter } from './tree-converter.ts';

/** Converters of literals and templates. */
export const LITERALS: Converters = {
  StringLiteral: (tree, node: ts.StringLiteral) => ({
    type: 'StringLiteral',
    span: tree.span(node),
    value: node.text,
    raw: sourceOf(tree, node),
  }),
  NumericLiteral: (tree, node: ts.NumericLiteral) => ({
    type: 'NumericLiteral',
    span: tree.span(node),
    value: Number(node.text),
    raw: sourceOf(tree, node),
  }),
  BigIntLiteral: (tree, node: ts.BigIntLiteral) => ({
    type: 'BigIntLiteral',
    span: tree.span(node),
    value: node.text.slice(0, -1),
    raw: sourceOf(tree, node),
  }),
  RegularExpressionLiteral: (tree, node: ts.RegularExpressionLiteral) => {
    const end = node.text.lastIndexOf('/');
    return {
      type: 'RegExpLiteral',
      span: tree.span(node),
      pattern: node.text.slice(1, end),
      flags: node.text.slice(end + 1),
    };
  },
  NullKeyword: (tree, node) => ({ type: 'NullLiteral', span: tree.span(node) }),
  TrueKeyword: (tree, node) => ({ type: 'BooleanLiteral', span: tree.span(node), value: true }),
  FalseKeyword: (tree, node) => ({ type: 'BooleanLiteral', span: tree.span(node), value: false }),
  NoSubstitutionTemplateLiteral: (tree, node: ts.NoSubstitutionTemplateLiteral) => ({
    type: 'TemplateLiteral',
    span: tree.span(node),
    expressions: [],
    quasis: [quasi(tree, node)],
  }),
  TemplateExpression: (tree, node: ts.TemplateExpression) => ({
    type: 'TemplateLiteral',
    span: tree.span(node),
    expressions: node.templateSpans.map(({ expression }) => tree.must(expression, expression)),
    quasis: [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => quasi(tree, part)),
  }),
};

/** A part of a template without the quote, brace or `${` at its ends. */
function quasi(tree: TreeConverter, node: ts.TemplateLiteralLikeNode): Node {
  const source = sourceOf(tree, node);
  const before = 1;
  const after = source.endsWith('${') ? 2 : 1;
  const start = tree.start(node) + before;
  const raw = source.slice(before, -after);
  return { type: 'TemplateElement', span: { start, end: node.end - after }, cooked: node.text, raw };
}

function sourceOf(tree: TreeConverter, node: ts.Node): string {
  return tree.text.slice(tree.start(node), node.end);
}
