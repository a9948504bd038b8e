/** Walks over code that leave out types, and whatever else the caller does not look at. */
import { type Node, eachChild, isFunction, isTransparent } from './ast.ts';

/**
 * A node with everything in it, in the order of the text, without types.
 * @param isLeftOut Nodes to leave out together with everything in them. Default: none.
 */
export function codeInside(node: Node, isLeftOut: (inner: Node) => boolean = () => false): Node[] {
  const found: Node[] = [];
  const look = (inner: Node): void => {
    if (inner.type.startsWith('Ts') && !isTransparent(inner) && !DECLARATIONS.has(inner.type)) return;
    if (isLeftOut(inner)) return;
    found.push(inner);
    eachChild(inner, look);
  };
  look(node);
  return found;
}

/** The code of a node that runs when the node does: functions inside it run later. */
export function codeOutsideFunctions(node: Node): Node[] {
  return codeInside(node, isFunction);
}

/** TypeScript's declarations that hold code. Every other `Ts` node that is no operator on a value is a type. */
const DECLARATIONS = new Set([
  'TsEnumDeclaration',
  'TsEnumMember',
  'TsModuleDeclaration',
  'TsModuleBlock',
  'TsNamespaceDeclaration',
  'TsParameterProperty',
  'TsExportAssignment',
]);
