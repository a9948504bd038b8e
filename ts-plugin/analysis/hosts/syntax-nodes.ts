/** Finds the nodes of a TypeScript tree at given positions. */
import type { Span } from '../../../compiler/ast.ts';

/** The members that nodes of all versions have. */
export interface SyntaxNode<Self> {
  readonly kind: number;
  /** With the comments and white space before it; {@link SyntaxNode.getStart} is without. */
  readonly pos: number;
  readonly end: number;
  getStart(): number;
  forEachChild(visit: (child: Self) => unknown): unknown;
}

/** Finds the nodes of one tree. */
export class NodeFinder<Node extends SyntaxNode<Node>> {
  /** The nodes around the last position, from the outside in. The next position is mostly near. */
  readonly #path: Node[];

  constructor(root: Node) {
    this.#path = [root];
  }

  /** The innermost node with exactly this span; for a type the reference and not its name. */
  at(span: Span, kinds: Record<number, string>): Node | null {
    const path = this.#around(span);
    let found: Node | null = null;
    for (let index = path.length - 1; index >= 0; index--) {
      const node = path[index]!;
      if (node.end !== span.end || node.getStart() !== span.start) break;
      if (kinds[node.kind] === 'TypeReference') return node;
      found ??= node;
    }
    return found;
  }

  /** The innermost function that ends there, and begins there or, with its modifiers, earlier. */
  functionAt(span: Span, isFunction: (node: Node) => boolean): Node | null {
    return this.#around(span).findLast((node) => node.end === span.end && isFunction(node)) ?? null;
  }

  /** The innermost node around an index. */
  nameAt(index: number): Node {
    return this.#around({ start: index, end: index + 1 }).at(-1)!;
  }

  #around({ start, end }: Span): readonly Node[] {
    const path = this.#path;
    const isAround = (node: Node): boolean => node.pos <= start && node.end >= end;
    while (path.length > 1 && !isAround(path.at(-1)!)) path.pop();
    for (let at: Node | undefined = path.at(-1); at;) {
      let next: Node | undefined;
      // An answer ends the walk over the children.
      at.forEachChild((child: Node) => {
        if (isAround(child)) next = child;
        return next;
      });
      if (next) path.push(next);
      at = next;
    }
    return path;
  }
}
