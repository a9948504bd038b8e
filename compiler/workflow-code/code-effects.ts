/**
 * Finds what code changes when it runs, or when somebody calls a function in it: values of its file, of other files and
 * of packages, and members of globals. Calls, and functions that are handed on, are followed from file to file.
 */
import { type Binding, classOf, functionOf, initialValue, type Scope, referenceOf } from '../analyze/scope.ts';
import {
  type CallUse,
  isCollection,
  isCollectionChange,
  type MemberNames,
  methodIn,
  methodOf,
  statementCall,
  useOf,
  type ValueUse,
} from '../analyze/value-uses.ts';
import { child, children, contains, isWithin, type Node, parentOf, staticKey, text, unwrap } from '../ast.ts';
import { PRESENT_GLOBALS } from '../globals/guards.ts';
import { ownerOf, rootOf, unwrapChain } from '../globals/member-chain.ts';
import { findDeclared, type LinkedModules, wantedExport } from './exported-binding.ts';
import { isOfThisPackage } from './load-effects.ts';

/** The files of a project, as far as the search needs them. */
export interface CodeModules extends LinkedModules {
  /** The name of the package that a file belongs to; `null` for files of the project. */
  packageAt(path: string): string | null;
  /** The functions of a file that run elsewhere, or only in runs: steps and workflows. */
  durable(path: string): ReadonlySet<Node>;
}

/** Something that code changes: a name at the top level of a file, or a package. */
export interface CodeChange {
  target: { path: string; binding: Binding } | { package: string };
  /** The name in the code by which it does so. */
  node: Node;
  /** The function that does it, or the first code itself. */
  by: { path: string; node: Node };
  /** Whether it certainly is a change; `false` for calls of which only a name says so, or that nothing else is for. */
  isSure: boolean;
}

/** All that code changes. */
export interface CodeEffects {
  /** The members that it gives to globals, unless workflow code has them anyway, each with the name that does so. */
  globals: ReadonlyMap<string, Node>;
  changes: readonly CodeChange[];
  /** The variables that it uses, and the names of globals. */
  reads: ReadonlySet<Binding | string>;
}

/** Finds the effects of a node of a file, which may be a step. */
export function effectsOf(modules: CodeModules, path: string, node: Node): CodeEffects {
  return new Search(modules).find(path, node);
}

/** Code that is looked through. `mention`: the name in the first code that led here; `null` for that code itself. */
interface Region {
  path: string;
  node: Node;
  mention: Node | null;
}

/** Why something changes. */
interface Cause {
  mention: Node;
  by: Region;
  isSure: boolean;
}

/** A variable of a file; for `this`, the function that it belongs to. */
interface Holder {
  path: string;
  key: Binding | Node;
}

interface Call {
  call: Node;
  path: string;
  /** The value that `this` is in the called function; `null` for a new instance, and for a plain function. */
  self: Holder['key'] | null;
}

interface OwnValue {
  path: string;
  binding: Binding;
  members: MemberNames;
}

class Search {
  readonly #modules: CodeModules;
  readonly #regions = new Map<Node, Region>();
  /** By path. */
  readonly #durable = new Map<string, ReadonlySet<Node>>();
  /** By the function that is called. */
  readonly #calls = new Map<Node, Call[]>();
  readonly #changed = new Map<Holder['key'], { path: string; cause: Cause }>();
  readonly #changes: CodeChange[] = [];
  readonly #globals = new Map<string, Node>();
  readonly #reads = new Set<Binding | string>();

  constructor(modules: CodeModules) {
    this.#modules = modules;
  }

  find(path: string, node: Node): CodeEffects {
    const others = [...this.#durableIn(path)].filter(({ span }) => !contains(span, node.span));
    this.#durable.set(path, new Set(others));
    this.#follow({ path, node, mention: null });
    // Maps give what is added while they are walked.
    for (const region of this.#regions.values()) this.#lookThrough(region);
    for (const [key, { path: at, cause }] of this.#changed)
      for (const source of this.#sourcesOf({ path: at, key })) this.#change(source, [], cause);
    return { changes: this.#changes, globals: this.#globals, reads: this.#reads };
  }

  #follow(region: Region): void {
    const isKnown = this.#regions.has(region.node) || isWithin(this.#durableIn(region.path), region.node);
    if (!isKnown) this.#regions.set(region.node, region);
  }

  #durableIn(path: string): ReadonlySet<Node> {
    const durable = this.#durable.get(path) ?? this.#modules.durable(path);
    this.#durable.set(path, durable);
    return durable;
  }

  #lookThrough(region: Region): void {
    const { path, mention } = region;
    const { span } = region.node;
    const bindings = this.#modules.module(path)?.bindings;
    const durable = this.#durableIn(path);
    const isInside = (node: Node): boolean => contains(span, node.span) && !isWithin(durable, node);
    for (const { node, binding, writes } of bindings?.references ?? []) {
      if (!isInside(node)) continue;
      const cause = { mention: mention ?? node, by: region, isSure: true };
      if (!binding) this.#lookAtGlobal(node, cause.mention);
      else if (writes) this.#change({ path, key: binding }, [], cause);
      else this.#lookAt({ path, binding }, node, cause);
    }
    for (const { name, node, owner } of bindings?.contextUses ?? [])
      if (name === 'this' && isInside(node)) {
        this.#lookAtThis(node, owner, { mention: mention ?? node, by: region, isSure: true });
      }
  }

  #lookAtGlobal(node: Node, mention: Node): void {
    const given = membersGiven(node);
    for (const name of given)
      if (!PRESENT_GLOBALS.has(name) && !this.#globals.has(name)) this.#globals.set(name, mention);
    if (given.length > 0) return;
    const [name] = text(node) === 'globalThis' ? useOf(node).members : [text(node)];
    if (name) this.#reads.add(name);
  }

  #lookAt({ path, binding }: Omit<OwnValue, 'members'>, node: Node, cause: Cause): void {
    const use = useOf(node);
    if (use.kind === 'change') return this.#change({ path, key: binding }, use.members, cause);
    const found = this.#resolve(path, binding, use.members);
    if (!found) return;
    if ('binding' in found) this.#reads.add(found.binding);
    if (use.kind === 'read') return;
    if ('package' in found) {
      if (mayChangePackage(use)) this.#add(found, cause);
    } else if (use.kind === 'call') this.#lookAtCall(found, use, cause);
    else this.#lookAtArgument(found, use, { node, cause });
  }

  #lookAtCall(value: OwnValue, use: CallUse, cause: Cause): void {
    const { path, binding, members } = value;
    const called = codeOf(value);
    const self = members.length > 0 ? binding : null;
    const { mention } = cause;
    if (called) return this.#enter({ path, node: called, mention }, { call: use.call, path, self });
    const made = initialValue(binding);
    if (members.length === 0) {
      // Whatever makes a function knows what it changes.
      if (made) this.#follow({ path, node: made, mention });
    } else if (mayChange(use) && !(made && isOfThisPackage(rootOf(made)))) {
      const isSure = isCollection(binding) && isCollectionChange(members.at(-1));
      this.#change({ path, key: binding }, members, { ...cause, isSure });
    }
  }

  /** A function that is handed on may be called; an object may be changed where the name of the function says so. */
  #lookAtArgument(value: OwnValue, { call }: CallUse, { node, cause }: { node: Node; cause: Cause }): void {
    const { path, binding, members } = value;
    const handed = codeOf(value);
    if (handed) this.#follow({ path, node: handed, mention: cause.mention });
    const callee = unwrapChain(child(call, 'callee')!);
    const called = referenceOf(callee)?.binding ?? null;
    const isUnknown = called?.kind === 'parameter' && !initialValue(binding)?.type.endsWith('Literal');
    const isFirst = contains(children(call, 'arguments')[0]!.span, node.span);
    const isKnown = called !== null && functionOf(called) !== null;
    if (isUnknown || (isFirst && !isKnown && CHANGING_FIRST.test(nameOf(callee)))) {
      this.#change({ path, key: binding }, members, { ...cause, isSure: OBJECT_FUNCTIONS.has(text(rootOf(callee))) });
    }
  }

  #lookAtThis(node: Node, owner: Scope, cause: Cause): void {
    const { path } = cause.by;
    const use = useOf(node);
    const self = owner.node;
    const [key] = use.members;
    const siblings = children(parentOf(self) ?? self, 'body');
    if (use.kind === 'call' && key) {
      const method = methodIn(siblings, key, self['isStatic'] === true);
      if (method) return this.#enter({ path, node: method, mention: cause.mention }, { call: use.call, path, self });
    }
    const isSure = use.kind === 'change' || isCollectionChange(use.members.at(-1));
    if (use.kind === 'change' || mayChange(use)) this.#change({ path, key: self }, [], { ...cause, isSure });
  }

  #enter(region: Region, call: Call): void {
    this.#follow(region);
    const calls = this.#calls.get(region.node) ?? [];
    this.#calls.set(region.node, [...calls, call]);
  }

  /** Remembers a change of what a variable or `this` holds. */
  #change({ path, key }: Holder, members: MemberNames, cause: Cause): void {
    if (!isBinding(key)) {
      if (!this.#changed.has(key)) this.#changed.set(key, { path, cause });
      return;
    }
    const found = this.#resolve(path, key, members);
    if (!found) return;
    if ('package' in found) return this.#add(found, cause);
    const isKnown = this.#changed.has(found.binding);
    if (!isKnown) this.#changed.set(found.binding, { path: found.path, cause });
    if (!isKnown || cause.isSure) this.#add(found, cause);
  }

  #add(target: CodeChange['target'], { mention, by, isSure }: Cause): void {
    this.#changes.push({ target, node: mention, by, isSure });
  }

  /** The other variables that hold the same: the one that an alias is of, and the arguments of calls. */
  #sourcesOf({ path, key }: Holder): Holder[] {
    const fn = isBinding(key) ? key.scope.node : key;
    const calls = this.#calls.get(fn) ?? [];
    if (!isBinding(key)) return calls.flatMap((one) => (one.self ? { path: one.path, key: one.self } : []));
    const [declaration] = key.declarations;
    if (key.kind !== 'parameter') return holders(path, [declaration && valueOf(declaration)]);
    const index = children(fn, 'params').indexOf(declaration!);
    return [
      ...calls.flatMap((one) => holders(one.path, [children(one.call, 'arguments')[index]])),
      ...holders(path, [iteratedBy(fn)]),
    ];
  }

  #resolve(
    path: string,
    binding: Binding,
    members: MemberNames,
    seen: ReadonlySet<Binding> = new Set(),
  ): OwnValue | { package: string } | null {
    if (binding.kind !== 'import') return { path, binding, members };
    if (seen.has(binding)) return null;
    const [specifier] = binding.declarations;
    const item = specifier && parentOf(specifier);
    const source = item && child(item, 'source');
    const target = source && this.#modules.target(path, text(source));
    if (!target) return null;
    const name = this.#modules.packageAt(target);
    if (name !== null) return { package: name };
    const isNamespace = specifier.type === 'ImportNamespaceSpecifier';
    const wanted = isNamespace ? members[0] : wantedExport(specifier);
    const found = wanted ? findDeclared(this.#modules, target, wanted) : null;
    const rest = isNamespace ? members.slice(1) : members;
    return found && this.#resolve(found.path, found.binding, rest, new Set([...seen, binding]));
  }
}

const isBinding = (key: Holder['key']): key is Binding => 'declarations' in key;

/** The function behind a name, or behind the one member that is called; of a class, its constructor. */
function codeOf({ binding, members: [key, ...others] }: OwnValue): Node | null {
  if (key !== undefined) return key !== null && others.length === 0 ? methodOf(binding, key) : null;
  const cls = classOf(binding);
  return cls ? (children(cls, 'body').find(({ type }) => type === 'Constructor') ?? null) : functionOf(binding);
}

/** The variables that expressions begin with, as far as no call stands between, and those in lists. */
function holders(path: string, expressions: readonly (Node | null | undefined)[]): Holder[] {
  return expressions.flatMap((one) => {
    const owner = one && ownerOf(one);
    if (owner?.type === 'ArrayExpression') return holders(path, children(owner, 'elements'));
    const binding = owner && referenceOf(owner)?.binding;
    return binding ? [{ path, key: binding }] : [];
  });
}

/** The value that a declarator takes from: its own, or the list of a loop. */
function valueOf(declarator: Node): Node | null {
  const loop = parentOf(parentOf(declarator) ?? declarator);
  return child(declarator, 'init') ?? (loop?.type === 'ForOfStatement' ? child(loop, 'right') : null);
}

/** `list` for the function in `list.forEach((one) => …)`. */
function iteratedBy(fn: Node): Node | null {
  const call = parentOf(fn);
  const callee = call?.type === 'CallExpression' ? unwrap(child(call, 'callee')!) : null;
  return callee?.type === 'MemberExpression' ? child(callee, 'object') : null;
}

const CHANGING =
  /^(?:add|append|assign|apply|clear|config|define|delete|enable|extend|fill|inherit|init|insert|install|merge|mixin|on(?:ce)?(?![a-z])|pop|push|register|remove|reset|reverse|set|shift|sort|splice|subscribe|unshift|use)/i;
/** Functions of packages: `addDays` and `sortBy` give something new. */
const SETTING_UP = /^(?:config|enable|extend|init|install|register)/i;
/** Functions that change their first argument. */
const CHANGING_FIRST =
  /^(?:assign|config|decorate|defaults|defineProp|extend|fill|inherit|init|merge|mixin|patch|set$)/i;
/** Methods of everything that prints. */
const PRINTING = /^(?:debug|error|fatal|info|log|print|trace|verbose|warn)/i;

/** Whether a call of something whose code is not known may change it: nothing uses the result, or its name says so. */
function mayChange(use: ValueUse): boolean {
  if (use.kind !== 'call') return false;
  const last = statementCall(use.call);
  return CHANGING.test(calledName(use.call)) || (last !== null && !PRINTING.test(calledName(last)));
}

/** The same for a package. A chain goes on with another value than the package's own: `z.string().parse(text)`. */
function mayChangePackage(use: ValueUse): boolean {
  if (use.kind !== 'call') return false;
  const name = calledName(use.call);
  return SETTING_UP.test(name) || (statementCall(use.call) === use.call && !PRINTING.test(name));
}

const calledName = (call: Node): string => nameOf(unwrapChain(child(call, 'callee')!));

const nameOf = (callee: Node): string =>
  callee.type === 'MemberExpression' ? (staticKey(child(callee, 'property')) ?? '') : text(callee);

/** The roots that a process has and workflows do not. */
const OF_PROCESS = new Set(['process', 'console', 'module', 'exports', 'window', 'document']);
const OBJECT_FUNCTIONS = new Set(['Object', 'Reflect']);

/** The members that code gives to a global: `mode` for `globalThis` in `globalThis.mode = 'x'`. */
function membersGiven(root: Node): string[] {
  const use = useOf(root);
  if (OF_PROCESS.has(text(root))) return [];
  if (use.kind === 'change') return use.members.at(-1) ? [use.members.at(-1)!] : [];
  if (use.kind !== 'argument') return [];
  const callee = unwrapChain(child(use.call, 'callee')!);
  if (callee.type !== 'MemberExpression' || !OBJECT_FUNCTIONS.has(text(rootOf(callee)))) return [];
  const [first, ...others] = children(use.call, 'arguments');
  return first && contains(first.span, root.span) ? others.flatMap(namesIn) : [];
}

/** The key of `Object.defineProperty(target, key, …)`, and those of `Object.assign(target, { … })`. */
function namesIn(argument: Node): string[] {
  if (argument.type === 'StringLiteral') return [text(argument)];
  return children(argument, 'properties').flatMap((property) => staticKey(child(property, 'key') ?? property) ?? []);
}
