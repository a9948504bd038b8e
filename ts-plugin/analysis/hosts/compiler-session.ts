/** The programs of a project's tsconfig files in TypeScript 5 and 6. Programs are created again after a change. */
import { createRequire } from 'node:module';
import { dirname, normalize } from 'node:path';
import type ts from 'typescript-6';
import type { FileText, FileChanges } from '../project/host.ts';
import type { TypeScriptModule } from './compiler-adapter.ts';

/** The project that {@link CompilerSession} opens. */
export interface CompilerSessionOptions {
  /** Path of the compiler's module. */
  entry: string;
  rootDir: string;
  /** Absolute paths of the tsconfig files. */
  configs: readonly string[];
  /** Files to open when there is no tsconfig. */
  looseFiles: readonly string[];
  openText: ((path: string) => FileText | null) | null;
}

interface OpenProgram {
  config: string | null;
  program: ts.Program | undefined;
  /** Whether the program shows the last state of the files. */
  isCurrent: boolean;
  /** Whether the list of its files must be read again. */
  isListStale: boolean;
  parsed: ts.ParsedCommandLine;
  /** By path. Not shared with other programs, because other options may read the same file in another way. */
  sources: Map<string, ts.SourceFile | undefined>;
}

/** Keeps the programs of a project. Before the first question it reads only the lists of files. */
export class CompilerSession {
  readonly module: TypeScriptModule;
  readonly #options: CompilerSessionOptions;
  readonly #programs: OpenProgram[];

  constructor(options: CompilerSessionOptions) {
    this.#options = options;
    this.module = createRequire(options.entry)(options.entry) as TypeScriptModule;
    const configs = options.configs.length > 0 ? options.configs : [null];
    this.#programs = configs.map((config) => ({
      config,
      program: undefined,
      isCurrent: false,
      isListStale: false,
      parsed: this.#parse(config),
      sources: new Map(),
    }));
  }

  /** The first program that has a file. */
  programOf(path: string): ts.Program | undefined {
    for (const open of this.#programs) {
      const program = this.#bringUpToDate(open);
      if (program.getSourceFile(path)) return program;
    }
    return undefined;
  }

  /** Absolute paths of the sources of all projects, with `/`. */
  files(): string[] {
    return this.#programs.flatMap((open) =>
      this.#bringUpToDate(open)
        .getSourceFiles()
        .map(({ fileName }) => fileName),
    );
  }

  update({ changed = [], created = [], deleted = [] }: FileChanges): void {
    const paths = [...changed, ...created, ...deleted];
    // A tsconfig may extend others, and a package.json changes how files are read.
    const isConfigured = paths.some((path) => path.endsWith('.json'));
    for (const open of this.#programs) {
      for (const path of paths) open.sources.delete(this.#keyOf(path));
      if (isConfigured) open.sources.clear();
      open.isCurrent = false;
      open.isListStale ||= isConfigured || created.length > 0 || deleted.length > 0;
    }
  }

  #bringUpToDate(open: OpenProgram): ts.Program {
    if (open.program && open.isCurrent) return open.program;
    if (open.isListStale) open.parsed = this.#parse(open.config);
    open.isListStale = false;
    open.isCurrent = true;
    const { fileNames, options, projectReferences } = open.parsed;
    open.program = this.module.createProgram({
      rootNames: fileNames,
      options,
      host: this.#createHost(open),
      ...(projectReferences ? { projectReferences } : {}),
      ...(open.program ? { oldProgram: open.program } : {}),
    });
    return open.program;
  }

  #parse(config: string | null): ts.ParsedCommandLine {
    const { sys, readConfigFile, parseJsonConfigFileContent } = this.module;
    const { rootDir, looseFiles } = this.#options;
    if (config === null) {
      const settings = { compilerOptions: LOOSE_OPTIONS, files: [...looseFiles] };
      return parseJsonConfigFileContent(settings, sys, rootDir);
    }
    const { config: read } = readConfigFile(config, (path) => this.#read(path)) as { config?: unknown };
    return parseJsonConfigFileContent(read ?? {}, sys, dirname(config), { noEmit: true }, config);
  }

  #createHost({ parsed, sources }: OpenProgram): ts.CompilerHost {
    // The last method is not in the declared interface, but editors use it.
    const host: ts.CompilerHost & { useSourceOfProjectReferenceRedirect?(): boolean } = this.module.createCompilerHost(
      parsed.options,
      true,
    );
    const readDisk = host.getSourceFile;
    host.readFile = (path) => this.#read(path);
    host.fileExists = (path) => Boolean(this.#openText(path)) || this.module.sys.fileExists(path);
    host.useSourceOfProjectReferenceRedirect = () => true;
    host.getSourceFile = (path, languageVersion, onError) => {
      const key = this.#keyOf(path);
      if (!sources.has(key)) sources.set(key, readDisk(path, languageVersion, onError));
      return sources.get(key);
    };
    return host;
  }

  #read(path: string): string | undefined {
    return this.#openText(path)?.code ?? this.module.sys.readFile(path);
  }

  /** TypeScript writes paths with `/` on every system. */
  #openText(path: string): FileText | null {
    return this.#options.openText?.(normalize(path)) ?? null;
  }

  #keyOf(path: string): string {
    const slashed = path.replaceAll('\\', '/');
    return this.module.sys.useCaseSensitiveFileNames ? slashed : slashed.toLowerCase();
  }
}

/** Compiler options of a project without a tsconfig. */
const LOOSE_OPTIONS = {
  strict: true,
  noEmit: true,
  allowJs: true,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};
