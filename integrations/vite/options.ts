/** Reads the plugin's options and finds the folders of the project. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Alias, ResolvedConfig } from 'vite';
import { DEFAULT_OUT_DIR } from '../../compiler/build/output-files.ts';
import { checkOptions, PATH, PATHS, resolveFolders } from '../shared/read-options.ts';
import type { ModuleLoading } from './step-loader.ts';

/** Options of `workflow()` in a Vite configuration. */
export interface WorkflowViteOptions {
  /** Root of the project: workflow ids are paths relative to it. Default: Vite's `root`. */
  rootDir?: string;
  /** Folders that are searched for workflows and steps, relative to the root. Default: `['workflows']`. */
  dirs?: string[];
  /**
   * Folder that `vite build` writes the workflows to, and where `workflow/server` reads them. Relative to the root.
   * Default: `.workflow`.
   */
  outDir?: string;
}

/** The folders of a project's workflows and of their build. All paths are absolute. */
export interface ViteProject {
  rootDir: string;
  dirs: string[];
  outDir: string;
  /** Import prefixes and their replacements. */
  alias: Record<string, string>;
  /** Package export conditions in addition to the usual ones. */
  conditions: string[];
  /** Imports that Vite resolves when the steps are loaded: packages or virtual modules. */
  external: string[];
  /** How the host loads modules in development; `null`: nobody knows. */
  moduleLoading: ModuleLoading | null;
}

/** The parts of Vite's configuration that are used. */
export type ViteSettings = Pick<ResolvedConfig, 'root' | 'resolve'>;

const DIRS = ['workflows'];

/** Checks names and types of the options. @throws `integration_option_unknown`, `integration_option_invalid`. */
export function checkViteOptions(options: WorkflowViteOptions): void {
  checkOptions({ place: '', options, rules: { rootDir: PATH, dirs: PATHS, outDir: PATH } });
}

/** Finds the folders and aliases of a project. @throws `integration_folder_missing`. */
export function readProject({ root, resolve: { alias } }: ViteSettings, options: WorkflowViteOptions): ViteProject {
  const [givenRoot] = resolveFolders(root, [options.rootDir ?? root], 'rootDir');
  // Bundlers name modules by real paths, and workflow ids are relative to this one.
  const rootDir = realpathSync(givenRoot!);
  return {
    rootDir,
    dirs: options.dirs ? resolveFolders(rootDir, options.dirs, 'dirs') : DIRS.map((dir) => join(rootDir, dir)),
    outDir: resolve(rootDir, options.outDir ?? DEFAULT_OUT_DIR),
    alias: readAliases(alias),
    conditions: [],
    external: [],
    moduleLoading: null,
  };
}

/** The aliases that replace a whole name or a prefix. Only Vite can apply patterns. */
export function readAliases(alias: readonly Alias[]): Record<string, string> {
  const named = alias.filter((entry): entry is { find: string; replacement: string } => typeof entry.find === 'string');
  return Object.fromEntries(named.map(({ find, replacement }) => [find, replacement]));
}
