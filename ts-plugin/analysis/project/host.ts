/**
 * The tool that the rules run in: it gives texts, trees, targets of imports, and types if it has any. Our own scopes
 * resolve names, so adapters are thin and all tools find the same.
 */
import type { Node, Span } from '../../../compiler/ast.ts';
import type { SourceFile } from '../../../compiler/diagnostics.ts';

/** The text of a file as the tool sees it. In an editor it may be unsaved. */
export interface FileText {
  code: string;
  /** Changes with the text. */
  version: string;
}

/** The target of an import. `file`: a source to read. `null`: no target. */
export type ImportTarget =
  | { kind: 'file'; path: string }
  /** With its prefix: `node:fs`, `bun:sqlite`. */
  | { kind: 'builtin'; name: string }
  /** As it is imported: `workflow/api`, `zod`. */
  | { kind: 'package'; name: string }
  | null;

/** A project in some tool. Paths are absolute, with the separators of the system. */
export interface ProjectHost {
  /** Root of the project. Ids of workflows and steps are paths from here. */
  readonly rootDir: string;
  /** Folders that the build searches for workflows and steps. Left out: not known. */
  readonly dirs?: readonly string[] | undefined;
  /** Every source file of the project, without declarations and installed packages. */
  files(): readonly string[];
  read(path: string): FileText | null;
  /**
   * Changes whenever a file changes. A host that does not learn of changes leaves it out. Then the versions of all
   * files are compared.
   */
  stamp?(): string;
  /** The statements of a file. @throws CompileFailure when the parser cannot read it. */
  parse(file: SourceFile): Node[];
  resolve(specifier: string, from: string): ImportTarget;
  /** The sources of the project that a file imports or re-exports, found without {@link ProjectHost.parse}. */
  importedFiles(path: string): readonly string[];
  /** `null`: no TypeScript, so rules that need types are left out. */
  readonly types: TypeHost | null;
}

/** A declaration in a source file. `index` is the start of its name, or its own start when it has no name. */
export interface DeclarationPlace {
  path: string;
  index: number;
}

/** Types. Questions come in batches, because the type checker may be another process. Answers keep their order. */
export interface TypeHost {
  /** The declarations of the names at these indexes. Rules ask for members, which scopes alone cannot resolve. */
  declarations(path: string, indexes: readonly number[]): (DeclarationPlace | null)[];
  /** The types of expressions, or of the awaited results of functions. */
  types(path: string, questions: readonly TypeQuestion[]): (TypeView | null)[];
}

/** One question about a type. */
export interface TypeQuestion {
  /** The exact span of an expression, or of a function. */
  span: Span;
  /** The kind of type. `parameter` asks for the type of the parameter at the span. */
  of: 'expression' | 'awaited expression' | 'awaited result' | 'parameter';
  /** Whether the declared type of a name is enough when it is primitive. The narrowed type costs more time. */
  isDeclaredEnough?: boolean;
}

/**
 * The facts about a type that rules need. Do not keep views: the tool may change its program between two questions.
 */
export interface TypeView {
  /** Equal for equal types among the views of one answer. */
  readonly id: number;
  /** As TypeScript prints it. */
  readonly text: string;
  readonly kind: TypeKind;
  /** The name of the class, interface or enum; empty for other types. */
  readonly name: string;
  /** The source of the declaration: a library of TypeScript (`Map`, `Date`), a package, or sources. `null`: none. */
  readonly origin: 'library' | 'node' | 'package' | 'source' | null;
  /** The declaration in sources; `null` when it is elsewhere. */
  readonly declaration: DeclarationPlace | null;
  /** Whether a package that is installed declares it, and not the project, or a package of its workspace. */
  readonly isInstalled: boolean;
  /** The text or number of a literal or of a member of an enum; `undefined` for other types. */
  readonly value: string | number | undefined;
  /** The members of an enum; none for other types. */
  members(): TypeView[];
  /** Members of a union or an intersection; elements of an array or a tuple; type arguments of a reference. */
  parts(): TypeView[];
  /** The declared properties of objects and instances; for classes also the static ones. Private names are left out. */
  properties(): PropertyView[];
  /** The types of the index signatures. */
  indexed(): TypeView[];
  /** The types that a class or interface extends. */
  bases(): TypeView[];
  /** Whether values can be called or constructed. */
  readonly isCallable: boolean;
  /** The result of a call, by the first signature; `null` for types that cannot be called. */
  result(): TypeView | null;
}

/** `class`: an instance. `object`: literals, interfaces and mapped types. `unknown`: also `any` and type parameters. */
export type TypeKind =
  /** `undefined`, `null` and `void`. */
  | 'nothing'
  | 'primitive'
  | 'symbol'
  | 'unknown'
  | 'never'
  | 'union'
  | 'intersection'
  | 'array'
  | 'tuple'
  | 'function'
  | 'class'
  | 'object';

/** One property of a type. */
export interface PropertyView {
  /** In brackets for names that are symbols: `[WORKFLOW_SERIALIZE]`. */
  readonly name: string;
  readonly isSymbol: boolean;
  readonly isOptional: boolean;
  /** Declared with `get` or `set`. */
  readonly isAccessor: boolean;
  /** Declared as a method. */
  readonly isMethod: boolean;
  /** Written in an object literal, so the value certainly has it as its own property. */
  readonly isWritten: boolean;
  readonly isStatic: boolean;
  readonly declaration: DeclarationPlace | null;
  type(): TypeView;
}

/** Files that changed on disk or in an editor since the last look; absolute paths. */
export interface FileChanges {
  changed?: readonly string[];
  created?: readonly string[];
  deleted?: readonly string[];
}
