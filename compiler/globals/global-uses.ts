/** Finds uses of globals that workflow code does not have, from the table that defines the sandbox. */
import { type Node, type Span, child, children, effectiveParent, parentOf, staticKey } from '../ast.ts';
import { type Reference, referenceOf } from '../analyze/scope.ts';
import { type GlobalEntry, SANDBOX_GLOBALS, SANDBOX_MEMBERS } from '../../runtime/contract/sandbox-globals.ts';
import type { BoundCode } from './bound-code.ts';
import { type GlobalLink, globalLinks, isReflect, joined } from './global-paths.ts';
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
  /**
   * Whether code goes on without it, by `?.`. In the user's own code that is a mistake: `process?.env` is meant to find
   * something. Packages ask so whether a global exists.
   */
  isOptional: boolean;
  /** Whether it begins with a constant that holds a global. */
  isAlias: boolean;
  /** Indexes where it may stand in a bundle: bundlers put the value of a constant where the constant is used. */
  places: readonly number[];
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
  ...[...MISSING.keys()].map((name) => name.split('.', 1)[0]!),
]);

/** The build puts a text in its place. */
const REPLACED = 'process.env.NODE_ENV';

/**
 * All uses that would fail, in the order of the text. Code that first tests whether the global exists does not count.
 * @param references Those of the names that count. Default: all of the file.
 */
export function findGlobalUses(
  code: BoundCode,
  references: readonly Reference[] = code.bindings.references,
): GlobalUse[] {
  return references.flatMap((reference) => {
    if (reference.writes) return [];
    const links = globalLinks(reference);
    if (links.length === 0) return [];
    const isAlias = reference.binding !== null;
    const found = [...usesByPattern(links), ...useByMembers(links, isAlias)];
    return found.flatMap((use) => toUse(code, { ...use, isAlias }) ?? []);
  });
}

interface FoundName {
  name: string;
  node: Node;
  entry: GlobalEntry;
  /** Whether it certainly fails here if it is missing. */
  isRead?: boolean;
}

interface Found extends FoundName {
  isAlias: boolean;
}

/** The longest name of the table that a chain of members has. */
function useByMembers(links: readonly GlobalLink[], isAlias: boolean): FoundName[] {
  if (links.some(({ path }) => path === REPLACED)) return [];
  const longest = links.findLast(({ path }) => MISSING.has(path));
  // A `?.` around a link has the same path.
  const found = longest && links.find(({ path }) => path === longest.path);
  const use = found && foundAt(found);
  // A constant that holds a forbidden global is reported where it takes it.
  const isTaken = isAlias && found === links[0] && use?.entry.kind === 'forbidden';
  return use && !isTaken ? [use] : [];
}

function foundAt({ path, node }: GlobalLink): FoundName | null {
  const entry = MISSING.get(path);
  return entry ? { name: path, node, entry } : null;
}

/** `const { setTimeout: later } = globalThis`. */
function usesByPattern(links: readonly GlobalLink[]): FoundName[] {
  const { node, path } = links.at(-1)!;
  const { parent, inner } = effectiveParent(node);
  const pattern = parent && TARGETS[parent.type];
  const isValue = pattern && child(parent, pattern.value) === inner;
  return isValue ? patternUses(child(parent, pattern.target)!, path) : [];
}

/** Where statements that take values apart have their pattern and their value. */
const TARGETS: Readonly<Record<string, { target: string; value: string }>> = {
  VariableDeclarator: { target: 'id', value: 'init' },
  AssignmentExpression: { target: 'left', value: 'right' },
};

function patternUses(pattern: Node, path: string): FoundName[] {
  if (pattern.type !== 'ObjectPattern') return [];
  return children(pattern, 'properties').flatMap((property) => {
    const key = child(property, 'key');
    const member = key && staticKey(key);
    if (!key || !member) return [];
    const at = joined(path, member);
    const value = property.type === 'KeyValuePatternProperty' ? child(property, 'value')! : null;
    const isRead = value?.type === 'ObjectPattern';
    const found = foundAt({ path: at, node: key });
    const own = found && (isRead || found.entry.kind === 'forbidden') ? [{ ...found, isRead }] : [];
    return isRead ? [...own, ...patternUses(value, at)] : own;
  });
}

/** `null` for a use that does not fail. */
function toUse(code: BoundCode, { name, node, entry, isAlias, isRead = false }: Found): GlobalUse | null {
  if (isOfModuleSystem(code, name, node)) return null;
  const root = name.split('.', 1)[0]!;
  const isForbidden = entry.kind === 'forbidden';
  const need = isRead ? 'certain' : isForbidden ? !isOnlyLookedAt(node) && 'certain' : needOf(node);
  if (!need || isGuarded(code, node, { name: root, byTry: !isForbidden })) return null;
  const instead = isForbidden ? entry.instead : MOVE_TO_STEP;
  const { span } = node;
  const places = [span.start, ...placesOfConstant(code, node)];
  return { name, node, span, reason: entry.reason, instead, isOptional: need === 'optional', isAlias, places };
}

/** The uses of the constant that holds a value. */
function placesOfConstant({ bindings }: BoundCode, value: Node): number[] {
  const { parent } = effectiveParent(value);
  if (parent?.type !== 'VariableDeclarator') return [];
  const uses = bindings.references.filter(({ binding }) => binding?.declarations.includes(parent));
  return uses.map(({ node }) => node.span.start);
}

const COMMON_JS = new Set(['require', 'module', 'exports', '__dirname', '__filename']);

/** True for names that the bundler replaces: `require('…')` everywhere, the others in CommonJS. */
function isOfModuleSystem({ isModule }: BoundCode, name: string, node: Node): boolean {
  if (!COMMON_JS.has(name)) return false;
  if (!isModule) return true;
  const call = parentOf(node);
  const isBundled = call?.type === 'CallExpression' && children(call, 'arguments')[0]?.type === 'StringLiteral';
  return name === 'require' && isBundled;
}

/**
 * `certain` where a missing value fails: it is called, constructed, extended, taken apart, or a member of it is read.
 * `optional` where code goes on without it and no other value takes its place.
 */
function needOf(node: Node): 'certain' | 'optional' | null {
  const { parent, inner } = effectiveParent(node);
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      if (child(parent, 'callee') === inner) return needInChain(node, parent);
      return isReflect(parent, ['apply', 'construct']) && children(parent, 'arguments')[0] === inner ? 'certain' : null;
    case 'MemberExpression':
      return child(parent, 'object') === inner ? needInChain(node, parent) : null;
    case 'ClassDeclaration':
    case 'ClassExpression':
      return child(parent, 'superClass') === inner ? 'certain' : null;
    case 'BinaryExpression': {
      const isRight = /^(?:instanceof|in)$/.test(String(parent['operator'])) && child(parent, 'right') === inner;
      return isRight ? 'certain' : null;
    }
    case 'VariableDeclarator':
      return child(parent, 'init') === inner && /^(?:Object|Array)Pattern$/.test(child(parent, 'id')!.type)
        ? 'certain'
        : null;
    case 'ForOfStatement':
      return child(parent, 'right') === inner ? 'certain' : null;
    default:
      return null;
  }
}

/** A name that is not declared cannot be asked for by `?.`: that throws. Only a member of the global object can. */
function needInChain(node: Node, link: Node): 'certain' | 'optional' | null {
  const chain = parentOf(link);
  if (chain?.type !== 'OptionalChainingExpression' || chain['optional'] !== true) return 'certain';
  const isBare = node.type === 'Identifier' && !referenceOf(node)?.binding;
  const whole = wholeChain(chain);
  const isAnswer = isOnlyLookedAt(whole) && effectiveParent(whole).parent?.type !== 'ExpressionStatement';
  return isBare && !isAnswer ? 'optional' : null;
}

/** The chain up to its end: `process?.env.HOME` around `process?.env`. */
function wholeChain(node: Node): Node {
  const { parent, inner } = effectiveParent(node);
  const isLink = parent && LINKS.some(([type, field]) => parent.type === type && child(parent, field) === inner);
  return isLink ? wholeChain(parent) : node;
}

const LINKS = [
  ['MemberExpression', 'object'],
  ['CallExpression', 'callee'],
  ['OptionalChainingExpression', 'base'],
] as const;
