/** Classes and their members that are no functions. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import type { Converters, TreeConverter } from './tree-converter.ts';

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
    return tree.create(tree.has(node, AccessorKeyword) ? 'AutoAccessor' : type, node, {
      key,
      value: tree.one(node.initializer),
      isStatic: tree.has(node, StaticKeyword),
      declare: tree.has(node, DeclareKeyword),
      decorators: tree.decorators(node),
    });
  },
  ClassStaticBlockDeclaration: (tree, node: ts.ClassStaticBlockDeclaration) =>
    tree.create('StaticBlock', node, { body: tree.one(node.body) }),
  IndexSignature: (tree, node) => tree.create('TsIndexSignature', node),
  SemicolonClassElement: (tree, node) => tree.create('EmptyStatement', node),
  Decorator: (tree, node: ts.Decorator) => tree.create('Decorator', node, { expression: tree.one(node.expression) }),
};

/** A class without what a default export takes from it. */
export function classOf(tree: TreeConverter, type: string, node: ts.ClassLikeDeclaration): Node {
  const heritage = node.heritageClauses?.find(({ token }) => token === tree.ts.SyntaxKind.ExtendsKeyword);
  return tree.create(type, node, {
    identifier: tree.one(node.name),
    decorators: tree.decorators(node),
    body: tree.list(node.members),
    superClass: tree.one(heritage?.types[0]?.expression),
  });
}
