/** Reads the options and finds the folders of the project. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { DEFAULT_OUT_DIR } from '../../compiler/build/output-files.ts';
import { integrationError } from '../shared/messages.ts';
import { checkOptions, PATH, PATHS, resolveFolders } from '../shared/read-options.ts';
import { nextError } from './messages.ts';
import type { NextConfig } from './next-config.ts';
import { checkPackages } from './packages.ts';

/** Second argument of `withWorkflow`. Paths are relative to the folder of `next.config`. */
export interface WorkflowNextOptions {
  /**
   * Folders that are searched for workflows and steps. Modules that they import are found without being listed.
   * Default: `workflows`, `app`, `pages`, `src` and `lib`, as far as they exist.
   */
  dirs?: string[];
  /** Folder of the built workflows. It must be outside Next's own build folder. Default `.workflow`. */
  outDir?: string;
}

/** The folders and settings of a Next project. All paths are absolute. */
export interface NextProject {
  rootDir: string;
  dirs: string[];
  outDir: string;
  /** The folder of the App Router. It may not exist. */
  appDir: string;
  /** The folder of the Pages Router. It may not exist. */
  pagesDir: string;
  /** Path below which the application is mounted; empty: none. */
  basePath: string;
  /** Whether Next redirects webhook calls. Next exempts our paths only without a base path. */
  redirectsWebhooks: boolean;
  /** File endings of routes. */
  pageExtensions: string[];
}

const DEFAULT_DIRS = ['workflows', 'app', 'pages', 'src', 'lib'];
const DEFAULT_PAGE_EXTENSIONS = ['tsx', 'ts', 'jsx', 'js'];

/** Checks names and types of the options. @throws `integration_option_unknown`, `integration_option_invalid`. */
export function checkWorkflowOptions(nextConfig: unknown, options: unknown): void {
  if (!['object', 'function'].includes(typeof nextConfig) || nextConfig === null || Array.isArray(nextConfig)) {
    throw invalidArgument('nextConfig', 'an object or a function', nextConfig);
  }
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidArgument('options', 'an object', options);
  }
  checkOptions({ place: '', options, rules: { dirs: PATHS, outDir: PATH } });
}

function invalidArgument(option: string, expected: string, found: unknown): Error {
  return integrationError('integration_option_invalid', {
    option,
    expected,
    found: JSON.stringify(found) ?? String(found),
  });
}

/**
 * Finds the folders of a project and checks its packages.
 * @throws `integration_folder_missing`, `integration_next_too_old`, `integration_next_copies`,
 * `integration_next_static`, `integration_next_out_dir`.
 */
export function readProject(dir: string, config: NextConfig, options: WorkflowNextOptions): NextProject {
  if (config.output === 'export') throw nextError('integration_next_static', {});
  // Bundlers name modules by real paths, and workflow ids are relative to this one.
  const rootDir = realpathSync(dir);
  checkPackages(rootDir);
  const { basePath = '', trailingSlash = false, skipTrailingSlashRedirect = false } = config;
  const appDir = findAppDir(rootDir);
  return {
    rootDir,
    dirs: options.dirs
      ? resolveFolders(rootDir, options.dirs, 'dirs')
      : DEFAULT_DIRS.map((name) => join(rootDir, name)),
    outDir: resolveOutDir(rootDir, options.outDir ?? DEFAULT_OUT_DIR, config.distDir ?? '.next'),
    appDir,
    pagesDir: join(dirname(appDir), 'pages'),
    basePath,
    redirectsWebhooks: basePath !== '' && trailingSlash && !skipTrailingSlashRedirect,
    pageExtensions: config.pageExtensions ?? DEFAULT_PAGE_EXTENSIONS,
  };
}

/** Next empties its build folder after the workflows are built, and Turbopack reads no sources from there. */
function resolveOutDir(rootDir: string, outDir: string, distDir: string): string {
  const path = resolve(rootDir, outDir);
  if (`${path}${sep}`.startsWith(resolve(rootDir, distDir) + sep)) {
    throw nextError('integration_next_out_dir', { outDir, distDir });
  }
  return path;
}

/** Looks where Next looks. A project with only pages gets the folder beside them. */
function findAppDir(rootDir: string): string {
  const found = ['app', 'src/app'].find((name) => existsSync(join(rootDir, name)));
  const isInSource = !existsSync(join(rootDir, 'pages')) && existsSync(join(rootDir, 'src/pages'));
  return join(rootDir, found ?? (isInSource ? 'src/app' : 'app'));
}
