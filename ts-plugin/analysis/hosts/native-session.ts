/** The process of TypeScript 7 with its open projects. Only this file knows the differences between 7.0 and 7.1. */
import { normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as StableFs from 'typescript-7-1/fs';
import type * as Stable from 'typescript-7-1/sync';
import type { SyntaxKind } from 'typescript/unstable/ast';
import type * as Unstable from 'typescript/unstable/sync';
import type { FileChanges, FileText } from '../project/host.ts';
import type { FoundTypeScript } from './find-typescript.ts';

/** The numbers of flags and kinds, which differ between versions. */
export interface NativeModules extends Pick<
  typeof Unstable,
  'ObjectFlags' | 'SignatureKind' | 'SymbolFlags' | 'TypeFlags'
> {
  SyntaxKind: Record<number, string>;
  functionKinds: ReadonlySet<number>;
}

/** The project that {@link NativeSession} opens. */
export interface NativeSessionOptions {
  typescript: FoundTypeScript & { kind: 'native' };
  rootDir: string;
  /** Absolute paths of the tsconfig files. */
  configs: readonly string[];
  /** Files to open when there is no tsconfig. */
  looseFiles: readonly string[];
  /** Texts of an editor; `null`: only texts on disk. */
  openText: ((path: string) => FileText | null) | null;
}

/** A state of all projects. It is the same in both versions. */
interface Snapshot {
  getProjects(): readonly Unstable.Project[];
  dispose(): void;
}

/** The interface of one version. */
interface Protocol {
  open(): Snapshot;
  /** Every update must name the projects again: a project that is not named may stay as it was. */
  update(before: Snapshot, changes: FileChanges): Snapshot;
  close(): void;
}

const FUNCTION_KINDS = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunction',
  'MethodDeclaration',
  'GetAccessor',
  'SetAccessor',
  'Constructor',
] as const;

/** A process of TypeScript 7, and the state of its projects at the last update. */
export class NativeSession {
  readonly modules: NativeModules;
  readonly #protocol: Protocol;
  #snapshot: Snapshot;
  #projects = new Map<string, Unstable.Project | undefined>();

  private constructor(modules: NativeModules, protocol: Protocol) {
    this.modules = modules;
    this.#protocol = protocol;
    this.#snapshot = protocol.open();
  }

  /** Starts the process and opens the projects. Close the session to end the process. */
  static async open(options: NativeSessionOptions): Promise<NativeSession> {
    const { apiEntry, syntaxEntry, fsEntry } = options.typescript;
    const api = await load<typeof Unstable>(apiEntry);
    const { SyntaxKind: kinds } = await load<{ SyntaxKind: typeof SyntaxKind }>(syntaxEntry);
    const modules: NativeModules = {
      ...api,
      SyntaxKind: kinds,
      functionKinds: new Set(FUNCTION_KINDS.map((name) => kinds[name])),
    };
    if (fsEntry === null) return new NativeSession(modules, openUnstable(api, options));
    const { serverFS } = await load<typeof StableFs>(fsEntry);
    return new NativeSession(modules, openStable({ module: await load<typeof Stable>(apiEntry), serverFS }, options));
  }

  /** The first project that has a file. */
  projectOf(path: string): Unstable.Project | undefined {
    if (this.#projects.has(path)) return this.#projects.get(path);
    const project = this.#snapshot.getProjects().find(({ program }) => program.getSourceFile(path) !== undefined);
    this.#projects.set(path, project);
    return project;
  }

  /** Absolute paths of the sources of all projects, with `/`. */
  files(): string[] {
    return this.#snapshot.getProjects().flatMap(({ program }) => [...program.getSourceFileNames()]);
  }

  update(changes: FileChanges): void {
    const before = this.#snapshot;
    this.#snapshot = this.#protocol.update(before, changes);
    this.#projects = new Map();
    before.dispose();
  }

  close(): void {
    this.#protocol.close();
  }
}

async function load<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module;
}

function openUnstable(module: typeof Unstable, { openText, ...options }: NativeSessionOptions): Protocol {
  const projects = toProjects(options);
  // Each callback costs a message per file, so there are none without an editor.
  const fs = openText && {
    readFile: (path: string) => openText(normalize(path))?.code,
    fileExists: (path: string) => (openText(normalize(path)) ? true : undefined),
  };
  const api = new module.API({ cwd: options.rootDir, ...(fs ? { fs } : {}) });
  return {
    open: () => api.updateSnapshot(projects),
    update: (_, changes) => api.updateSnapshot({ ...projects, fileChanges: toNotifications(changes) }),
    close: () => api.close(),
  };
}

function openStable(
  { module, serverFS }: { module: typeof Stable; serverFS: typeof StableFs.serverFS },
  { openText, ...options }: NativeSessionOptions,
): Protocol {
  const projects = toProjects(options);
  const fs: StableFs.FileSystemCallbacks | null = openText && {
    readFile: (path: string) => openText(normalize(path))?.code ?? serverFS.useOS,
    fileExists: (path: string) => (openText(normalize(path)) ? true : serverFS.useOS),
    directoryExists: serverFS.useOS,
    getAccessibleEntries: serverFS.useOS,
    realpath: serverFS.useOS,
    stat: serverFS.useOS,
    writeFile: serverFS.useOS,
    removeFile: serverFS.useOS,
  };
  const api = new module.API({ cwd: options.rootDir, ...(fs ? { fs } : {}) });
  return {
    open: () => api.createSnapshot(projects) as unknown as Snapshot,
    update: (before, changes) =>
      (before as unknown as Stable.Snapshot).update({
        ...projects,
        fileNotifications: toNotifications(changes),
      }) as unknown as Snapshot,
    close: () => api.close(),
  };
}

function toProjects({ configs, looseFiles }: Pick<NativeSessionOptions, 'configs' | 'looseFiles'>) {
  return { openProjects: [...configs], openFiles: [...looseFiles] };
}

function toNotifications({ changed = [], created = [], deleted = [] }: FileChanges) {
  return { changed: [...changed], created: [...created], deleted: [...deleted] };
}
