/** Reads the plugin's options and finds the folders of the project. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ResolvedConfig } from 'vite';
import { checkOptions, PATHS, resolveFolders } from '../shared/read-options.ts';
import { readAliases, type ViteProject } from '../vite/options.ts';
import { sveltekitError } from './messages.ts';

/** Options of `workflowPlugin()`. */
export interface WorkflowSvelteKitOptions {
  /**
   * Folders that are searched for workflows and steps, relative to the project. Default: `workflows` and
   * `src/workflows`.
   */
  dirs?: string[];
}

/**
 * The parts of SvelteKit's own configuration that are used. Paths are absolute once Vite's configuration is complete.
 */
interface KitOptions {
  outDir: string;
  adapter?: { name: string };
  alias: Record<string, string>;
  files: { src: string };
  paths: { base: string; origin?: string };
}

/** Version 2 has its options under a key, and loads modules in another way. */
type AnyKitOptions = KitOptions & { kit?: KitOptions };

/** The folders and settings of a SvelteKit project. All paths are absolute. */
export interface SvelteKitProject extends ViteProject {
  /** Path below which the application is mounted, such as `/v2`. */
  base: string;
  /** The public origin, if it is configured. */
  origin: string | null;
  /** Name of the package that makes the output; empty: none. */
  adapter: string;
}

const SETUP_PLUGIN = 'vite-plugin-sveltekit-setup';
/** Modules that SvelteKit generates or only Vite finds. They stay imports, which Vite resolves. */
const KIT_MODULES = ['$app', '$env', '$service-worker'];

/** Checks names and types of the options. @throws `integration_option_unknown`, `integration_option_invalid`. */
export function checkSvelteKitOptions(options: WorkflowSvelteKitOptions): void {
  checkOptions({ place: '', options, rules: { dirs: PATHS } });
}

/** Finds the folders of a project. @throws `sveltekit_plugin_missing`, `integration_folder_missing`. */
export function readProject(config: ResolvedConfig, { dirs }: WorkflowSvelteKitOptions): SvelteKitProject {
  const options = readKitOptions(config);
  const { kit = options } = options;
  // Bundlers name modules by real paths, and workflow ids are relative to this one.
  const rootDir = realpathSync(config.root);
  return {
    rootDir,
    dirs: dirs ? resolveFolders(rootDir, dirs, 'dirs') : [join(rootDir, 'workflows'), join(kit.files.src, 'workflows')],
    outDir: join(kit.outDir, 'workflow'),
    alias: { ...readAliases(config.resolve.alias), ...readKitAliases(rootDir, kit.alias) },
    conditions: [],
    external: KIT_MODULES,
    moduleLoading: options.kit ? 'ssrLoadModule' : 'runner',
    base: kit.paths.base,
    origin: kit.paths.origin ?? null,
    adapter: kit.adapter?.name ?? '',
  };
}

function readKitOptions({ plugins }: ResolvedConfig): AnyKitOptions {
  const setup = plugins.find(({ name }) => name === SETUP_PLUGIN);
  const options = (setup?.api as { options?: AnyKitOptions } | undefined)?.options;
  if (!options) throw sveltekitError('sveltekit_plugin_missing', {});
  return options;
}

/** Aliases with a star at the end have become patterns in Vite's configuration. */
function readKitAliases(rootDir: string, alias: Record<string, string>): Record<string, string> {
  const withoutStar = (path: string): string => path.replace(/\/\*$/, '');
  return Object.fromEntries(
    Object.entries(alias).map(([name, path]) => [withoutStar(name), resolve(rootDir, withoutStar(path))]),
  );
}
