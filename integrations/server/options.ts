/** Reads the options of `createHandler()` and finds the folders of the project. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_OUT_DIR } from '../../compiler/build/output-files.ts';
import { isProduction } from '../shared/build-environment.ts';
import { holdsBuild } from '../shared/load-build.ts';
import { findProjectRoot, registeredRoot } from '../shared/project-root.ts';
import { checkOptions, FLAG, PATH, PATHS, resolveFolders } from '../shared/read-options.ts';
import { serverError } from './messages.ts';

/** Options of `createHandler()`. All have defaults. */
export interface WorkflowServerOptions {
  /** Root of the project: workflow ids are paths relative to it. Default: the nearest folder with a `package.json`. */
  rootDir?: string;
  /** Folders that are searched for workflows and steps, relative to `rootDir`. Default `['workflows']`. */
  dirs?: string[];
  /** Folder of the build, relative to `rootDir`. Default `.workflow`. */
  outDir?: string;
  /** Whether to build again after each change of a source. Default: true unless `NODE_ENV` is `production`. */
  watch?: boolean;
  /**
   * Whether to use the existing build, made by `workflow build`, instead of building. Default: only where the sources
   * are missing.
   */
  skipBuild?: boolean;
}

/** How the process gets its build: after each change of a source, once, or from disk. */
export type BuildMode = 'watch' | 'once' | 'prebuilt';

/** The folders of a project's workflows and of their build. All paths are absolute. */
export interface ProjectFolders {
  rootDir: string;
  dirs: string[];
  outDir: string;
  /** Files from which the imports of the application are followed. Default: none. */
  entries?: string[];
}

/** The folders of a project, and how the process gets its build. */
export interface ServerProject extends ProjectFolders {
  mode: BuildMode;
}

const DEFAULT_DIRS: readonly string[] = ['workflows'];

const RULES = { rootDir: PATH, dirs: PATHS, outDir: PATH, watch: FLAG, skipBuild: FLAG };

/**
 * Checks the options and decides how the process gets its build.
 * @throws `integration_option_unknown`, `integration_option_invalid`, `integration_folder_missing`,
 * `server_options_conflict`, `server_workflows_missing`, `server_build_missing`.
 */
export function readProject(options: WorkflowServerOptions): ServerProject {
  checkOptions({ place: '', options, rules: RULES });
  if (options.watch && options.skipBuild) throw serverError('server_options_conflict', {});
  const rootDir = readRoot(options.rootDir);
  const outDir = resolve(rootDir, options.outDir ?? DEFAULT_OUT_DIR);
  const mode = readMode(options, { rootDir, outDir });
  if (mode !== 'prebuilt') return { ...readFolders(options), mode };
  if (!holdsBuild(outDir)) throw serverError('server_build_missing', { outDir });
  return { rootDir, dirs: [], outDir, mode };
}

/** The folders of a project that has its sources. @throws `integration_folder_missing`. */
export function readFolders(options: Pick<WorkflowServerOptions, 'rootDir' | 'dirs' | 'outDir'>): ProjectFolders {
  const rootDir = readRoot(options.rootDir);
  return {
    rootDir,
    // The application may import its workflows from anywhere, so only a folder that somebody names must exist.
    dirs: options.dirs
      ? resolveFolders(rootDir, options.dirs, 'dirs')
      : DEFAULT_DIRS.map((dir) => resolve(rootDir, dir)),
    outDir: resolve(rootDir, options.outDir ?? DEFAULT_OUT_DIR),
  };
}

/** The real path of the root, because bundlers name modules by real paths. @throws `integration_folder_missing`. */
export function readRoot(rootDir: string | undefined): string {
  if (rootDir === undefined) return findProjectRoot();
  return realpathSync(resolveFolders(process.cwd(), [rootDir], 'rootDir')[0]!);
}

function readMode(
  { dirs = [...DEFAULT_DIRS], outDir: outName = DEFAULT_OUT_DIR, watch, skipBuild }: WorkflowServerOptions,
  { rootDir, outDir }: { rootDir: string; outDir: string },
): BuildMode {
  if (skipBuild) return 'prebuilt';
  // A process that compiles what it loads runs its sources, wherever its workflows are.
  const hasSources = registeredRoot() !== null || dirs.some((dir) => isFolder(resolve(rootDir, dir)));
  if (hasSources) return (watch ?? !isProduction()) ? 'watch' : 'once';
  // The sources were not deployed.
  if (holdsBuild(outDir)) return 'prebuilt';
  throw serverError('server_workflows_missing', { rootDir, dirs: dirs.join(', '), outDir: outName });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
