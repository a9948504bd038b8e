/** A project in the language service of an editor: its texts, trees, imports and types. */
import { join, normalize, sep } from 'node:path';
import type ts from 'typescript-6';
import type { FileText, ImportTarget, ProjectHost } from '../analysis/project/host.ts';
import { toBuiltin } from '../analysis/hosts/builtin-target.ts';
import { CompilerTypes } from '../analysis/hosts/compiler-types.ts';
import type { Node } from '../../compiler/ast.ts';
import { isInstalled, SOURCE_FILE } from '../../compiler/build/source-files.ts';
import type { SourceFile } from '../../compiler/diagnostics.ts';
import { convertTree } from './convert-tree.ts';
import { type TypeScript, nodeOfSpan } from '../tree/tree-converter.ts';

/** The parts of an editor that a {@link ProgramHost} reads. */
export interface ProgramHostOptions {
  typescript: TypeScript;
  /** Absolute. */
  rootDir: string;
  /** Folders that the build searches, relative to the root; `undefined`: not given. */
  dirs: () => readonly string[] | undefined;
  /** The current program; `undefined` while there is none. */
  program: () => ts.Program | undefined;
  /** Resolves imports that the program has not resolved. */
  resolution: ts.ModuleResolutionHost;
}

/** Facts about imports that the public types lack. */
interface ProgramFile extends ts.SourceFile {
  version?: string;
  imports?: readonly ts.StringLiteralLike[];
}
interface ResolvingProgram extends ts.Program {
  getResolvedModuleFromModuleSpecifier?: (
    specifier: ts.StringLiteralLike,
    file: ts.SourceFile,
  ) => ts.ResolvedModuleWithFailedLookupLocations | undefined;
}

const DECLARATIONS = /\.d\.(?:[^.]+\.)?[cm]?ts$/;

/** Facts about one program. Every change creates another program. */
interface Snapshot {
  number: number;
  program: ResolvingProgram;
  files: readonly string[];
  /** The trees of these files. */
  sources: ReadonlyMap<string, ProgramFile>;
  /** Files that are no part of the program, such as JavaScript beside TypeScript. */
  others: Map<string, FileText | null>;
  /** Targets of imports, by file and specifier. */
  targets: Map<string, Map<string, ImportTarget>>;
}

/** Reads everything from the current program, so nothing is parsed or resolved twice. */
export class ProgramHost implements ProjectHost {
  readonly rootDir: string;
  readonly types: CompilerTypes;
  readonly #typescript: TypeScript;
  readonly #program: ProgramHostOptions['program'];
  readonly #resolution: ts.ModuleResolutionHost;
  readonly #dirs: ProgramHostOptions['dirs'];
  #snapshot: Snapshot | undefined;

  constructor({ typescript, rootDir, dirs, program, resolution }: ProgramHostOptions) {
    this.rootDir = rootDir;
    this.types = new CompilerTypes({ typescript, programOf: program, nodeOf: nodeOfSpan });
    this.#typescript = typescript;
    this.#program = program;
    this.#resolution = resolution;
    this.#dirs = dirs;
  }

  get dirs(): readonly string[] | undefined {
    return this.#dirs()?.map((dir) => join(this.rootDir, dir));
  }

  files(): readonly string[] {
    return this.#current()?.files ?? [];
  }

  stamp(): string {
    return String(this.#current()?.number);
  }

  read(path: string): FileText | null {
    const file = this.#sourceOf(path);
    return file ? { code: file.text, version: versionOf(file) } : this.#readOther(path);
  }

  #readOther(path: string): FileText | null {
    const others = this.#current()?.others;
    const known = others?.get(path);
    if (known !== undefined || !others) return known ?? null;
    const name = toProgramPath(path);
    const code = this.#resolution.fileExists(name) ? this.#resolution.readFile(name) : undefined;
    const text = code === undefined ? null : { code, version: code };
    others.set(path, text);
    return text;
  }

  parse({ path, code }: SourceFile): Node[] {
    const { createSourceFile, ScriptTarget } = this.#typescript;
    const file = this.#sourceOf(path) ?? createSourceFile(toProgramPath(path), code, ScriptTarget.Latest, true);
    return convertTree(this.#typescript, file);
  }

  resolve(specifier: string, from: string): ImportTarget {
    const snapshot = this.#current();
    if (!snapshot) return null;
    const known = targetsFrom(snapshot, from);
    const target = known.get(specifier);
    if (target !== undefined) return target;
    const found = toBuiltin(specifier) ?? this.#resolveFile(snapshot, specifier, from);
    known.set(specifier, found);
    return found;
  }

  importedFiles(path: string): readonly string[] {
    return importsOf(this.#sourceOf(path)).flatMap(({ text }) => {
      const target = this.resolve(text, path);
      return target?.kind === 'file' ? [target.path] : [];
    });
  }

  #current(): Snapshot | undefined {
    const program = this.#program();
    if (program && this.#snapshot?.program !== program) {
      const number = (this.#snapshot?.number ?? 0) + 1;
      const sources = listSources(program);
      this.#snapshot = { number, program, files: [...sources.keys()], sources, others: new Map(), targets: new Map() };
    }
    return program && this.#snapshot;
  }

  #sourceOf(path: string): ProgramFile | undefined {
    const snapshot = this.#current();
    return snapshot?.sources.get(path) ?? snapshot?.program.getSourceFile(toProgramPath(path));
  }

  #resolveFile({ program }: Snapshot, specifier: string, from: string): ImportTarget {
    const path = this.#resolvePath(program, specifier, from);
    if (path && SOURCE_FILE.test(path) && !DECLARATIONS.test(path) && !isInstalled(path)) return { kind: 'file', path };
    return /^[./]/.test(specifier) ? null : { kind: 'package', name: specifier };
  }

  #resolvePath(program: ResolvingProgram, specifier: string, from: string): string | undefined {
    const file: ProgramFile | undefined = program.getSourceFile(toProgramPath(from));
    const node = importsOf(file).find(({ text }) => text === specifier);
    const known = file && node && program.getResolvedModuleFromModuleSpecifier?.(node, file);
    const found = known?.resolvedModule ?? this.#resolveAsBundlersDo(program, specifier, from);
    return found && normalize(found.resolvedFileName);
  }

  /** Resolves imports that only bundlers understand: `require`, and imports without an extension. */
  #resolveAsBundlersDo(program: ts.Program, specifier: string, from: string): ts.ResolvedModule | undefined {
    const { ModuleResolutionKind, resolveModuleName } = this.#typescript;
    const options = { ...program.getCompilerOptions(), moduleResolution: ModuleResolutionKind.Bundler };
    return resolveModuleName(specifier, toProgramPath(from), options, this.#resolution).resolvedModule;
  }
}

/** The version that the editor gives to a file, or else its text. */
function versionOf(file: ProgramFile): string {
  return file.version ?? file.text;
}

function importsOf(file: ProgramFile | undefined): readonly ts.StringLiteralLike[] {
  return file?.imports ?? [];
}

function targetsFrom({ targets }: Snapshot, from: string): Map<string, ImportTarget> {
  const known = targets.get(from) ?? new Map<string, ImportTarget>();
  targets.set(from, known);
  return known;
}

function listSources(program: ts.Program): Map<string, ProgramFile> {
  const sources = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
    .map((file) => [normalize(file.fileName), file] as const);
  return new Map(sources.filter(([path]) => SOURCE_FILE.test(path) && !isInstalled(path)));
}

/** A path in TypeScript's form, with `/` on every system. */
export function toProgramPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
