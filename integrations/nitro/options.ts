/** The module's options, and what a project is made of. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Nitro } from 'nitro/types';
import { checkOptions, FLAG, type OptionRule, PATHS, resolveFolders } from '../shared/read-options.ts';

/** Options of the module, under the key `workflow` of Nitro's configuration. */
export interface WorkflowNitroOptions {
  /**
   * Folders in which workflows and steps are looked for, relative to the root. Default: the folder `workflows` of the root
   * and of every layer.
   */
  dirs?: string[];
  /** Adds the plugin `workflow` to the generated `tsconfig.json`. Default false. */
  typescriptPlugin?: boolean;
  /** Version of the server runtime of functions on the hosting platform, such as `nodejs22.x`. Default: what Nitro chooses. */
  runtime?: string;
  /**
   * Directories whose folder `workflows` counts where `dirs` is not given, besides those of the root and of the directories that Nitro
   * scans. Frameworks on top of Nitro set it. Default: none.
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

/** Where a Nitro project has its workflows, and where their build goes. All paths are absolute. */
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

/** @throws `integration_option_unknown`, `integration_option_invalid`, `integration_folder_missing`. */
export function readProject({ options }: Nitro): NitroProject {
  const given = options.workflow ?? {};
  checkOptions({ place: 'workflow', options: given, rules: RULES });
  // Bundlers name modules by their real paths, and ids of workflows are paths from here.
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

/** Layers are among the directories that Nitro scans; version 2 has a source directory besides. */
function defaultDirs(
  rootDir: string,
  { scanDirs = [], srcDir = rootDir }: { scanDirs?: string[]; srcDir?: string },
  layerDirs: string[] = [],
): string[] {
  const sourceDirs = [rootDir, srcDir, ...scanDirs, ...layerDirs];
  return [...new Set(sourceDirs.map((dir) => join(resolve(rootDir, dir), 'workflows')))];
}
