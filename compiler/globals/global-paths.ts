/** Finds which global a name or an expression stands for, also through constants, patterns and `Reflect.get()`. */
import { type Node, child, children, effectiveParent, text, unwrap } from '../ast.ts';
import { type Binding, type Reference, referenceOf } from '../analyze/scope.ts';
import { memberAround, memberName, patternPath } from './member-chain.ts';

/** A link of a chain that begins with a global. */
export interface GlobalLink {
  /** The members from the global object on: `crypto.subtle`; empty for the global object itself. */
  path: string;
  node: Node;
}

/** The global that a name stands for, as in {@link GlobalLink.path}; `null`: it is no global. */
function globalPath({ name, binding }: Pick<Reference, 'name' | 'binding'>): string | null {
  return binding ? aliasedPath(binding) : joined('', name);
}

/** The path of a member. `globalThis.globalThis` is the same again. */
export function joined(path: string, member: string): string {
  if (path === '') return member === 'globalThis' ? '' : member;
  return `${path}.${member}`;
}

/** The name, and what is read of it, from the inside out. */
export function globalLinks({ node, ...name }: Reference): GlobalLink[] {
  const start = globalPath(name);
  if (start === null) return [];
  const links = [{ path: start, node }];
  let path = start;
  for (let at = linkAround(node); at; at = linkAround(at)) {
    const member = at.type === 'CallExpression' ? reflected(at) : memberName(at);
    if (member !== null) path = joined(path, member);
    links.push({ path, node: at });
  }
  return links;
}

/** The expression that reads a member of this one, also `Reflect.get(this, 'member')`. */
function linkAround(node: Node): Node | null {
  const member = memberAround(node);
  if (member) return member;
  const { parent, inner } = effectiveParent(node);
  const isRead = parent?.type === 'CallExpression' && children(parent, 'arguments')[0] === inner;
  return isRead && reflected(parent) !== null ? parent : null;
}

/** The member that `Reflect.get(object, 'member')` reads; `null` for other calls. */
function reflected(call: Node): string | null {
  const key = isReflect(call, ['get']) ? children(call, 'arguments')[1] : undefined;
  return key?.type === 'StringLiteral' ? text(key) : null;
}

/** True for a call of one of these methods of `Reflect`. */
export function isReflect(call: Node, methods: readonly string[]): boolean {
  const path = expressionPath(child(call, 'callee')!);
  return methods.some((method) => path === `Reflect.${method}`);
}

const known = new WeakMap<Binding, string | null>();

/** The global that a constant holds. */
function aliasedPath(binding: Binding): string | null {
  if (binding.kind !== 'variable') return null;
  const path = known.get(binding);
  if (path !== undefined) return path;
  // A constant that is made of itself ends here.
  known.set(binding, null);
  const found = findAliased(binding);
  known.set(binding, found);
  return found;
}

function findAliased({ declarations, name, references }: Binding): string | null {
  const [declarator, ...others] = declarations;
  const init = declarator?.type === 'VariableDeclarator' ? child(declarator, 'init') : null;
  if (!init || others.length > 0 || references.some(({ writes }) => writes)) return null;
  const members = patternPath(child(declarator!, 'id')!, name);
  const start = members && expressionPath(init);
  return start === null ? null : members!.reduce(joined, start);
}

/** The global that an expression stands for, as in {@link GlobalLink.path}; `null`: it is none. */
export function expressionPath(expression: Node): string | null {
  const node = unwrap(expression);
  switch (node.type) {
    case 'Identifier': {
      const reference = referenceOf(node);
      return reference ? globalPath(reference) : null;
    }
    case 'OptionalChainingExpression':
      return expressionPath(child(node, 'base')!);
    case 'MemberExpression':
      return memberPath(child(node, 'object')!, memberName(node));
    case 'CallExpression':
      return memberPath(children(node, 'arguments')[0], reflected(node));
    default:
      return null;
  }
}

function memberPath(object: Node | undefined, member: string | null): string | null {
  const path = object && member !== null ? expressionPath(object) : null;
  return path === null ? null : joined(path, member!);
}
