/** Statements, and the declarations of variables. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import { bindingPattern, toTarget } from './patterns.ts';
import type { Converted, Converters, TreeConverter } from './tree-converter.ts';

export const STATEMENTS: Converters = {
  Block: (tree, node: ts.Block) => tree.create('BlockStatement', node, { stmts: tree.list(node.statements) }),
  EmptyStatement: (tree, node) => tree.create('EmptyStatement', node),
  DebuggerStatement: (tree, node) => tree.create('DebuggerStatement', node),
  VariableStatement: (tree, node: ts.VariableStatement) => {
    const declare = tree.has(node, tree.ts.SyntaxKind.DeclareKeyword);
    return { ...variables(tree, node.declarationList, declare), span: tree.declarationSpan(node) };
  },
  VariableDeclarationList: (tree, node: ts.VariableDeclarationList) => variables(tree, node, false),
  ExpressionStatement: (tree, node: ts.ExpressionStatement) => withExpression(tree, 'ExpressionStatement', node),
  IfStatement: (tree, node: ts.IfStatement) =>
    tree.create('IfStatement', node, {
      test: tree.one(node.expression),
      consequent: tree.one(node.thenStatement),
      alternate: tree.one(node.elseStatement),
    }),
  DoStatement: (tree, node: ts.DoStatement) => loop(tree, 'DoWhileStatement', node),
  WhileStatement: (tree, node: ts.WhileStatement) => loop(tree, 'WhileStatement', node),
  ForStatement: (tree, node: ts.ForStatement) =>
    tree.create('ForStatement', node, {
      init: tree.one(node.initializer),
      test: tree.one(node.condition),
      update: tree.one(node.incrementor),
      body: tree.one(node.statement),
    }),
  ForInStatement: (tree, node: ts.ForInStatement) => tree.create('ForInStatement', node, forEach(tree, node)),
  ForOfStatement: (tree, node: ts.ForOfStatement) =>
    tree.create('ForOfStatement', node, { await: node.awaitModifier !== undefined, ...forEach(tree, node) }),
  ContinueStatement: (tree, node: ts.ContinueStatement) => jump(tree, 'ContinueStatement', node),
  BreakStatement: (tree, node: ts.BreakStatement) => jump(tree, 'BreakStatement', node),
  ReturnStatement: (tree, node: ts.ReturnStatement) => withArgument(tree, 'ReturnStatement', node),
  ThrowStatement: (tree, node: ts.ThrowStatement) => withArgument(tree, 'ThrowStatement', node),
  WithStatement: (tree, node: ts.WithStatement) =>
    tree.create('WithStatement', node, { object: tree.one(node.expression), body: tree.one(node.statement) }),
  SwitchStatement: (tree, node: ts.SwitchStatement) =>
    tree.create('SwitchStatement', node, {
      discriminant: tree.one(node.expression),
      cases: tree.list(node.caseBlock.clauses),
    }),
  CaseClause: (tree, node: ts.CaseClause) =>
    tree.create('SwitchCase', node, { test: tree.one(node.expression), consequent: tree.list(node.statements) }),
  DefaultClause: (tree, node: ts.DefaultClause) =>
    tree.create('SwitchCase', node, { test: null, consequent: tree.list(node.statements) }),
  LabeledStatement: (tree, node: ts.LabeledStatement) =>
    tree.create('LabeledStatement', node, { label: tree.one(node.label), body: tree.one(node.statement) }),
  TryStatement: (tree, node: ts.TryStatement) =>
    tree.create('TryStatement', node, {
      block: tree.one(node.tryBlock),
      handler: tree.one(node.catchClause),
      finalizer: tree.one(node.finallyBlock),
    }),
  CatchClause: (tree, node: ts.CatchClause) =>
    tree.create('CatchClause', node, {
      param: node.variableDeclaration ? bindingPattern(tree, node.variableDeclaration.name) : null,
      body: tree.one(node.block),
    }),
};

function variables(tree: TreeConverter, list: ts.VariableDeclarationList, declare: boolean): Node {
  const { AwaitUsing, BlockScoped, Const, Let, Using } = tree.ts.NodeFlags;
  const declarations = list.declarations.map((declaration) => declarator(tree, declaration));
  const scope: ts.NodeFlags = list.flags & BlockScoped;
  if (scope === Using || scope === AwaitUsing)
    return tree.create('UsingDeclaration', list, { isAwait: scope === AwaitUsing, decls: declarations });
  const kind = scope === Const ? 'const' : scope === Let ? 'let' : 'var';
  return tree.create('VariableDeclaration', list, { kind, declare, declarations });
}

function declarator(tree: TreeConverter, node: ts.VariableDeclaration): Node {
  return tree.create('VariableDeclarator', node, {
    id: bindingPattern(tree, node.name),
    init: tree.one(node.initializer),
  });
}

function forEach(tree: TreeConverter, node: ts.ForInOrOfStatement): Record<string, unknown> {
  const { initializer } = node;
  const left = tree.ts.isVariableDeclarationList(initializer) ? tree.one(initializer) : toTarget(tree, initializer);
  return { left, right: tree.one(node.expression), body: tree.one(node.statement) };
}

function loop(tree: TreeConverter, type: string, node: ts.DoStatement | ts.WhileStatement): Node {
  return tree.create(type, node, { test: tree.one(node.expression), body: tree.one(node.statement) });
}

function jump(tree: TreeConverter, type: string, node: ts.BreakOrContinueStatement): Node {
  return tree.create(type, node, { label: tree.one(node.label) });
}

function withArgument(tree: TreeConverter, type: string, node: ts.ReturnStatement | ts.ThrowStatement): Node {
  return tree.create(type, node, { argument: tree.one(node.expression) });
}

function withExpression(tree: TreeConverter, type: string, node: ts.ExpressionStatement): Converted {
  return tree.create(type, node, { expression: tree.must(node.expression, node) });
}
