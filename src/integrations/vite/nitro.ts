/** Where Nitro builds the server, its module does all that there is to do. */
import type { Plugin, UserConfig } from 'vite';
import { workflow as nitroModule } from '../nitro/nitro.ts';
import type { WorkflowViteOptions } from './options.ts';

/** What Nitro's plugin reads of Vite's configuration. */
interface NitroUserConfig extends UserConfig {
  nitro: { modules: unknown[]; workflow?: { dirs: string[] } };
}

/** A plugin that is for all commands, or for one. */
export type CommandPlugin = Plugin & { apply?: 'build' | 'serve' };

/** Adds the module `workflow/nitro` to Nitro's plugin, where there is one. */
export function attachToNitro({ dirs }: WorkflowViteOptions): Plugin {
  return {
    name: 'workflow:nitro',
    enforce: 'pre',
    apply: hasNitro,
    config(): Omit<NitroUserConfig, 'plugins'> {
      return { nitro: { modules: [nitroModule], ...(dirs && { workflow: { dirs } }) } };
    },
  };
}

/** The plugin, where there is no Nitro. */
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
