/** Chains of members with names that are written: `fs.promises.readFile`. */
import { type Node, child, effectiveParent, staticKey } from '../ast.ts';

/** The expression that reads a member of this one; also `?.` around such an expression. `null`: there is none. */
export function memberAround(node: Node): Node | null {
  const { parent, inner } = effectiveParent(node);
  if (parent?.type === 'OptionalChainingExpression') return parent;
  const isMember = parent?.type === 'MemberExpression' && child(parent, 'object') === inner;
  return isMember && staticKey(child(parent, 'property')) !== null ? parent : null;
}

/** The name that a link of a chain reads; `null` for `?.`, which is a link without one. */
export function memberName(link: Node): string | null {
  return link.type === 'MemberExpression' ? staticKey(child(link, 'property')) : null;
}
