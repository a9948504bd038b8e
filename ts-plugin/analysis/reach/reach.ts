/**
 * Finds the code of a project that runs in workflows: the code that a bundle of its workflows would hold. It begins
 * with the workflows, follows the names that they use through all files, but not into steps, and adds the code that
 * modules run when they are imported.
 */
import { dirname } from 'node:path';
import type { Binding } from '../../../compiler/analyze/scope.ts';
import { type Node, child, parentOf, text } from '../../../compiler/ast.ts';
import { toBoundCode } from '../../../compiler/globals/bound-code.ts';
import { findGlobalUses } from '../../../compiler/globals/global-uses.ts';
import { isOwnSource, packageName } from '../../../compiler/workflow-code/foreign-values.ts';
import type { ImportTarget } from '../project/host.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { type CodePart, type ModuleCode, moduleCode } from './module-code.ts';
import type { Modules, NameTarget } from './name-targets.ts';
import { saysFreeOfEffects } from './package-effects.ts';
import { partTargets } from './part-targets.ts';

/** A module that is evaluated in runs. */
export interface ReachedModule {
  code: ModuleCode;
  /** The nearest place where it is imported; `null` for a module with workflows. */
  importedAt: { module: ReachedModule; source: Node } | null;
  imports: { source: Node; to: ReachedModule }[];
}

/** Code that runs in runs. */
export interface ReachedPart {
  part: CodePart;
  /** The use of a name that led to it first; `null` for workflows and what modules do when they are evaluated. */
  usedAt: { from: ReachedPart; node: Node } | null;
  uses: { node: Node; to: ReachedPart }[];
  builtins: BuiltinUse[];
}

/** Where a name or a text stands that means a module of the host. */
export interface BuiltinUse {
  node: Node;
  target: NameTarget & { kind: 'builtin' };
}

/** The reach of the workflows of a project, at one state of its texts. */
export class Reach {
  readonly modules = new Map<string, ReachedModule>();
  #packages: ReadonlySet<string> | null = null;
  readonly #parts = new Map<CodePart, ReachedPart>();
  readonly #queue: ReachedPart[] = [];
  #next = 0;
  readonly #loaded = new Set<ModuleCode>();
  readonly #modules: Modules;

  constructor(modules: Modules, entries: readonly ProjectFile[]) {
    this.#modules = modules;
    this.#addModules(entries);
    this.#addParts();
  }

  /** The parts of a file that are reached, in the order of the text. */
  partsOf(path: string): ReachedPart[] {
    const parts = this.modules.get(path)?.code.parts ?? [];
    return parts.flatMap((part) => this.#parts.get(part) ?? []);
  }

  /** `undefined`: it is not reached. */
  partAt(part: CodePart): ReachedPart | undefined {
    return this.#parts.get(part);
  }

  /** All that is reached, the nearest to the workflows first. */
  parts(): Iterable<ReachedPart> {
    return this.#parts.values();
  }

  /** The names of the packages that workflow code uses. */
  get packages(): ReadonlySet<string> {
    this.#packages ??= new Set(
      [...this.#parts.keys()].flatMap(({ uses }) => uses.map(({ binding }) => packageOf(binding))),
    );
    return this.#packages;
  }

  /** Breadth first, so that each module knows its nearest importer. */
  #addModules(entries: readonly ProjectFile[]): void {
    const queue = entries.map((file) => this.#addModule(file, null));
    for (const module of queue) {
      for (const source of module.code.imports) {
        const target = this.#modules.resolve(text(source), module.code.file);
        const file = target?.kind === 'file' ? this.#modules.file(target.path) : null;
        if (!file) continue;
        const known = this.modules.get(file.source.path);
        const to = known ?? this.#addModule(file, { module, source });
        module.imports.push({ source, to });
        if (!known) queue.push(to);
      }
    }
  }

  #addModule(file: ProjectFile, importedAt: ReachedModule['importedAt']): ReachedModule {
    const module: ReachedModule = { code: moduleCode(file), importedAt, imports: [] };
    this.modules.set(file.source.path, module);
    return module;
  }

  /**
   * First what workflows use, with the modules that this loads; then all else that runs when modules load, as far as it
   * does not need the host.
   */
  #addParts(): void {
    const modules = [...this.modules.values()];
    for (const { code } of modules) for (const part of code.workflows) this.#reach(part, null);
    this.#follow();
    for (const { code } of modules) {
      if (!this.#modules.isFreeOfEffects(code.file)) for (const part of code.evaluated) this.#addOptional(part);
    }
  }

  #reach(part: CodePart, usedAt: ReachedPart['usedAt']): ReachedPart {
    const known = this.#parts.get(part);
    if (known) return known;
    const reached: ReachedPart = { part, usedAt, uses: [], builtins: [] };
    this.#parts.set(part, reached);
    this.#queue.push(reached);
    return reached;
  }

  /** Adds what the parts in the queue lead to. */
  #follow(): void {
    for (; this.#next < this.#queue.length; this.#next++) {
      const from = this.#queue[this.#next]!;
      this.#load(moduleCode(from.part.file));
      for (const { node, target } of partTargets(this.#modules, from.part)) {
        if (target.kind === 'builtin') from.builtins.push({ node, target });
        else for (const part of target.parts) from.uses.push({ node, to: this.#reach(part, { from, node }) });
      }
    }
  }

  /** A module of which a name is used runs as a whole, with its imports. In one with directives that is optional. */
  #load(code: ModuleCode): void {
    if (this.#loaded.has(code)) return;
    this.#loaded.add(code);
    for (const part of code.required) this.#reach(part, null);
    if (code.hasDirectives) return;
    for (const { to } of this.modules.get(code.file.source.path)?.imports ?? [])
      if (!this.#modules.isFreeOfEffects(to.code.file)) this.#load(to.code);
  }

  /** Adds code that runs when a module loads, unless it leads to something that workflow code does not have. */
  #addOptional(part: CodePart): void {
    if (this.#parts.has(part) || this.#needsHost(part)) return;
    this.#reach(part, null);
    this.#follow();
  }

  /** Whether a part leads to something of the host, by code that is not reached yet. */
  #needsHost(start: CodePart): boolean {
    const parts = new Set([start]);
    // A set gives what is added while it is walked.
    for (const part of parts) {
      if (this.#parts.has(part)) continue;
      if (lacksGlobals(part)) return true;
      for (const { target } of partTargets(this.#modules, part)) {
        if (target.kind === 'builtin') return true;
        for (const next of target.parts) parts.add(next);
      }
    }
    return false;
  }
}

/** The package that a name is imported from; empty for a file, and for any other name. */
function packageOf({ kind, declarations: [specifier] }: Binding): string {
  const item = kind === 'import' && specifier ? parentOf(specifier) : null;
  const source = item && child(item, 'source');
  return source && !isOwnSource(text(source)) ? packageName(text(source)) : '';
}

const knownLacks = new WeakMap<CodePart, boolean>();

/** Whether a part uses globals that workflow code does not have. */
function lacksGlobals(part: CodePart): boolean {
  let lacks = knownLacks.get(part);
  if (lacks === undefined) {
    const unbound = part.references.filter(({ binding }) => !binding);
    lacks = unbound.length > 0 && findGlobalUses(toBoundCode(part.file, part.file.source.path), unbound).length > 0;
    knownLacks.set(part, lacks);
  }
  return lacks;
}

/** The results that are kept for a project from one question to the next. */
interface Kept {
  stamp: string;
  entries: readonly ProjectFile[];
  /** Every file that was read. */
  files: ReadonlyMap<string, ProjectFile | null>;
  reach: Reach;
  answers: Answers;
}

/** The answers that stay the same as long as the list of files does. */
interface Answers {
  paths: readonly string[];
  /** Where imports lead, by file and text. */
  targets: Map<string, Map<string, ImportTarget>>;
  /** By folder. */
  freeOfEffects: Map<string, boolean>;
}

const kept = new WeakMap<Project, Kept>();

/** The reach of the workflows as the texts are now. Found anew only after a change of what it was made of. */
export function reachOf(project: Project): Reach {
  const known = kept.get(project);
  const stamp = project.stamp();
  if (known?.stamp === stamp) return known.reach;
  const next = findReach(project, stamp, known);
  kept.set(project, next);
  return next.reach;
}

function findReach(project: Project, stamp: string, known: Kept | undefined): Kept {
  const paths = project.paths();
  const entries = entriesOf(project, paths);
  const isSameProject = known !== undefined && areEqual(known.answers.paths, paths);
  if (isSameProject && areEqual(known.entries, entries) && areCurrent(project, known.files)) return { ...known, stamp };
  const answers = isSameProject ? known.answers : { paths, targets: new Map(), freeOfEffects: new Map() };
  const files = new Map<string, ProjectFile | null>();
  return { stamp, entries, files, reach: new Reach(createModules(project, answers, files), entries), answers };
}

function areEqual(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

function areCurrent(project: Project, files: Kept['files']): boolean {
  for (const [path, file] of files) if (project.file(path) !== file) return false;
  return true;
}

/** Whether workflows evaluate one of these files. */
export function isAnyReached(project: Project, paths: readonly string[]): boolean {
  const { modules } = reachOf(project);
  return paths.some((path) => modules.has(path));
}

/** The files with workflows: they are the ones that a bundle begins with. */
function entriesOf(project: Project, paths: readonly string[]): ProjectFile[] {
  return paths.flatMap((path) => {
    const code = project.text(path)?.code;
    if (!code?.includes('use workflow')) return [];
    const file = project.file(path);
    return file && moduleCode(file).workflows.length > 0 ? [file] : [];
  });
}

/** Asks the project each question once. @param files Where the answers of one state of the texts go. */
function createModules(
  project: Project,
  { targets, freeOfEffects }: Answers,
  files: Map<string, ProjectFile | null>,
): Modules {
  return {
    file: (path) => getOrAdd(files, path, () => project.file(path)),
    resolution: targets,
    resolve(specifier, { source: { path } }) {
      const ofFile = getOrAdd(targets, path, () => new Map<string, ImportTarget>());
      return getOrAdd(ofFile, specifier, () => project.resolve(specifier, path));
    },
    isFreeOfEffects({ source }) {
      const folder = dirname(source.path);
      return getOrAdd(freeOfEffects, folder, () => saysFreeOfEffects(project, folder));
    },
  };
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, find: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined || map.has(key)) return known as Value;
  const found = find();
  map.set(key, found);
  return found;
}
