/** The options, and what a project is made of. */
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { integrationError } from '../shared/messages.ts';
import { checkOptions, PATH, PATHS, resolveFolders } from '../shared/read-options.ts';
import { nextError } from './messages.ts';
import type { NextConfig } from './next-config.ts';
import { checkPackages } from './packages.ts';

/** Second argument of `withWorkflow`. Paths are relative to the folder of `next.config`. */
export interface WorkflowNextOptions {
  /**
   * Folders in which workflows and steps are looked for. What they import is found without being named. Default:
   * `workflows`, `app`, `pages`, `src` and `lib`, of which none must be there.
   */
  dirs?: string[];
  /** Folder of the built workflows. It must not lie in that of Next's build. Default `.workflow`. */
  outDir?: string;
}

/** Where a Next project has its workflows, and where their build goes. All paths are absolute. */
export interface NextProject {
  rootDir: string;
  dirs: string[];
  outDir: string;
  /** The folder of the App Router. Need not exist. */
  appDir: string;
  /** Path below which the application is mounted; empty: none. */
  basePath: string;
  /** Whether Next answers calls of webhooks with a redirect. It makes an exception of them only where there is no base path. */
  redirectsWebhooks: boolean;
  /** Endings of files that are routes. */
  pageExtensions: string[];
}

const DEFAULT_DIRS = ['workflows', 'app', 'pages', 'src', 'lib'];
const DEFAULT_OUT_DIR = '.workflow';
const DEFAULT_PAGE_EXTENSIONS = ['tsx', 'ts', 'jsx', 'js'];

/** @throws `integration_option_unknown`, `integration_option_invalid`. */
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
 * @throws `integration_folder_missing`, `integration_next_too_old`, `integration_next_copies`, `integration_next_static`,
 * `integration_next_out_dir`.
 */
export function readProject(dir: string, config: NextConfig, options: WorkflowNextOptions): NextProject {
  if (config.output === 'export') throw nextError('integration_next_static', {});
  // Bundlers name modules by their real paths, and ids of workflows are paths from here.
  const rootDir = realpathSync(dir);
  checkPackages(rootDir);
  const { basePath = '', trailingSlash = false, skipTrailingSlashRedirect = false } = config;
  return {
    rootDir,
    dirs: options.dirs
      ? resolveFolders(rootDir, options.dirs, 'dirs')
      : DEFAULT_DIRS.map((name) => join(rootDir, name)),
    outDir: resolveOutDir(rootDir, options.outDir ?? DEFAULT_OUT_DIR, config.distDir ?? '.next'),
    appDir: findAppDir(rootDir),
    basePath,
    redirectsWebhooks: basePath !== '' && trailingSlash && !skipTrailingSlashRedirect,
    pageExtensions: config.pageExtensions ?? DEFAULT_PAGE_EXTENSIONS,
  };
}

/** Next empties the folder of its build after the workflows are built, and Turbopack reads no source from there. */
function resolveOutDir(rootDir: string, outDir: string, distDir: string): string {
  const path = resolve(rootDir, outDir);
  if (`${path}${sep}`.startsWith(resolve(rootDir, distDir) + sep)) {
    throw nextError('integration_next_out_dir', { outDir, distDir });
  }
  return path;
}

/** As Next looks for it. A project that has only pages gets one beside them. */
function findAppDir(rootDir: string): string {
  const found = ['app', 'src/app'].find((name) => existsSync(join(rootDir, name)));
  const isInSource = !existsSync(join(rootDir, 'pages')) && existsSync(join(rootDir, 'src/pages'));
  return join(rootDir, found ?? (isInSource ? 'src/app' : 'app'));
}
