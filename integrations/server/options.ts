/** The options of `createHandler()`, and where a project has what. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isProduction } from '../shared/build-environment.ts';
import { holdsBuild } from '../shared/load-build.ts';
import { findProjectRoot } from '../shared/project-root.ts';
import { checkOptions, FLAG, PATH, PATHS, resolveFolders } from '../shared/read-options.ts';
import { serverError } from './messages.ts';

export interface WorkflowServerOptions {
  /** Root of the project: ids of workflows are paths from here. Default: the nearest folder with a `package.json`. */
  rootDir?: string;
  /** Folders in which workflows and steps are looked for, relative to `rootDir`. Default `['workflows']`. */
  dirs?: string[];
  /** Folder of the build, relative to `rootDir`. Default `.workflow`. */
  outDir?: string;
  /** Builds again whenever a source changes. Default: unless `NODE_ENV` is `production`. */
  watch?: boolean;
  /** Takes the build that is there, as `workflow build` made it. Default: only where the sources are not. */
  skipBuild?: boolean;
}

/** How the process comes by its build: it makes one whenever a source changes, or once, or takes the one that is there. */
export type BuildMode = 'watch' | 'once' | 'prebuilt';

/** Where a project has its workflows, and where their build goes. All paths are absolute. */
export interface ProjectFolders {
  rootDir: string;
  dirs: string[];
  outDir: string;
}

export interface ServerProject extends ProjectFolders {
  mode: BuildMode;
}

const DEFAULT_DIRS: readonly string[] = ['workflows'];
export const DEFAULT_OUT_DIR = '.workflow';
const RULES = { rootDir: PATH, dirs: PATHS, outDir: PATH, watch: FLAG, skipBuild: FLAG };

/**
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

/** Of a project with its sources. @throws `integration_folder_missing`. */
export function readFolders(options: Pick<WorkflowServerOptions, 'rootDir' | 'dirs' | 'outDir'>): ProjectFolders {
  const rootDir = readRoot(options.rootDir);
  return {
    rootDir,
    dirs: resolveFolders(rootDir, options.dirs ?? DEFAULT_DIRS, 'dirs'),
    outDir: resolve(rootDir, options.outDir ?? DEFAULT_OUT_DIR),
  };
}

/** The real path: bundlers name modules by theirs. @throws `integration_folder_missing`. */
export function readRoot(rootDir: string | undefined): string {
  if (rootDir === undefined) return findProjectRoot();
  return realpathSync(resolveFolders(process.cwd(), [rootDir], 'rootDir')[0]!);
}

function readMode(
  { dirs = [...DEFAULT_DIRS], outDir: outName = DEFAULT_OUT_DIR, watch, skipBuild }: WorkflowServerOptions,
  { rootDir, outDir }: { rootDir: string; outDir: string },
): BuildMode {
  if (skipBuild) return 'prebuilt';
  const hasSources = dirs.some((dir) => isFolder(resolve(rootDir, dir)));
  if (hasSources) return (watch ?? !isProduction()) ? 'watch' : 'once';
  // Deployed without the sources.
  if (holdsBuild(outDir)) return 'prebuilt';
  throw serverError('server_workflows_missing', { rootDir, dirs: dirs.join(', '), outDir: outName });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
