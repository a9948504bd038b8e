/** Finds the classes of errors of the project that steps may throw, so that workflows load them, too. */
import { type ErrorClassCode, findErrorCode, hasErrorName, mayHoldErrorClass } from '../analyze/error-classes.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { type Binding, classOf, referenceOf } from '../analyze/scope.ts';
import { type Node, child, parentOf, text, unwrap } from '../ast.ts';
import { isModuleSyntax } from '../globals/bound-code.ts';
import { toModuleId } from '../module-id.ts';
import { findDeclared, type LinkedModules, wantedExport } from '../workflow-code/exported-binding.ts';
import { importedAs, type ModuleGraph } from './module-graph.ts';
import { parseLeniently } from './parse-leniently.ts';
import { isOfProject } from './source-files.ts';

/** The ids of classes by the absolute path of their file. */
export type ReachedErrors = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Those in files of a graph. A class of a package, or one that code makes, is known by its name.
 * @param paths Of all files that may declare one.
 */
export function reachedErrors(rootDir: string, graph: ModuleGraph, paths: readonly string[]): ReachedErrors {
  const files = new ErrorFiles(rootDir, graph);
  const found = [...paths].sort().map((path) => [path, new Set(files.idsIn(path))] as const);
  return new Map(found.filter(([, ids]) => ids.size > 0));
}

const nameIn = (id: string): string => id.slice(id.lastIndexOf('//'));

interface ErrorFile {
  module: ParsedModule;
  classes: readonly ErrorClassCode[];
}

class ErrorFiles implements LinkedModules {
  readonly #rootDir: string;
  readonly #graph: ModuleGraph;
  readonly #files = new Map<string, ErrorFile | null>();

  constructor(rootDir: string, graph: ModuleGraph) {
    this.#rootDir = rootDir;
    this.#graph = graph;
  }

  idsIn(path: string): string[] {
    const file = this.#read(path);
    const isError = ({ kind, base, id }: ErrorClassCode): boolean =>
      kind === 'made' || (base !== null && (this.#isError(file!, base) ?? hasErrorName(nameIn(id))));
    return file?.classes.filter(isError).map(({ id }) => id) ?? [];
  }

  #read(path: string): ErrorFile | null {
    let file = this.#files.get(path);
    if (file === undefined) this.#files.set(path, (file = this.#parse(path)));
    return file;
  }

  /** A CommonJS file stays as it is. */
  #parse(path: string): ErrorFile | null {
    const module = isOfProject(path) ? parseLeniently(this.#rootDir, path) : null;
    if (!module?.items.some(isModuleSyntax)) return null;
    const moduleId = toModuleId({ path, rootDir: this.#rootDir });
    return { module, classes: mayHoldErrorClass(module.file.code) ? findErrorCode(module, moduleId).classes : [] };
  }

  /** Whether an expression is a class of errors; `null`: only running the code can tell. */
  #isError(file: ErrorFile, expression: Node): boolean | null {
    const reference = referenceOf(unwrap(expression));
    if (reference?.binding) return this.#isErrorBinding(file, reference.binding);
    const { start, end } = expression.span;
    return hasErrorName(file.module.file.code.slice(start, end)) || (reference ? false : null);
  }

  #isErrorBinding(file: ErrorFile, binding: Binding): boolean | null {
    if (binding.kind === 'import') return this.#isErrorImport(file, binding.declarations[0]!);
    const cls = classOf(binding);
    if (cls) return this.#isErrorBase(file, child(cls, 'superClass'));
    const made = file.classes.find(({ kind, id }) => kind !== 'declared' && id.endsWith(`//${binding.name}`));
    return made ? made.kind === 'made' || this.#isErrorBase(file, made.base) : null;
  }

  #isErrorBase(file: ErrorFile, base: Node | null): boolean | null {
    return base === null ? false : this.#isError(file, base);
  }

  #isErrorImport({ module: { file } }: ErrorFile, specifier: Node): boolean | null {
    const name = wantedExport(specifier);
    const target = this.target(file.path, text(child(parentOf(specifier)!, 'source')!));
    const declared = findDeclared(this, target, name);
    return declared ? this.#isErrorBinding(this.#read(declared.path)!, declared.binding) : hasErrorName(name) || null;
  }

  module(path: string): ParsedModule | null {
    return this.#read(path)?.module ?? null;
  }

  target(path: string, source: string): string | null {
    return importedAs(source, this.#graph.get(path) ?? []);
  }
}
