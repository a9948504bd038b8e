/** The module's options, and what a project is made of. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Nitro } from 'nitro/types';
import { integrationError } from '../shared/messages.ts';

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

/** Where a Nitro project has its workflows, and where their build goes. All paths are absolute. */
export interface NitroProject {
  rootDir: string;
  dirs: string[];
  outDir: string;
  typescriptPlugin: boolean;
  runtime: string | null;
}

/** @throws `integration_option_invalid`. */
export function readProject({ options }: Nitro): NitroProject {
  const { dirs, typescriptPlugin = false, runtime } = options.workflow ?? {};
  check('dirs', 'a list of folders', dirs, isListOfTexts);
  check('typescriptPlugin', 'true or false', typescriptPlugin, (value) => typeof value === 'boolean');
  check('runtime', 'a version such as "nodejs22.x"', runtime, (value) => /^[a-z]+\d+\.x$/.test(String(value)));
  // Bundlers name modules by their real paths, and ids of workflows are paths from here.
  const rootDir = realpathSync(options.rootDir);
  return {
    rootDir,
    dirs: dirs ? dirs.map((dir) => resolve(rootDir, dir)) : defaultDirs(rootDir, options),
    outDir: join(resolve(rootDir, options.buildDir), 'workflow'),
    typescriptPlugin,
    runtime: runtime ?? null,
  };
}

/** Layers are among the directories that Nitro scans; version 2 has a source directory besides. */
function defaultDirs(rootDir: string, options: { scanDirs?: string[]; srcDir?: string }): string[] {
  const { scanDirs = [], srcDir = rootDir } = options;
  const sourceDirs = [rootDir, srcDir, ...scanDirs];
  return [...new Set(sourceDirs.map((dir) => join(resolve(rootDir, dir), 'workflows')))];
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
}

function check(name: string, expected: string, value: unknown, isValid: (value: unknown) => boolean): void {
  if (value === undefined || isValid(value)) return;
  throw integrationError('integration_option_invalid', {
    option: `workflow.${name}`,
    expected,
    found: JSON.stringify(value),
  });
}
