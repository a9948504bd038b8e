/** Where Nitro builds the server, its module does everything except showing errors in the browser. */
import type { Nitro, NitroModule } from 'nitro/types';
import type { Plugin, UserConfig } from 'vite';
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { workflow as nitroModule } from '../nitro/nitro.ts';
import { readProject as readNitroProject } from '../nitro/options.ts';
import { forVite } from '../shared/for-vite.ts';
import { ErrorOverlay } from './error-overlay.ts';
import type { WorkflowViteOptions } from './options.ts';
import { pageSteps } from './page-steps.ts';

/** A plugin that applies to all commands or to one. */
export type CommandPlugin = Plugin & { apply?: 'build' | 'serve' };

/** Adds the module `workflow/nitro` to Nitro's plugin, if there is one. @param onFound Called in that case. */
export function attachToNitro({ dirs }: WorkflowViteOptions, onFound: () => void): Plugin[] {
  let overlay: ErrorOverlay | null = null;
  let last: CompileFailure | null = null;
  let nitro: Nitro;
  let outDir: string;
  const module: NitroModule = {
    name: 'workflow:vite',
    setup(found) {
      nitro = found;
      ({ outDir } = readNitroProject(nitro));
      nitro.hooks.hook('workflow:built', (failure) => {
        last = failure;
        overlay?.show(failure);
      });
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
    },
  };
  const pages = pageSteps({
    outDir: () => outDir,
    onModules: (bundle) => nitro.hooks.callHook('workflow:pages', bundle),
  });
  return [
    attach,
    ...pages.map((plugin): Plugin => ({
      ...forVite(plugin),
      enforce: 'pre',
      apply: (config, { command }) => command === 'build' && hasNitro(config),
      applyToEnvironment: ({ name, config }) => name !== 'nitro' && config.consumer === 'server',
    })),
  ];
}

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
