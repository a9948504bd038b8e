/** The nodes of a file around an index. */
import { type Node, child, effectiveParent, eachChild } from '../../../compiler/ast.ts';
import type { ProjectFile } from '../project/project.ts';

/** All nodes around an index, from the innermost to the statement at the top level. The end of a node counts. */
export function nodesAt({ items }: ProjectFile, index: number): Node[] {
  const path: Node[] = [];
  let at = items.find((item) => isAround(item, index));
  while (at) {
    path.unshift(at);
    at = childAround(at, index);
  }
  return path;
}

/** The child around an index; of two that touch there the later one. */
function childAround(node: Node, index: number): Node | undefined {
  let found: Node | undefined;
  eachChild(node, (inner) => {
    if (isAround(inner, index) && (!found || inner.span.start < index)) found = inner;
  });
  return found;
}

function isAround({ span }: Node, index: number): boolean {
  return span.start <= index && index <= span.end;
}

/** The chain of members that ends with a name: `a.b` for `b` in `a.b.c`. */
export function memberUpTo(node: Node): Node {
  const { parent } = effectiveParent(node);
  return parent?.type === 'MemberExpression' && child(parent, 'property') === node ? parent : node;
}
