/** Where Nitro builds the server, its module does everything except showing errors in the browser. */
import { join } from 'node:path';
import type { Nitro, NitroModule } from 'nitro/types';
import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Environment, Plugin, UserConfig, ViteDevServer } from 'vite';
import type { ListedFile } from '../../compiler/build/list-step-files.ts';
import { STEPS_FILE } from '../../compiler/build/output-files.ts';
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { workflow as nitroModule } from '../nitro/nitro.ts';
import { readProject as readNitroProject } from '../nitro/options.ts';
import type { PageBundle } from '../nitro/page-bundles.ts';
import type { ServedPages } from '../nitro/served-steps.ts';
import { packagesInBuild } from '../shared/application-files.ts';
import { forVite } from '../shared/for-vite.ts';
import { takeInside } from './development-plugin.ts';
import { ErrorOverlay } from './error-overlay.ts';
import { readAliases, type WorkflowViteOptions } from './options.ts';
import { bundledPageSteps, isBesideNitro, isServedForPages, pageSteps } from './page-steps.ts';

/** A plugin that applies to all commands or to one. */
export type CommandPlugin = Plugin & { apply?: 'build' | 'serve' };

/** Adds the module `workflow/nitro` to Nitro's plugin, if there is one. @param onFound Called in that case. */
export function attachToNitro({ dirs }: WorkflowViteOptions, onFound: () => void): Plugin[] {
  let overlay: ErrorOverlay | null = null;
  let last: CompileFailure | null = null;
  let nitro: Nitro;
  let rootDir: string;
  let outDir: string;
  let bundle: PageBundle;
  let pages: ServedPages[] = [];
  const served = Promise.withResolvers<readonly ServedPages[]>();
  const module: NitroModule = {
    name: 'workflow:vite',
    setup(found) {
      nitro = found;
      ({ rootDir, outDir } = readNitroProject(nitro));
      nitro.hooks.hook('workflow:built', (failure) => {
        last = failure;
        overlay?.show(failure);
      });
      void nitro.hooks.callHook('workflow:served', served.promise);
    },
  };
  const attach: Plugin = {
    name: 'workflow:nitro',
    enforce: 'pre',
    apply: hasNitro,
    config(): Omit<UserConfig, 'plugins'> {
      onFound();
      return {
        nitro: { modules: [nitroModule, module], ...(dirs && { workflow: { dirs } }) },
        // Nitro takes it in, once for pages and server.
        ssr: { external: ['workflow'] },
      };
    },
    configureServer(server) {
      overlay = new ErrorOverlay(server);
      // Nitro has built before Vite creates its server.
      overlay.show(last);
      takeInside(server, packagesInBuild(rootDir));
      pages = servedPages(server, join(outDir, STEPS_FILE));
      // Other plugins are to be ready when modules are compiled.
      return () => served.resolve(pages);
    },
  };
  const forPages = (plugin: RolldownPlugin, apply?: 'build'): Plugin => ({
    ...forVite(plugin),
    enforce: 'pre',
    apply: (config, { command }) => (apply ?? command) === command && hasNitro(config),
    applyToEnvironment: isBesideNitro,
  });
  const filesOf = (environment: Environment): readonly ListedFile[] =>
    (pages.find((page) => page.environment === environment) ?? bundle).files;
  const onModules = async (found: PageBundle) => nitro.hooks.callHook('workflow:pages', (bundle = found));
  return [
    attach,
    ...bundledPageSteps(() => outDir, onModules).map((plugin) => forPages(plugin, 'build')),
    forPages(pageSteps(() => outDir, filesOf)),
  ];
}

/** The pages that Nitro's process evaluates. @param steps Absolute path of their list. */
const servedPages = ({ environments }: ViteDevServer, steps: string): ServedPages[] =>
  Object.values(environments)
    .filter(isServedForPages)
    .map((environment) => {
      const [name, path] = [environment.name, steps].map((text) => JSON.stringify(text));
      const importSteps = `globalThis.__VITE_ENVIRONMENT_RUNNER_IMPORT__(${name}, ${path})`;
      const alias = readAliases(environment.config.resolve.alias);
      return { environment, alias, ids: new Set(), files: [], importSteps };
    });

/** The plugin, disabled where Nitro is present. */
export function unlessNitro({ apply, ...plugin }: CommandPlugin): Plugin {
  return {
    ...plugin,
    apply: (config, { command }) => !hasNitro(config) && (apply === undefined || apply === command),
  };
}

function hasNitro({ plugins = [] }: UserConfig): boolean {
  return (plugins as unknown[])
    .flat(Infinity)
    .some((plugin) => (plugin as Partial<Plugin> | null)?.name?.startsWith('nitro:'));
}
