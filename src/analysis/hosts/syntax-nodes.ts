/** Finds the nodes of a TypeScript tree that stand at given places. The trees of all versions have these members. */
import type { Span } from '../../compiler/ast.ts';

/** What the nodes of all versions have. */
export interface SyntaxNode<Self> {
  readonly kind: number;
  /** With the comments and white space before it; {@link SyntaxNode.getStart} is without. */
  readonly pos: number;
  readonly end: number;
  getStart(): number;
  forEachChild(visit: (child: Self) => unknown): unknown;
}

/** The innermost node that stands exactly there; of a type, the reference and not its name. */
export function findNode<Node extends SyntaxNode<Node>>(
  root: Node,
  span: Span,
  kinds: Record<number, string>,
): Node | null {
  const found = nodesAround(root, span).filter((node) => node.end === span.end && node.getStart() === span.start);
  return found.findLast(({ kind }) => kinds[kind] === 'TypeReference') ?? found.at(-1) ?? null;
}

/** The innermost function that ends there and begins there or, with its modifiers, before. */
export function findFunction<Node extends SyntaxNode<Node>>(
  root: Node,
  { start, end }: Span,
  isFunction: (node: Node) => boolean,
): Node | null {
  return nodesAround(root, { start, end }).findLast((node) => node.end === end && isFunction(node)) ?? null;
}

/** The innermost node around a place. */
export function findName<Node extends SyntaxNode<Node>>(root: Node, index: number): Node {
  return nodesAround(root, { start: index, end: index + 1 }).at(-1)!;
}

/** From the outermost to the innermost. */
function nodesAround<Node extends SyntaxNode<Node>>(root: Node, { start, end }: Span): Node[] {
  const path: Node[] = [];
  for (let at: Node | undefined = root; at;) {
    path.push(at);
    let next: Node | undefined;
    // An answer ends the walk over the children.
    at.forEachChild((child: Node) => {
      if (child.pos <= start && child.end >= end) next = child;
      return next;
    });
    at = next;
  }
  return path;
}
