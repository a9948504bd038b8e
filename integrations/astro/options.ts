/** Reads the integration's options and finds the folders of the project. */
import { realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Alias, AliasOptions } from 'vite';
import { checkOptions, PATHS, resolveFolders } from '../shared/read-options.ts';
import { readAliases, type ViteProject } from '../vite/options.ts';
import type { AstroConfig } from './astro-interface.ts';

/** Options of the integration: `workflow({ … })`. */
export interface WorkflowAstroOptions {
  /**
   * Folders that are searched for workflows and steps, relative to the root. Default: `workflows` in the root and in
   * the source directory, `src`.
   */
  dirs?: string[];
}

/** The folders of an Astro project's workflows and of their production build. All paths are absolute. */
export type AstroProject = ViteProject;

/** Checks names and types of the options. @throws `integration_option_unknown`, `integration_option_invalid`. */
export function checkAstroOptions(options: WorkflowAstroOptions): void {
  checkOptions({ place: '', options, rules: { dirs: PATHS } });
}

/** Finds the folders of a project. @throws `integration_folder_missing`. */
export function readProject(config: AstroConfig, { dirs }: WorkflowAstroOptions): AstroProject {
  // Bundlers name modules by real paths, and workflow ids are relative to this one.
  const rootDir = realpathSync(fileURLToPath(config.root));
  return {
    rootDir,
    dirs: dirs ? resolveFolders(rootDir, dirs, 'dirs') : defaultDirs(rootDir, config),
    outDir: join(fileURLToPath(config.cacheDir), 'workflow'),
    alias: readAliases(listAliases(config.vite.resolve?.alias)),
    conditions: [],
    external: [],
    moduleLoading: 'runner',
  };
}

function defaultDirs(rootDir: string, { root, srcDir }: AstroConfig): string[] {
  const sourceDir = resolve(rootDir, relative(fileURLToPath(root), fileURLToPath(srcDir)));
  return [...new Set([rootDir, sourceDir].map((dir) => join(dir, 'workflows')))];
}

/** Users may write aliases as an object. */
function listAliases(alias: AliasOptions = {}): Alias[] {
  if (Array.isArray(alias)) return alias as Alias[];
  return Object.entries(alias).map(([find, replacement]) => ({ find, replacement: String(replacement) }));
}
