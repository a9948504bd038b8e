/** Where Nitro builds the server, its module does everything except showing errors in the browser. */
import type { NitroModule } from 'nitro/types';
import type { Plugin, UserConfig } from 'vite';
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { workflow as nitroModule } from '../nitro/nitro.ts';
import { ErrorOverlay } from './error-overlay.ts';
import type { WorkflowViteOptions } from './options.ts';

/** A plugin that applies to all commands or to one. */
export type CommandPlugin = Plugin & { apply?: 'build' | 'serve' };

/** Adds the module `workflow/nitro` to Nitro's plugin, if there is one. @param onFound Called in that case. */
export function attachToNitro({ dirs }: WorkflowViteOptions, onFound: () => void): Plugin {
  let overlay: ErrorOverlay | null = null;
  let last: CompileFailure | null = null;
  const overlayModule: NitroModule = {
    name: 'workflow:overlay',
    setup({ hooks }) {
      hooks.hook('workflow:built', (failure) => {
        last = failure;
        overlay?.show(failure);
      });
    },
  };
  return {
    name: 'workflow:nitro',
    enforce: 'pre',
    apply: hasNitro,
    config(): Omit<UserConfig, 'plugins'> {
      onFound();
      return { nitro: { modules: [nitroModule, overlayModule], ...(dirs && { workflow: { dirs } }) } };
    },
    configureServer(server) {
      overlay = new ErrorOverlay(server);
      // Nitro has built before Vite creates its server.
      overlay.show(last);
    },
  };
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
