/** The settings of a build: the files that it reads and the folder that it writes to. */
import { realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { LoadFailure, WorkflowBundle } from '../../runtime/contract/build.ts';
import type { ReadTypes } from './contract-types.ts';

/** The options of a builder. Relative paths count from `rootDir`. */
export interface BuilderOptions {
  /**
   * Root of the project: ids of workflows and steps are paths from here, so every build of a project must use the same.
   */
  rootDir: string;
  /**
   * Folders in which directives are looked for, relative to `rootDir`. Default: `['workflows']`. One may be missing.
   */
  dirs?: readonly string[];
  /** Absolute paths of the files in which directives are looked for, in place of `dirs`. Called for each build. */
  sources?: () => readonly string[];
  /**
   * Absolute paths of further files with directives: those that the application's bundler or loader has met. Files that
   * are gone are left out. Called for each build. Default: none.
   */
  joined?: () => readonly string[];
  /**
   * Files, or folders of files, from which the imports of the application are followed. Every file with directives that
   * they lead to belongs to the build. For hosts whose bundler cannot say what it has met. Default: none.
   */
  entries?: readonly string[];
  /** Texts that count in place of those on disk, by absolute path. Called for each build. Default: none. */
  unsaved?: () => ReadonlyMap<string, string>;
  /** Folder of the written files, relative to `rootDir`. It is made when it is missing. */
  outDir: string;
  /**
   * Import prefixes and what stands for them, such as `{ '~': '/project/src' }`. A name that ends with `$` is matched
   * as a whole.
   */
  alias?: Readonly<Record<string, string>>;
  /** Export conditions of packages that count besides the usual ones. */
  conditions?: readonly string[];
  /**
   * Imports that stay imports in the step bundle, wherever they lead: names of packages, or of virtual modules of a
   * host.
   */
  external?: readonly string[];
  /**
   * The file that the application itself loads for one of its source files, such as its compiled form; `null`: none.
   * Step code then uses the application's copy of the module, and shares its state. Called with and returns absolute
   * paths. Files that hold directives are always part of the bundle.
   */
  loadedFile?: (sourcePath: string) => string | null;
  /**
   * How the step bundle loads what is no part of it; `require` is for applications of CommonJS modules. Default:
   * `import`.
   */
  loadWith?: 'import' | 'require';
  /**
   * Whether a bundler or a loader compiles what `steps.mjs` loads. It then loads the sources, so that steps run in the
   * modules that the application has; other processes find the step bundle beside it. Default: false, `steps.mjs` is
   * the step bundle.
   */
  loadsSources?: boolean;
  /**
   * With `loadsSources`: whether only the application loads the steps, such as a server that `steps.mjs` is bundled
   * with, so that no process needs the step bundle beside it. Default: false.
   */
  isBundled?: boolean;
  /**
   * With `loadsSources`: what the application has of a module, by its absolute path. The steps that lead to one that it
   * does not have as it is are bundled apart, without the others. Default: all modules are `loaded`.
   */
  stateOf?: (path: string) => ModuleState;
  /**
   * Loads the modules of every workflow of a bundle as a run does, without running the workflow; gives what failed.
   * Default: modules that throw while they load are noticed by the first run.
   */
  tryBundle?: (bundle: WorkflowBundle) => readonly LoadFailure[] | Promise<readonly LoadFailure[]>;
  /** Asks TypeScript for the types that contracts hold. Default: they hold none, so names alone are compared. */
  readTypes?: ReadTypes;
}

/** A module is as it was loaded, was edited since, or was not loaded. */
export type ModuleState = 'loaded' | 'edited' | 'absent';

/** {@link BuilderOptions} with every path absolute and every default filled in. */
export interface BuildProject {
  rootDir: string;
  dirs: readonly string[];
  sources: (() => readonly string[]) | null;
  joined: () => readonly string[];
  entries: readonly string[];
  unsaved: () => ReadonlyMap<string, string>;
  outDir: string;
  alias: Readonly<Record<string, string>>;
  conditions: readonly string[];
  external: readonly string[];
  loadedFile: ((sourcePath: string) => string | null) | null;
  loadWith: 'import' | 'require';
  loadsSources: boolean;
  isBundled: boolean;
  stateOf: ((path: string) => ModuleState) | null;
  tryBundle: BuilderOptions['tryBundle'] | null;
  readTypes: ReadTypes | null;
}

/** Fills in defaults and makes paths absolute and real. @throws Error when `rootDir` does not exist. */
export function resolveProject(options: BuilderOptions): BuildProject {
  // Bundlers name modules by their real paths, and ids are computed from those.
  const givenRoot = resolve(options.rootDir);
  const rootDir = realpathSync(givenRoot);
  const absolute = (path: string): string => resolve(rootDir, relative(givenRoot, resolve(givenRoot, path)));
  return {
    rootDir,
    dirs: (options.dirs ?? ['workflows']).map(absolute),
    sources: options.sources ?? null,
    joined: options.joined ?? (() => []),
    entries: (options.entries ?? []).map(absolute),
    unsaved: options.unsaved ?? (() => new Map()),
    outDir: absolute(options.outDir),
    alias: options.alias ?? {},
    conditions: options.conditions ?? [],
    external: options.external ?? [],
    loadedFile: options.loadedFile ?? null,
    loadWith: options.loadWith ?? 'import',
    loadsSources: options.loadsSources ?? false,
    isBundled: options.isBundled ?? false,
    stateOf: options.stateOf ?? null,
    tryBundle: options.tryBundle ?? null,
    readTypes: options.readTypes ?? null,
  };
}
