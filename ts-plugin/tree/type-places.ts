/** The few types that rules read: return types of functions, and type arguments of calls. Their parts are left out. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import type { TreeConverter } from './tree-converter.ts';

/** A type that rules read. Other types become an empty node. */
export function convertType(tree: TreeConverter, node: ts.TypeNode): Node {
  return { type: typeName(tree, node), span: tree.span(node) };
}

function typeName({ ts }: TreeConverter, node: ts.TypeNode): string {
  if (ts.isTypePredicateNode(node)) return 'TsTypePredicate';
  if (ts.isThisTypeNode(node)) return 'TsThisType';
  return ts.isTypeReferenceNode(node) ? 'TsTypeReference' : 'TsType';
}

/** The type arguments of a call; `null` when it has none. */
export function convertTypeArguments(
  tree: TreeConverter,
  { typeArguments }: { typeArguments?: ts.NodeArray<ts.TypeNode> | undefined },
): Node | null {
  if (!typeArguments) return null;
  const params = typeArguments.map((node) => convertType(tree, node));
  return {
    type: 'TsTypeParameterInstantiation',
    span: { start: typeArguments.pos - 1, end: typeArguments.end + 1 },
    params,
  };
}
