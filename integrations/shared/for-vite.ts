import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin } from 'vite';

/** The same plugin: Vite has the types of a Rolldown of its own. */
export const forVite = (plugin: RolldownPlugin): Plugin => plugin as unknown as Plugin;
