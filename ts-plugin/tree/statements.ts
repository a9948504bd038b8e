/** Converts statements and declarations of variables. */
import type ts from 'typescript-6';
import type { Node, Span } from '../../compiler/ast.ts';
import { bindingPattern, toTarget } from './patterns.ts';
import type { Converted, Converters, TreeConverter } from './tree-converter.ts';

/** Converters of statements and declarations of variables. */
export const STATEMENTS: Converters = {
  Block: (tree, node: ts.Block) => ({
    type: 'BlockStatement',
    span: tree.span(node),
    stmts: tree.list(node.statements),
  }),
  EmptyStatement: (tree, node) => ({ type: 'EmptyStatement', span: tree.span(node) }),
  DebuggerStatement: (tree, node) => ({ type: 'DebuggerStatement', span: tree.span(node) }),
  VariableStatement: (tree, node: ts.VariableStatement) => {
    const declare = tree.has(node, tree.ts.SyntaxKind.DeclareKeyword);
    return variables(tree, node.declarationList, { span: tree.declarationSpan(node), declare });
  },
  VariableDeclarationList: (tree, node: ts.VariableDeclarationList) =>
    variables(tree, node, { span: tree.span(node), declare: false }),
  ExpressionStatement: (tree, node: ts.ExpressionStatement) => withExpression(tree, 'ExpressionStatement', node),
  IfStatement: (tree, node: ts.IfStatement) => ({
    type: 'IfStatement',
    span: tree.span(node),
    test: tree.one(node.expression),
    consequent: tree.one(node.thenStatement),
    alternate: tree.one(node.elseStatement),
  }),
  DoStatement: (tree, node: ts.DoStatement) => loop(tree, 'DoWhileStatement', node),
  WhileStatement: (tree, node: ts.WhileStatement) => loop(tree, 'WhileStatement', node),
  ForStatement: (tree, node: ts.ForStatement) => ({
    type: 'ForStatement',
    span: tree.span(node),
    init: tree.one(node.initializer),
    test: tree.one(node.condition),
    update: tree.one(node.incrementor),
    body: tree.one(node.statement),
  }),
  ForInStatement: (tree, node: ts.ForInStatement) => ({
    type: 'ForInStatement',
    span: tree.span(node),
    left: loopTarget(tree, node),
    right: tree.one(node.expression),
    body: tree.one(node.statement),
  }),
  ForOfStatement: (tree, node: ts.ForOfStatement) => ({
    type: 'ForOfStatement',
    span: tree.span(node),
    await: node.awaitModifier !== undefined,
    left: loopTarget(tree, node),
    right: tree.one(node.expression),
    body: tree.one(node.statement),
  }),
  ContinueStatement: (tree, node: ts.ContinueStatement) => jump(tree, 'ContinueStatement', node),
  BreakStatement: (tree, node: ts.BreakStatement) => jump(tree, 'BreakStatement', node),
  ReturnStatement: (tree, node: ts.ReturnStatement) => withArgument(tree, 'ReturnStatement', node),
  ThrowStatement: (tree, node: ts.ThrowStatement) => withArgument(tree, 'ThrowStatement', node),
  WithStatement: (tree, node: ts.WithStatement) => ({
    type: 'WithStatement',
    span: tree.span(node),
    object: tree.one(node.expression),
    body: tree.one(node.statement),
  }),
  SwitchStatement: (tree, node: ts.SwitchStatement) => ({
    type: 'SwitchStatement',
    span: tree.span(node),
    discriminant: tree.one(node.expression),
    cases: tree.list(node.caseBlock.clauses),
  }),
  CaseClause: (tree, node: ts.CaseClause) => ({
    type: 'SwitchCase',
    span: tree.span(node),
    test: tree.one(node.expression),
    consequent: tree.list(node.statements),
  }),
  DefaultClause: (tree, node: ts.DefaultClause) => ({
    type: 'SwitchCase',
    span: tree.span(node),
    test: null,
    consequent: tree.list(node.statements),
  }),
  LabeledStatement: (tree, node: ts.LabeledStatement) => ({
    type: 'LabeledStatement',
    span: tree.span(node),
    label: tree.one(node.label),
    body: tree.one(node.statement),
  }),
  TryStatement: (tree, node: ts.TryStatement) => ({
    type: 'TryStatement',
    span: tree.span(node),
    block: tree.one(node.tryBlock),
    handler: tree.one(node.catchClause),
    finalizer: tree.one(node.finallyBlock),
  }),
  CatchClause: (tree, node: ts.CatchClause) => ({
    type: 'CatchClause',
    span: tree.span(node),
    param: node.variableDeclaration ? bindingPattern(tree, node.variableDeclaration.name) : null,
    body: tree.one(node.block),
  }),
};

function variables(
  tree: TreeConverter,
  list: ts.VariableDeclarationList,
  { span, declare }: { span: Span; declare: boolean },
): Node {
  const { AwaitUsing, BlockScoped, Const, Let, Using } = tree.ts.NodeFlags;
  const declarations = list.declarations.map((declaration) => declarator(tree, declaration));
  const scope: ts.NodeFlags = list.flags & BlockScoped;
  if (scope === Using || scope === AwaitUsing)
    return { type: 'UsingDeclaration', span, isAwait: scope === AwaitUsing, decls: declarations };
  const kind = scope === Const ? 'const' : scope === Let ? 'let' : 'var';
  return { type: 'VariableDeclaration', span, kind, declare, declarations };
}

function declarator(tree: TreeConverter, node: ts.VariableDeclaration): Node {
  return {
    type: 'VariableDeclarator',
    span: tree.span(node),
    id: bindingPattern(tree, node.name),
    init: tree.one(node.initializer),
  };
}

function loopTarget(tree: TreeConverter, { initializer }: ts.ForInOrOfStatement): Node | null {
  return tree.ts.isVariableDeclarationList(initializer) ? tree.one(initializer) : toTarget(tree, initializer);
}

function loop(tree: TreeConverter, type: string, node: ts.DoStatement | ts.WhileStatement): Node {
  return { type, span: tree.span(node), test: tree.one(node.expression), body: tree.one(node.statement) };
}

function jump(tree: TreeConverter, type: string, node: ts.BreakOrContinueStatement): Node {
  return { type, span: tree.span(node), label: tree.one(node.label) };
}

function withArgument(tree: TreeConverter, type: string, node: ts.ReturnStatement | ts.ThrowStatement): Node {
  return { type, span: tree.span(node), argument: tree.one(node.expression) };
}

function withExpression(tree: TreeConverter, type: string, node: ts.ExpressionStatement): Converted {
  return { type, span: tree.span(node), expression: tree.must(node.expression, node) };
}
