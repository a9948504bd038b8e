/** Walks over code that leave out what a rule does not look at. */
import { type Node, eachChild, isTransparent } from '../../../compiler/ast.ts';

/** A node with all that stands in it, in the order of the text; `isLeft` names the nodes that are left out with their insides. */
export function codeInside(node: Node, isLeft: (inner: Node) => boolean = () => false): Node[] {
  const found: Node[] = [];
  const look = (inner: Node): void => {
    if (inner.type.startsWith('Ts') && !isTransparent(inner) && !DECLARATIONS.has(inner.type)) return;
    if (isLeft(inner)) return;
    found.push(inner);
    eachChild(inner, look);
  };
  look(node);
  return found;
}

/** Declarations of TypeScript that hold code; what is neither these nor an operator on a value is a type. */
const DECLARATIONS = new Set([
  'TsEnumDeclaration',
  'TsEnumMember',
  'TsModuleDeclaration',
  'TsModuleBlock',
  'TsNamespaceDeclaration',
  'TsParameterProperty',
  'TsExportAssignment',
]);
