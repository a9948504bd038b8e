/** Converts classes, and their members that are no functions. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import type { Converters, TreeConverter } from './tree-converter.ts';

/** Converters of classes and their members that are no functions. */
export const CLASSES: Converters = {
  ClassDeclaration: (tree, node: ts.ClassDeclaration) => ({
    ...classOf(tree, 'ClassDeclaration', node),
    span: tree.declarationSpan(node),
    identifier: tree.must(node.name, node.members[0] ?? node),
    declare: tree.has(node, tree.ts.SyntaxKind.DeclareKeyword),
  }),
  ClassExpression: (tree, node: ts.ClassExpression) => classOf(tree, 'ClassExpression', node),
  PropertyDeclaration: (tree, node: ts.PropertyDeclaration) => {
    const { AccessorKeyword, DeclareKeyword, StaticKeyword } = tree.ts.SyntaxKind;
    const key = tree.one(node.name);
    const type = key?.type === 'PrivateName' ? 'PrivateProperty' : 'ClassProperty';
    return {
      type: tree.has(node, AccessorKeyword) ? 'AutoAccessor' : type,
      span: tree.span(node),
      key,
      value: tree.one(node.initializer),
      isStatic: tree.has(node, StaticKeyword),
      declare: tree.has(node, DeclareKeyword),
      decorators: tree.decorators(node),
    };
  },
  ClassStaticBlockDeclaration: (tree, node: ts.ClassStaticBlockDeclaration) => ({
    type: 'StaticBlock',
    span: tree.span(node),
    body: tree.one(node.body),
  }),
  IndexSignature: (tree, node) => ({ type: 'TsIndexSignature', span: tree.span(node) }),
  SemicolonClassElement: (tree, node) => ({ type: 'EmptyStatement', span: tree.span(node) }),
  Decorator: (tree, node: ts.Decorator) => ({
    type: 'Decorator',
    span: tree.span(node),
    expression: tree.one(node.expression),
  }),
};

/** A class without the modifiers of a default export. */
export function classOf(tree: TreeConverter, type: string, node: ts.ClassLikeDeclaration): Node {
  const heritage = node.heritageClauses?.find(({ token }) => token === tree.ts.SyntaxKind.ExtendsKeyword);
  return {
    type,
    span: tree.span(node),
    identifier: tree.one(node.name),
    decorators: tree.decorators(node),
    body: tree.list(node.members),
    superClass: tree.one(heritage?.types[0]?.expression),
  };
}
