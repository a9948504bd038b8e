/** The few types that are looked at: what functions return, and what calls are told. What is in them is left out. */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import type { TreeConverter } from './tree-converter.ts';

export function convertType(tree: TreeConverter, node: ts.TypeNode): Node {
  return { type: typeName(tree, node), span: tree.span(node) };
}

function typeName({ ts }: TreeConverter, node: ts.TypeNode): string {
  if (ts.isTypePredicateNode(node)) return 'TsTypePredicate';
  if (ts.isThisTypeNode(node)) return 'TsThisType';
  return ts.isTypeReferenceNode(node) ? 'TsTypeReference' : 'TsType';
}

/** `null` for a call without. */
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
