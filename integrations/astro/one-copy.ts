/** Makes sure that a server has one copy of this package. */
import type { Plugin } from 'vite';
import { RUNTIME_PACKAGES } from '../shared/for-vite.ts';

/**
 * A Vite plugin that puts this package where its runtime is. Astro bundles every package that mentions Astro, also in
 * development, where the runtime is outside the bundle. In production the runtime is inside the bundle, and so must be
 * the application's imports.
 */
export function oneCopy(): Plugin {
  return {
    name: 'workflow:one-copy',
    configEnvironment(name, _, { command }) {
      if (name === 'client') return null;
      return { resolve: command === 'serve' ? { external: ['workflow'] } : { noExternal: [...RUNTIME_PACKAGES] } };
    },
  };
}
