/** Reads the module's options and finds the folders of the project. */
import { realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { checkOptions, FLAG, type OptionRule, PATH, PATHS, resolveFolders } from '../shared/read-options.ts';
import { nestError } from './messages.ts';

/** How the compiled application loads its modules. */
export type ModuleType = 'es6' | 'commonjs';

/** Options of `WorkflowModule.forRoot()`. */
export interface WorkflowModuleOptions {
  /** Root of the application: workflow ids are paths relative to it. Default: the working directory. */
  workingDir?: string;
  /** Folders that are searched for workflows and steps, relative to `workingDir`. Default: `['src']`. */
  dirs?: string[];
  /** Folder of the build, relative to `workingDir`. Default: `.nestjs/workflow`. */
  outDir?: string;
  /** Whether to build again after each change of a source. New code is live without a restart. Default: false. */
  watch?: boolean;
  /** `commonjs` if the application is compiled to CommonJS modules. Default: `es6`. */
  moduleType?: ModuleType;
  /**
   * Folder of the compiled application, relative to `workingDir`: the `outDir` of its `tsconfig.json`. Default: `dist`.
   */
  distDir?: string;
  /** Whether to serve the existing build in `outDir`, made with {@link NestLocalBuilder}. Default: false. */
  skipBuild?: boolean;
}

/** The folders of an application, and how its workflows are built and loaded. All paths are absolute. */
export interface NestProject {
  rootDir: string;
  dirs: string[];
  outDir: string;
  distDir: string;
  moduleType: ModuleType;
  watch: boolean;
  skipBuild: boolean;
}

const MODULE_TYPE: OptionRule = {
  expected: '"es6" or "commonjs"',
  isValid: (value) => value === 'es6' || value === 'commonjs',
};
const RULES: Record<keyof WorkflowModuleOptions, OptionRule> = {
  workingDir: PATH,
  dirs: PATHS,
  outDir: PATH,
  watch: FLAG,
  moduleType: MODULE_TYPE,
  distDir: PATH,
  skipBuild: FLAG,
};
const SOURCES = 'src';

/**
 * Checks the options and finds the folders.
 * @throws `integration_option_unknown`, `integration_option_invalid`, `integration_folder_missing`,
 * `nest_sources_missing`, `nest_dirs_hold_output`.
 */
export function readProject(options: WorkflowModuleOptions): NestProject {
  checkOptions({ place: '', options, rules: RULES });
  const [workingDir] = resolveFolders(process.cwd(), [options.workingDir ?? '.'], 'workingDir');
  // Bundlers name modules by real paths, and workflow ids are relative to this one.
  const rootDir = realpathSync(workingDir!);
  const skipBuild = options.skipBuild ?? false;
  const distDir = resolve(rootDir, options.distDir ?? 'dist');
  const dirs = skipBuild ? [] : sourceFolders(rootDir, options.dirs);
  for (const dir of dirs) {
    if (contains(dir, distDir)) throw nestError('nest_dirs_hold_output', { dir, distDir });
  }
  return {
    rootDir,
    dirs,
    outDir: resolve(rootDir, options.outDir ?? '.nestjs/workflow'),
    distDir,
    moduleType: options.moduleType ?? 'es6',
    watch: options.watch ?? false,
    skipBuild,
  };
}

function sourceFolders(rootDir: string, dirs: string[] | undefined): string[] {
  if (dirs) return resolveFolders(rootDir, dirs, 'dirs');
  const folder = join(rootDir, SOURCES);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [folder];
  throw nestError('nest_sources_missing', { rootDir });
}

function contains(folder: string, path: string): boolean {
  const [first] = relative(folder, path).split(sep);
  return first !== '..';
}
