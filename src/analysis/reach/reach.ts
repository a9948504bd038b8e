/**
 * Which code of a project runs as workflow code: what a bundle of its workflows would hold. It begins with the workflows,
 * follows the names that they use through all files, but not into steps, and adds what modules do when they are imported.
 */
import { dirname } from 'node:path';
import { type Node, text } from '../../compiler/ast.ts';
import type { ImportTarget } from '../host.ts';
import type { Project, ProjectFile } from '../project.ts';
import { type CodePart, type ModuleCode, moduleCode } from './module-code.ts';
import { saysFreeOfEffects } from './package-effects.ts';
import { type Modules, type NameTarget, loadTarget, nameTarget } from './name-targets.ts';

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
  readonly #parts = new Map<CodePart, ReachedPart>();
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

  /** All that is reached, the nearest to the workflows first. */
  parts(): Iterable<ReachedPart> {
    return this.#parts.values();
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

  #addParts(): void {
    const queue: ReachedPart[] = [];
    const reach = (part: CodePart, usedAt: ReachedPart['usedAt']): ReachedPart => {
      const known = this.#parts.get(part);
      if (known) return known;
      const reached: ReachedPart = { part, usedAt, uses: [], builtins: [] };
      this.#parts.set(part, reached);
      queue.push(reached);
      return reached;
    };
    const evaluate = ({ evaluated }: ModuleCode): void => evaluated.forEach((part) => reach(part, null));
    const codes = [...this.modules.values()].map(({ code }) => code);
    for (const { workflows } of codes) for (const part of workflows) reach(part, null);
    for (const code of codes) if (!this.#modules.isFreeOfEffects(code.file)) evaluate(code);
    for (const from of queue) {
      evaluate(moduleCode(from.part.file));
      for (const { node, target } of this.#targets(from.part)) {
        if (target.kind === 'builtin') from.builtins.push({ node, target });
        else for (const part of target.parts) from.uses.push({ node, to: reach(part, { from, node }) });
      }
    }
  }

  #targets({ file, references, loads }: CodePart): { node: Node; target: NonNullable<NameTarget> }[] {
    const named = references.map((reference) => ({
      node: reference.node,
      target: nameTarget(this.#modules, file, reference),
    }));
    const loaded = loads.map((node) => ({ node, target: loadTarget(this.#modules, file, node) }));
    return [...named, ...loaded].flatMap(({ node, target }) => (target ? [{ node, target }] : []));
  }
}

/** What is kept for a project between two looks at it. */
interface Kept {
  stamp: string;
  reach: Reach;
  answers: Answers;
}

/** What stays the same as long as the list of files does. */
interface Answers {
  paths: string;
  /** Where imports lead, by file and text. */
  targets: Map<string, Map<string, ImportTarget>>;
  /** By folder. */
  freeOfEffects: Map<string, boolean>;
}

const kept = new WeakMap<Project, Kept>();

/** The reach of the workflows as the texts are now. Found anew only after a change. */
export function reachOf(project: Project): Reach {
  const known = kept.get(project);
  const stamp = project.stamp();
  if (known?.stamp === stamp) return known.reach;
  const paths = project.paths().join('\n');
  const answers =
    known?.answers.paths === paths ? known.answers : { paths, targets: new Map(), freeOfEffects: new Map() };
  const reach = new Reach(createModules(project, answers), entriesOf(project));
  kept.set(project, { stamp, reach, answers });
  return reach;
}

/** Whether workflows evaluate a file. */
export function isReached(project: Project, path: string): boolean {
  return reachOf(project).modules.has(path);
}

/** The files with workflows: they are the ones that a bundle begins with. */
function entriesOf(project: Project): ProjectFile[] {
  return project.paths().flatMap((path) => {
    const code = project.text(path)?.code;
    if (!code?.includes('use workflow')) return [];
    const file = project.file(path);
    return file && moduleCode(file).workflows.length > 0 ? [file] : [];
  });
}

/** Asks the project each question once. */
function createModules(project: Project, { targets, freeOfEffects }: Answers): Modules {
  const files = new Map<string, ProjectFile | null>();
  return {
    file: (path) => getOrAdd(files, path, () => project.file(path)),
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
  if (!map.has(key)) map.set(key, find());
  return map.get(key)!;
}
