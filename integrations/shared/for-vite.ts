import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin } from 'vite';

/** The same plugin, typed for Vite, which bundles its own Rolldown types. */
export const forVite = (plugin: RolldownPlugin): Plugin => plugin as unknown as Plugin;
