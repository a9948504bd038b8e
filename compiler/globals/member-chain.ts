/** Chains of members with names that are written: `fs.promises.readFile`. */
import { constantValue, referenceOf } from '../analyze/scope.ts';
import { type Node, child, children, effectiveParent, staticKey, text, unwrap } from '../ast.ts';

/** The expression that reads a member of this one; also `?.` around such an expression. `null`: there is none. */
export function memberAround(node: Node): Node | null {
  const { parent, inner } = effectiveParent(node);
  if (parent?.type === 'OptionalChainingExpression') return parent;
  const isMember = parent?.type === 'MemberExpression' && child(parent, 'object') === inner;
  return isMember && memberKey(child(parent, 'property')) !== null ? parent : null;
}

/** The name of a member, as it is written or as the text of the constant in brackets: `object[NAME]`. */
function memberKey(property: Node | null): string | null {
  const written = staticKey(property);
  if (written !== null || property?.type !== 'Computed') return written;
  const binding = referenceOf(child(property, 'expression')!)?.binding;
  const value = binding && constantValue(binding);
  return value?.type === 'StringLiteral' ? text(value) : null;
}

/** The name that a link of a chain reads; `null` for `?.`, which is a link without one. */
export function memberName(link: Node): string | null {
  return link.type === 'MemberExpression' ? memberKey(child(link, 'property')) : null;
}

/** The fields of the expressions that a chain is made of, which lead to its root. */
const LINKS = ['callee', 'object', 'base', 'tag'];

/** The expression that a chain of members and calls begins with: `openai` in `openai.responses('gpt-5')`. */
export function rootOf(expression: Node): Node {
  const node = unwrap(expression);
  const inner = LINKS.map((field) => child(node, field)).find((found) => found !== null);
  return inner ? rootOf(inner) : node;
}

/** The expression whose members are read, without calls: `registry` in `registry.list.set`. */
export function ownerOf(expression: Node): Node {
  const node = unwrap(expression);
  return node.type === 'MemberExpression' ? ownerOf(child(node, 'object')!) : node;
}

/** An expression without optional chaining around it: `agent.stream` in `agent?.stream`. */
export function unwrapChain(expression: Node): Node {
  const node = unwrap(expression);
  return node.type === 'OptionalChainingExpression' ? unwrapChain(child(node, 'base')!) : node;
}

/** The members by which a pattern reads a name: `{ a: { b } }` reads `b` by `['a', 'b']`; `null`: not by names. */
export function patternPath(pattern: Node, name: string): string[] | null {
  if (pattern.type === 'Identifier') return text(pattern) === name ? [] : null;
  if (pattern.type !== 'ObjectPattern') return null;
  for (const property of children(pattern, 'properties')) {
    const key = child(property, 'key');
    if (property.type === 'AssignmentPatternProperty' && text(key!) === name) return [name];
    if (property.type !== 'KeyValuePatternProperty') continue;
    const rest = patternPath(child(property, 'value')!, name);
    const member = staticKey(key);
    if (rest && member !== null) return [member, ...rest];
  }
  return null;
}
