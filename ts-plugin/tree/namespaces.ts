/** Converts declarations that only TypeScript has. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import type { Converters, TreeConverter } from './tree-converter.ts';

/** Converters of declarations that only TypeScript has. */
export const NAMESPACES: Converters = {
  InterfaceDeclaration: (tree, node: ts.InterfaceDeclaration) => typeDeclaration(tree, 'TsInterfaceDeclaration', node),
  TypeAliasDeclaration: (tree, node: ts.TypeAliasDeclaration) => typeDeclaration(tree, 'TsTypeAliasDeclaration', node),
  EnumDeclaration: (tree, node: ts.EnumDeclaration) => ({
    type: 'TsEnumDeclaration',
    span: tree.declarationSpan(node),
    declare: tree.has(node, tree.ts.SyntaxKind.DeclareKeyword),
    id: tree.one(node.name),
    members: tree.list(node.members),
  }),
  EnumMember: (tree, node: ts.EnumMember) => ({
    type: 'TsEnumMember',
    span: tree.span(node),
    id: tree.must(node.name, node),
    init: tree.one(node.initializer),
  }),
  ModuleDeclaration: (tree, node: ts.ModuleDeclaration) => {
    const isInner = tree.ts.isModuleDeclaration(node.parent);
    return {
      type: isInner ? 'TsNamespaceDeclaration' : 'TsModuleDeclaration',
      span: tree.declarationSpan(node),
      declare: tree.has(node, tree.ts.SyntaxKind.DeclareKeyword),
      global: (node.flags & tree.ts.NodeFlags.GlobalAugmentation) !== 0,
      id: tree.one(node.name),
      body: tree.one(node.body),
    };
  },
  ModuleBlock: (tree, node: ts.ModuleBlock) => ({
    type: 'TsModuleBlock',
    span: tree.span(node),
    body: tree.list(node.statements),
  }),
};

function typeDeclaration(
  tree: TreeConverter,
  type: string,
  node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
): Node {
  const declare = tree.has(node, tree.ts.SyntaxKind.DeclareKeyword);
  return { type, span: tree.declarationSpan(node), id: tree.one(node.name), declare };
}
