/** Finds the classes of errors of the project that steps may throw, so that workflows load them, too. */
import { type ErrorClassCode, findErrorCode, hasErrorName, mayHoldErrorClass } from '../analyze/error-classes.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { type Binding, classOf, referenceOf } from '../analyze/scope.ts';
import { type Node, child, parentOf, text, unwrap } from '../ast.ts';
import { isModuleSyntax } from '../globals/bound-code.ts';
import { toModuleId } from '../module-id.ts';
import { findDeclared, type LinkedModules, wantedExport } from '../workflow-code/exported-binding.ts';
import { errorContract } from './code-contracts.ts';
import type { ReachedError, ReachedErrors } from './contract-types.ts';
import { importedAs, type ModuleGraph } from './module-graph.ts';
import { parseLeniently } from './parse-leniently.ts';
import { isOfProject } from './source-files.ts';

const nameIn = (id: string): string => id.slice(id.lastIndexOf('//'));

interface ErrorFile {
  module: ParsedModule;
  classes: readonly ErrorClassCode[];
}

interface ErrorFilesOptions {
  rootDir: string;
  graph: ModuleGraph;
  /** Files that are parsed already. Default: none. */
  parsed?: (path: string) => ParsedModule | null;
}

/** The files of a graph. Each is parsed at most once. */
export class ErrorFiles implements LinkedModules {
  readonly #options: ErrorFilesOptions;
  readonly #files = new Map<string, ErrorFile | null>();

  constructor(options: ErrorFilesOptions) {
    this.#options = options;
  }

  /** Those that may be of errors. */
  classesIn(path: string): readonly ErrorClassCode[] {
    return this.#read(path)?.classes ?? [];
  }

  /**
   * Those that are of errors. A class of a package, or one that code makes, is known by its name.
   * @param paths Of all files that may declare one.
   */
  reachedIn(paths: readonly string[]): ReachedErrors {
    const found = [...paths].sort().map((path) => [path, this.#reachedIn(path)] as const);
    return new Map(found.filter(([, classes]) => classes.size > 0));
  }

  /** A CommonJS file stays as it is. */
  #reachedIn(path: string): ReadonlyMap<string, ReachedError> {
    const file = this.#read(path);
    if (!file?.module.items.some(isModuleSyntax)) return new Map();
    const isError = ({ base, id }: ErrorClassCode): boolean =>
      base === null || (this.#isError(file, base) ?? hasErrorName(nameIn(id)));
    const toReached = (cls: ErrorClassCode): ReachedError => ({
      contract: errorContract(file.module, cls),
      name: cls.node.type === 'ClassDeclaration' ? child(cls.node, 'identifier')!.span : null,
    });
    return new Map(file.classes.filter(isError).map((cls) => [cls.id, toReached(cls)]));
  }

  #read(path: string): ErrorFile | null {
    let file = this.#files.get(path);
    if (file === undefined) this.#files.set(path, (file = this.#parse(path)));
    return file;
  }

  #parse(path: string): ErrorFile | null {
    const { rootDir, parsed } = this.#options;
    const module = isOfProject(path) ? (parsed?.(path) ?? parseLeniently(rootDir, path)) : null;
    if (!module) return null;
    const mayHold = mayHoldErrorClass(module.file.code);
    return { module, classes: mayHold ? findErrorCode(module, toModuleId({ path, rootDir })).classes : [] };
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
    const base = cls && child(cls, 'superClass');
    if (cls) return base ? this.#isError(file, base) : false;
    const made = file.classes.find(({ kind, id }) => kind !== 'declared' && id.endsWith(`//${binding.name}`));
    return made ? made.base === null || this.#isError(file, made.base) : null;
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
    return importedAs(source, this.#options.graph.get(path) ?? []);
  }
}
