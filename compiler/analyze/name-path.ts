/** Computes the name path of a function from its place in the source: the last part of its id. */
import { type Node, child, effectiveParent, isFunction, parentOf, staticKey, text } from '../ast.ts';

/** The name path of a function, and how far the source itself decides it. */
export interface NamePath {
  /** `Orders.charge`, `outer/inner`. */
  path: string;
  /** False when the function has no name of its own: others before it can change its number. */
  named: boolean;
  /** Nothing names it, and nothing around it names the value it is part of. */
  anonymous: boolean;
}

const ANONYMOUS = 'anonymous';

/** Nodes that give their name to the function or class directly inside them. */
const NAMING = new Set([
  'VariableDeclarator',
  'AssignmentExpression',
  'AssignmentPattern',
  'AssignmentPatternProperty',
  'KeyValueProperty',
  'ClassProperty',
  'PrivateProperty',
  'AutoAccessor',
  'ExportDefaultDeclaration',
  'ExportDefaultExpression',
]);

const CLASS_MEMBERS = new Set(['ClassMethod', 'PrivateMethod', 'ClassProperty', 'PrivateProperty', 'AutoAccessor']);

/** The path of a function or class: the names of everything around it that has one, then its own. */
export function namePath(node: Node): NamePath {
  const named = positionNames(node).length > 0 || namesOf(node).length > 0;
  const anonymous = !named && !standsInNamedValue(node);
  return { path: pathIn(node, anonymous ? ANONYMOUS : ''), named, anonymous };
}

/** The path of what an object holds under a key. */
export function keyPath(object: Node, key: string): NamePath {
  return { path: pathIn(object, escapeName(key)), named: true, anonymous: false };
}

/** A path with the names of a node and of everything around it in front. */
function pathIn(node: Node, inner: string): string {
  let path = inner;
  let separator = '/';
  for (let at: Node | undefined = node; at; at = parentOf(at)) {
    // The name of the position wins: in `const a = function b() {}` it is `a`.
    const names = positionNames(at).length > 0 ? [] : namesOf(at);
    if (names.length === 0) continue;
    path = join(names.map(escapeName).join('/'), separator, path);
    separator = '/';
    if (CLASS_MEMBERS.has(at.type)) separator = at['isStatic'] === true ? '.' : '#';
  }
  return path;
}

function join(outer: string, separator: string, inner: string): string {
  if (inner === '') return outer;
  // A private name brings the `#` of an instance along.
  return inner.startsWith('#') && separator === '#' ? outer + inner : outer + separator + inner;
}

/** The `name` that JavaScript gives a function as it stands; empty when it gives none. */
export function valueName(node: Node): string {
  const own = namesOf(node);
  const names = own.length > 0 ? own : positionNames(node);
  // A function that is assigned to a property stays nameless.
  return names.length === 1 ? names[0]! : '';
}

/** The names that a function or class expression gets from where it stands. */
function positionNames(node: Node): string[] {
  if (!node.type.endsWith('Expression')) return [];
  const { parent } = effectiveParent(node);
  return parent && NAMING.has(parent.type) ? namesOf(parent) : [];
}

/** True when the nearest named thing around a nameless function is a value that holds it, not code that makes it. */
function standsInNamedValue(node: Node): boolean {
  for (let at = parentOf(node); at && !isFunction(at); at = parentOf(at)) {
    if (NAMING.has(at.type) && namesOf(at).length > 0) return true;
  }
  return false;
}

/** The names that a node adds to the path of everything inside it. */
function namesOf(node: Node): string[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return targetNames(child(node, 'identifier'));
    case 'VariableDeclarator':
    case 'TsModuleDeclaration':
      return targetNames(child(node, 'id'));
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return targetNames(child(node, 'left'));
    case 'ExportDefaultDeclaration':
    case 'ExportDefaultExpression':
      return child(node, 'decl')?.['identifier'] ? [] : ['default'];
    default: {
      const key = isFunction(node) || NAMING.has(node.type) ? staticKey(child(node, 'key')) : null;
      return key === null ? [] : [key];
    }
  }
}

/** The names of what is declared or assigned: `a`, or `a` and `b` for `a.b`. */
function targetNames(target: Node | null): string[] {
  if (target?.type === 'Identifier') return [text(target)];
  if (target?.type !== 'MemberExpression') return [];
  const key = staticKey(child(target, 'property'));
  return key === null ? [] : [...targetNames(child(target, 'object')), key];
}

/** Paths are split at slashes and numbered with a tilde, so a name that holds one is written differently. */
function escapeName(name: string): string {
  return name.replace(/[%/~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
