/** Finds uses of globals that workflow code does not have, from the table that defines the sandbox. */
import {
  type Node,
  type Span,
  child,
  children,
  effectiveParent,
  isFunction,
  parentOf,
  staticKey,
  text,
} from '../ast.ts';
import { type Reference, referenceOf } from '../analyze/scope.ts';
import {
  GLOBAL_OBJECT_CODE,
  type GlobalEntry,
  SANDBOX_GLOBALS,
  SANDBOX_MEMBERS,
} from '../../runtime/contract/sandbox-globals.ts';
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
  /** Whether it begins with a constant that holds a global. */
  isAlias: boolean;
  /** Indexes where it may stand in a bundle: bundlers put the value of a constant where the constant is used. */
  places: readonly number[];
}

const MOVE_TO_STEP = "move the code into a function that begins with 'use step'.";
const READ_IN_STEP = "read it in a function that begins with 'use step', and return what workflow code needs.";

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

/** The name of the table for calls of `Function`, with and without `new`. */
const MADE_FROM_TEXT = 'Function()';

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
  const use = found ? foundAt(found) : madeFromText(links);
  // A constant that holds a forbidden global is reported where it takes it.
  const isTaken = isAlias && found === links[0] && use?.entry.kind === 'forbidden';
  return use && !isTaken ? [use] : [];
}

/** `new Function(text)`, but not the text that asks for the global object. */
function madeFromText(links: readonly GlobalLink[]): FoundName | null {
  const node = links.findLast(({ path }) => path === 'Function')?.node;
  const { parent, inner } = node ? effectiveParent(node) : {};
  const isCall = parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
  if (!node || !isCall || child(parent, 'callee') !== inner) return null;
  const [first, ...others] = children(parent, 'arguments');
  const isKnown = first?.type === 'StringLiteral' && others.length === 0 && GLOBAL_OBJECT_CODE.test(text(first));
  return isKnown ? null : foundAt({ path: MADE_FROM_TEXT, node });
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
  // The default of a parameter.
  AssignmentPattern: { target: 'left', value: 'right' },
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
  const root = /^\w+/.exec(name)![0];
  const isForbidden = entry.kind === 'forbidden';
  const isFromText = name === MADE_FROM_TEXT;
  const differs = code.isOwn && !OF_BROWSERS.has(root);
  // A constant is reported where it is needed, so that it can be handed to a step.
  const isHeld = isAlias && node.type === 'Identifier';
  const fails = isRead || isFromText || (isForbidden ? !isOnlyLookedAt(node) : (differs && !isHeld) || isNeeded(node));
  // Libraries try whether they may make code from text.
  const guard = differs ? { name: null, byTry: false } : { name: root, byTry: isFromText || !isForbidden };
  if (!fails || isGuarded(code, node, guard)) return null;
  const instead = isForbidden ? entry.instead : isInFunction(node) ? MOVE_TO_STEP : READ_IN_STEP;
  const { span } = node;
  const places = [span.start, ...placesOfConstant(code, node)];
  return { name, node, span, reason: entry.reason, instead, isAlias, places };
}

/** False for the value of a constant of the module. */
function isInFunction(node: Node): boolean {
  for (let at = parentOf(node); at; at = parentOf(at)) if (isFunction(at)) return true;
  return false;
}

/** The uses of the constant that holds a value. */
function placesOfConstant({ bindings }: BoundCode, value: Node): number[] {
  const { parent } = effectiveParent(value);
  if (parent?.type !== 'VariableDeclarator') return [];
  const uses = bindings.references.filter(({ binding }) => binding?.declarations.includes(parent));
  return uses.map(({ node }) => node.span.start);
}

/** Servers do not have these either: code that asks for them takes the same way in workflows and in plain Node. */
const OF_BROWSERS = new Set(
  `AsyncLocalStorage EventSource Storage Temporal ShadowRealm SharedWorker WebTransport Worker XMLHttpRequest
  alert caches confirm document gc history importScripts indexedDB localStorage location postMessage prompt
  requestAnimationFrame requestIdleCallback self sessionStorage window
  require module exports __dirname __filename`.split(/\s+/),
);

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
 * True where a missing value fails: it is called, constructed, extended, taken apart, or a member of it is read. A name
 * that nobody declares fails wherever it is read, also before a `?.`.
 */
function isNeeded(node: Node): boolean {
  const { parent, inner } = effectiveParent(node);
  const isUndeclared = node.type === 'Identifier' && !referenceOf(node)?.binding;
  if (isUndeclared) return parent?.type !== 'UnaryExpression' || parent['operator'] !== 'typeof';
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      if (child(parent, 'callee') === inner) return !isOptional(parentOf(parent));
      return isReflect(parent, ['apply', 'construct']) && children(parent, 'arguments')[0] === inner;
    case 'MemberExpression':
      return child(parent, 'object') === inner && !isOptional(parentOf(parent));
    case 'ClassDeclaration':
    case 'ClassExpression':
      return child(parent, 'superClass') === inner;
    case 'BinaryExpression':
      return /^(?:instanceof|in)$/.test(String(parent['operator'])) && child(parent, 'right') === inner;
    case 'VariableDeclarator':
      return child(parent, 'init') === inner && /^(?:Object|Array)Pattern$/.test(child(parent, 'id')!.type);
    case 'ForOfStatement':
      return child(parent, 'right') === inner;
    default:
      return false;
  }
}

/** `a?.b`: the chain goes on without `a`. */
const isOptional = (chain: Node | null | undefined): boolean =>
  chain?.type === 'OptionalChainingExpression' && chain['optional'] === true;
