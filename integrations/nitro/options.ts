/** Reads the module's options and finds the folders of the project. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Nitro } from 'nitro/types';
import { checkOptions, FLAG, type OptionRule, PATHS, resolveFolders } from '../shared/read-options.ts';

/** Options of the module, under the key `workflow` of Nitro's configuration. */
export interface WorkflowNitroOptions {
  /**
   * Folders that are searched for workflows and steps, relative to the root. Default: `workflows` in the root and in
   * every layer.
   */
  dirs?: string[];
  /** Whether to add the plugin `workflow` to the generated `tsconfig.json`. Default false. */
  typescriptPlugin?: boolean;
  /** Server runtime of functions on the hosting platform, such as `nodejs22.x`. Default: Nitro's choice. */
  runtime?: string;
  /**
   * Directories whose folder `workflows` is searched too when `dirs` is not set, besides the root and the directories
   * that Nitro scans. Set by frameworks on top of Nitro. Default: none.
   */
  layerDirs?: string[];
}

declare module 'nitro/types' {
  interface NitroConfig {
    /** Options of `workflow/nitro`. */
    workflow?: WorkflowNitroOptions;
  }
  interface NitroOptions {
    workflow?: WorkflowNitroOptions;
  }
}

/** @ts-ignore: only one of both is installed; in this form the remark is part of the declarations, too. */
declare module 'nitropack/types' {
  interface NitroConfig {
    /** Options of `workflow/nitro`. */
    workflow?: WorkflowNitroOptions;
  }
  interface NitroOptions {
    workflow?: WorkflowNitroOptions;
  }
}

/** The folders and settings of a Nitro project. All paths are absolute. */
export interface NitroProject {
  rootDir: string;
  dirs: string[];
  outDir: string;
  typescriptPlugin: boolean;
  runtime: string | null;
}

const RUNTIME: OptionRule = {
  expected: 'a version such as "nodejs22.x"',
  isValid: (value) => typeof value === 'string' && /^[a-z]+\d+\.x$/.test(value),
};

const RULES = { dirs: PATHS, typescriptPlugin: FLAG, runtime: RUNTIME, layerDirs: PATHS };

/**
 * Checks the options and finds the folders. @throws `integration_option_unknown`, `integration_option_invalid`,
 * `integration_folder_missing`.
 */
export function readProject({ options }: Nitro): NitroProject {
  const given = options.workflow ?? {};
  checkOptions({ place: 'workflow', options: given, rules: RULES });
  // Bundlers name modules by real paths, and workflow ids are relative to this one.
  const rootDir = realpathSync(options.rootDir);
  return {
    rootDir,
    dirs: given.dirs
      ? resolveFolders(rootDir, given.dirs, 'workflow.dirs')
      : defaultDirs(rootDir, options, given.layerDirs),
    outDir: join(resolve(rootDir, options.buildDir), 'workflow'),
    typescriptPlugin: given.typescriptPlugin ?? false,
    runtime: given.runtime ?? null,
  };
}

/** Nitro scans layers; version 2 also has a source directory. */
function defaultDirs(
  rootDir: string,
  { scanDirs = [], srcDir = rootDir }: { scanDirs?: string[]; srcDir?: string },
  layerDirs: string[] = [],
): string[] {
  const sourceDirs = [rootDir, srcDir, ...scanDirs, ...layerDirs];
  return [...new Set(sourceDirs.map((dir) => join(resolve(rootDir, dir), 'workflows')))];
}
