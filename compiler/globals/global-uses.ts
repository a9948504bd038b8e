/** Finds uses of globals that workflow code does not have, from the table that defines the sandbox. */
import { type Node, type Span, child, children, effectiveParent, parentOf, staticKey, text } from '../ast.ts';
import type { Reference } from '../analyze/scope.ts';
import {
  GLOBAL_OBJECT_CODE,
  type GlobalEntry,
  SANDBOX_GLOBALS,
  SANDBOX_MEMBERS,
} from '../../runtime/contract/sandbox-globals.ts';
import type { BoundCode } from './bound-code.ts';
import { memberAround, memberName } from './member-chain.ts';
import { isGuarded, isOnlyLookedAt } from './guards.ts';

/** A use of a global, or of a member of one, that would throw or find nothing in the sandbox. */
export interface GlobalUse {
  /** As the table has it: `setTimeout`, `crypto.subtle.sign`. */
  name: string;
  /** The expression up to what the table names. */
  node: Node;
  span: Span;
  reason: string;
  /** The fix, as a sentence. */
  instead: string;
}

const MOVE_TO_STEP = "move the code into a function that begins with 'use step'.";

const byName = (entries: readonly GlobalEntry[]): [string, GlobalEntry][] =>
  entries
    .filter(({ kind }) => kind === 'forbidden' || kind === 'absent')
    .flatMap((entry) => entry.names.map((name): [string, GlobalEntry] => [name, entry]));

/** The globals, and members of globals, whose use throws or finds nothing. */
const MISSING: ReadonlyMap<string, GlobalEntry> = new Map(byName([...SANDBOX_GLOBALS, ...SANDBOX_MEMBERS]));

/** The names with which an expression begins that uses one of them. */
export const MISSING_ROOTS: ReadonlySet<string> = new Set([
  'globalThis',
  ...[...MISSING.keys()].map((name) => /^\w+/.exec(name)![0]),
]);

/** The build puts a text in its place. */
const REPLACED = 'process.env.NODE_ENV';

/**
 * All uses that would fail, in the order of the text. Code that first tests whether the global exists does not count.
 * @param references Those of the names that count. Default: all of the file.
 */
export function findGlobalUses(code: BoundCode, references = code.bindings.references): GlobalUse[] {
  return references.flatMap((reference) => {
    if (reference.binding || reference.writes) return [];
    const found = [...usesByPattern(reference), ...useByMembers(reference)];
    return found.filter((use) => isBroken(code, use)).map(toUse);
  });
}

interface Found {
  name: string;
  node: Node;
  entry: GlobalEntry;
}

function toUse({ name, node, entry }: Found): GlobalUse {
  const instead = entry.kind === 'forbidden' ? entry.instead : MOVE_TO_STEP;
  return { name, node, span: node.span, reason: entry.reason, instead };
}

/** The longest name of the table that an expression begins with. */
function useByMembers({ name, node }: Reference): Found[] {
  let path = name === 'globalThis' ? '' : name;
  let found = path === 'Function' ? madeFromText(node) : foundAt(path, node);
  for (let at = memberAround(node); at; at = memberAround(at)) {
    const member = memberName(at);
    if (member === null) continue;
    path = joined(path, member);
    if (path === REPLACED) return [];
    found = foundAt(path, at) ?? (path === 'Function' ? madeFromText(at) : null) ?? found;
  }
  return found ? [found] : [];
}

/** `new Function(text)`, but not the text that asks for the global object. */
function madeFromText(node: Node): Found | null {
  const { parent, inner } = effectiveParent(node);
  const isCall = parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
  if (!isCall || child(parent, 'callee') !== inner) return null;
  const [first, ...others] = children(parent, 'arguments');
  const isKnown = first?.type === 'StringLiteral' && others.length === 0 && GLOBAL_OBJECT_CODE.test(text(first));
  return isKnown ? null : foundAt('Function()', node);
}

function foundAt(name: string, node: Node): Found | null {
  const entry = MISSING.get(name);
  return entry ? { name, node, entry } : null;
}

/** `globalThis.globalThis` is the same again. */
function joined(path: string, member: string): string {
  if (path === '') return member === 'globalThis' ? '' : member;
  return `${path}.${member}`;
}

/** `const { setTimeout: later } = globalThis`. */
function usesByPattern({ name, node }: Reference): Found[] {
  const { parent } = effectiveParent(node);
  const pattern = name === 'globalThis' && parent?.type === 'VariableDeclarator' ? child(parent, 'id')! : null;
  if (pattern?.type !== 'ObjectPattern') return [];
  return children(pattern, 'properties').flatMap((property) => {
    const key = child(property, 'key');
    const member = key && staticKey(key);
    const entry = member ? MISSING.get(member) : undefined;
    return key && member && entry?.kind === 'forbidden' ? [{ node: key, name: member, entry }] : [];
  });
}

function isBroken(code: BoundCode, { name, node, entry }: Found): boolean {
  if (isOfModuleSystem(code, name, node)) return false;
  const root = /^\w+/.exec(name)![0];
  // Libraries try it to learn whether they may.
  if (name === 'Function()') return !isGuarded(code, node, { name: root, byTry: true });
  if (entry.kind === 'forbidden') return !isOnlyLookedAt(node) && !isGuarded(code, node, { name: root, byTry: false });
  return isNeeded(node) && !isGuarded(code, node, { name: root, byTry: true });
}

const COMMON_JS = new Set(['require', 'module', 'exports', '__dirname', '__filename']);

/** True for names that the bundler replaces: `require('…')` everywhere, the others in CommonJS. */
function isOfModuleSystem({ isModule }: BoundCode, name: string, node: Node): boolean {
  if (!COMMON_JS.has(name)) return false;
  const call = parentOf(node);
  const isCall = call?.type === 'CallExpression' && child(call, 'callee') === node;
  const isBundled = isCall && children(call, 'arguments')[0]?.type === 'StringLiteral';
  if (!isModule) return name !== 'require' || !isCall || isBundled;
  return name === 'require' && isBundled;
}

/**
 * True where a missing value fails: it is called, constructed, extended, or a member of it is read. A name that nobody
 * declares fails wherever it is read.
 */
function isNeeded(node: Node): boolean {
  const { parent, inner } = effectiveParent(node);
  if (node.type === 'Identifier') return parent?.type !== 'UnaryExpression' || parent['operator'] !== 'typeof';
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return child(parent, 'callee') === inner && !isOptional(parentOf(parent));
    case 'MemberExpression':
      return child(parent, 'object') === inner && !isOptional(parentOf(parent));
    case 'ClassDeclaration':
    case 'ClassExpression':
      return child(parent, 'superClass') === inner;
    case 'BinaryExpression':
      return parent['operator'] === 'instanceof' && child(parent, 'right') === inner;
    default:
      return false;
  }
}

function isOptional(node: Node | undefined): boolean {
  return node?.type === 'OptionalChainingExpression' && node['optional'] === true;
}
