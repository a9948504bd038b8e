/** Sees to it that a server has one copy of this package. */
import type { Plugin } from 'vite';
import { RUNTIME_PACKAGES } from '../shared/runtime-packages.ts';

/**
 * Astro bundles every package that names it, in development too, where the runtime runs outside of the bundle. In production
 * the runtime is part of the bundle, and so must be what the application imports.
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
