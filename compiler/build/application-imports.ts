/** Follows the imports of an application from its entries, and finds the files with directives that they lead to. */
import type { InputOptions } from 'rolldown';
import { scan } from 'rolldown/experimental';
import { bundlerReports } from './bundle-problems.ts';
import { dependenciesOf } from './bundle-dependencies.ts';
import type { FileStates } from './file-states.ts';
import { leaveOutPackages, PackageUses, readComponents, recordFiles } from './followed-files.ts';
import { type ModuleGraph, recordGraph } from './module-graph.ts';
import type { BuildProject } from './project.ts';
import { listEntryFiles } from './source-files.ts';

/** Where the imports of an application lead. Absolute paths. */
export interface FollowedImports {
  /** Files that may hold directives. */
  found: readonly string[];
  /** All files of the application that were read, without installed packages: an edit of one may change the answer. */
  read: readonly string[];
  graph: ModuleGraph;
}

interface Followed extends FollowedImports {
  entries: string;
  versions: ReadonlyMap<string, string>;
  folders: ReadonlyMap<string, string>;
}

const NOTHING: FollowedImports = { found: [], read: [], graph: new Map() };

/** Kept from build to build: imports lead where they led as long as nothing changes that decides it. */
export class ApplicationImports {
  readonly #files: FileStates;
  readonly #packages = new PackageUses();
  #followed: Followed | null = null;

  constructor(files: FileStates) {
    this.#files = files;
  }

  /** Finds nothing when the project names no entries. */
  async follow(project: BuildProject): Promise<FollowedImports> {
    const input = await listEntryFiles(project.entries, project.outDir);
    if (input.length === 0) return NOTHING;
    const entries = input.join('\n');
    if (!this.#followed || this.#followed.entries !== entries || !this.#isCurrent(this.#followed)) {
      const imports = await readImports(project, input, this.#packages);
      const { files, folders } = dependenciesOf(imports.read, this.#files);
      const versions = new Map(Array.from(files, (path) => [path, this.#files.version(path)]));
      const lists = new Map(Array.from(folders, (path) => [path, this.#files.list(path)]));
      this.#followed = { ...imports, entries, versions, folders: lists };
    }
    return this.#followed;
  }

  #isCurrent({ versions, folders }: Followed): boolean {
    for (const [path, version] of versions) if (this.#files.version(path) !== version) return false;
    for (const [path, names] of folders) if (this.#files.list(path) !== names) return false;
    return true;
  }
}

/** The parts of a project by which imports are resolved. */
type Resolving = Pick<BuildProject, 'rootDir' | 'alias' | 'conditions'>;

/** Follows the imports of files. @param input Absolute paths. @param packages Kept from call to call. Default: none. */
export async function readImports(
  project: Resolving,
  input: string[],
  packages: PackageUses = new PackageUses(),
): Promise<FollowedImports> {
  const read = new Set<string>();
  const found = new Set<string>();
  const graph: ModuleGraph = new Map();
  const options: InputOptions = {
    input,
    cwd: project.rootDir,
    platform: 'node',
    resolve: {
      alias: { ...project.alias },
      conditionNames: [...project.conditions, 'node', 'import', 'module', 'default'],
    },
    // Applications write elements in files of any name.
    moduleTypes: { '.js': 'jsx', '.cjs': 'jsx', '.mjs': 'jsx' },
    plugins: [leaveOutPackages(packages), readComponents({ read }), recordFiles({ read, found }), recordGraph(graph)],
    onLog() {},
  };
  await readAll(options);
  return { found: [...found].sort(), read: [...read].sort(), graph };
}

/** Files that cannot be read or parsed are for the application's own compiler to report. The others are read. */
async function readAll(options: InputOptions): Promise<void> {
  try {
    await scan(options);
  } catch (error) {
    const isUnreadable = bundlerReports(error).some(({ code }) => code === 'TSCONFIG_ERROR');
    if (isUnreadable && options.tsconfig !== false) await readAll({ ...options, tsconfig: false });
  }
}
