/**
 * What the rules ask of the tool that they run in: texts, trees, where imports lead, and types where there are any. An
 * adapter is thin, because names are resolved by our own scopes: so all tools find the same.
 */
import type { Node, Span } from '../../../compiler/ast.ts';
import type { SourceFile } from '../../../compiler/diagnostics.ts';

/** A text as the tool has it: an editor's may not be saved. */
export interface FileText {
  code: string;
  /** Another one for another text. */
  version: string;
}

/** Where an import leads. `file`: sources to look into. `null`: nowhere. */
export type ImportTarget =
  | { kind: 'file'; path: string }
  /** With its prefix: `node:fs`, `bun:sqlite`. */
  | { kind: 'builtin'; name: string }
  /** As it is imported: `workflow/api`, `zod`. */
  | { kind: 'package'; name: string }
  | null;

/** Paths are absolute, with the separators of the system. */
export interface ProjectHost {
  /** Root of the project: ids count from here. */
  readonly rootDir: string;
  /** Folders in which the build looks for workflows and steps. Left out: not known. */
  readonly dirs?: readonly string[] | undefined;
  /** Every source file of the project, without declarations and installed packages. */
  files(): readonly string[];
  read(path: string): FileText | null;
  /** Another text after any change of the files. A host that is not told of changes leaves it out, and they are compared one by one. */
  stamp?(): string;
  /** The statements of a file. @throws CompileFailure when its syntax is invalid and the parser does not go on. */
  parse(file: SourceFile): Node[];
  resolve(specifier: string, from: string): ImportTarget;
  /** The sources of the project that a file imports or re-exports, found without {@link ProjectHost.parse}. */
  importedFiles(path: string): readonly string[];
  /** `null`: no TypeScript, so rules that need types are left out. */
  readonly types: TypeHost | null;
}

/** A declaration in a source file. `index` is where its name stands, or where it begins when it has none. */
export interface DeclarationPlace {
  path: string;
  index: number;
}

/** Questions come in batches, because a type checker may be in another process. Answers are in the order of the questions. */
export interface TypeHost {
  /** Where the names at these indexes are declared: asked for members, which scopes alone do not tell. */
  declarations(path: string, indexes: readonly number[]): (DeclarationPlace | null)[];
  /** The types of the values that these expressions have, or that these functions give when they are awaited. */
  types(path: string, questions: readonly TypeQuestion[]): (TypeView | null)[];
}

export interface TypeQuestion {
  /** The exact span of an expression, or of a function. */
  span: Span;
  /** `parameter`: of the parameter that stands at the span. */
  of: 'expression' | 'awaited expression' | 'awaited result' | 'parameter';
  /** `true`: where a name is declared with primitive types, these will do. How far the code narrows them costs more. */
  isDeclaredEnough?: boolean;
}

/**
 * A type, seen through what rules need to know of it. Views of a snapshot are not kept: the tool may change its program
 * between two questions.
 */
export interface TypeView {
  /** The same for the same type, among the views of one answer. */
  readonly id: number;
  /** As TypeScript prints it. */
  readonly text: string;
  readonly kind: TypeKind;
  /** Name of the class, interface or enum; empty for others. */
  readonly name: string;
  /** Where that is declared: a library of TypeScript (`Map`, `Date`), a package, or sources. `null` for others. */
  readonly origin: 'library' | 'node' | 'package' | 'source' | null;
  /** Where it is declared in sources. */
  readonly declaration: DeclarationPlace | null;
  /** Members of a union or an intersection; elements of an array or a tuple; type arguments of a reference. */
  parts(): TypeView[];
  /** Properties of objects and instances, as they are declared; of classes also the static ones. Private names are left out. */
  properties(): PropertyView[];
  /** Types of the index signatures. */
  indexed(): TypeView[];
  /** What a class or interface extends. */
  bases(): TypeView[];
  /** Whether values can be called or constructed. */
  readonly isCallable: boolean;
  /** What a call gives, by the first signature; `null` for what cannot be called. */
  result(): TypeView | null;
}

/** `class`: an instance of a class. `object`: literals, interfaces and mapped types. `unknown`: also `any` and type parameters. */
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

export interface PropertyView {
  /** In brackets for names that are symbols: `[WORKFLOW_SERIALIZE]`. */
  readonly name: string;
  readonly isSymbol: boolean;
  readonly isOptional: boolean;
  /** Declared with `get` or `set`. */
  readonly isAccessor: boolean;
  /** Declared as a method. */
  readonly isMethod: boolean;
  /** Written in an object literal: the value has it for certain, and of its own. */
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
