/** The plugin's options, and what a project is made of. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Alias, ResolvedConfig } from 'vite';
import { checkOptions, PATH, PATHS, resolveFolders } from '../shared/read-options.ts';

/** Options of `workflow()` in a Vite configuration. */
export interface WorkflowViteOptions {
  /** Root of the project: ids of workflows are paths from here. Default: the root that Vite is configured with. */
  rootDir?: string;
  /** Folders in which workflows and steps are looked for, relative to the root. Default: `['workflows']`. */
  dirs?: string[];
  /** Folder that `vite build` writes the workflows to, relative to the root: what `workflow/server` reads. Default: `.workflow`. */
  outDir?: string;
}

/** Where a project has its workflows, and where their build goes. All paths are absolute. */
export interface ViteProject {
  rootDir: string;
  dirs: string[];
  outDir: string;
  /** Import prefixes and what stands for them. */
  alias: Record<string, string>;
  /** Export conditions of packages that count besides the usual ones. */
  conditions: string[];
  /** Imports that Vite resolves when the steps are loaded: names of packages, or of virtual modules. */
  external: string[];
}

/** What of Vite's configuration counts. */
export type ViteSettings = Pick<ResolvedConfig, 'root' | 'resolve'>;

const DIRS = ['workflows'];
const OUT_DIR = '.workflow';

/** @throws `integration_option_unknown`, `integration_option_invalid`. */
export function checkViteOptions(options: WorkflowViteOptions): void {
  checkOptions({ place: '', options, rules: { rootDir: PATH, dirs: PATHS, outDir: PATH } });
}

/** @throws `integration_folder_missing`. */
export function readProject({ root, resolve: { alias } }: ViteSettings, options: WorkflowViteOptions): ViteProject {
  const [givenRoot] = resolveFolders(root, [options.rootDir ?? root], 'rootDir');
  // Bundlers name modules by their real paths, and ids of workflows are paths from here.
  const rootDir = realpathSync(givenRoot!);
  return {
    rootDir,
    dirs: options.dirs ? resolveFolders(rootDir, options.dirs, 'dirs') : DIRS.map((dir) => join(rootDir, dir)),
    outDir: resolve(rootDir, options.outDir ?? OUT_DIR),
    alias: readAliases(alias),
    conditions: [],
    external: [],
  };
}

/** Those that replace a whole name or a prefix. What is found by a pattern is known to Vite only. */
export function readAliases(alias: readonly Alias[]): Record<string, string> {
  const named = alias.filter((entry): entry is { find: string; replacement: string } => typeof entry.find === 'string');
  return Object.fromEntries(named.map(({ find, replacement }) => [find, replacement]));
}
