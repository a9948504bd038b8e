/** Puts the workflows into the server of a production build. */
import type { Plugin } from 'vite';
import { forVite } from '../shared/for-vite.ts';
import { standInModules } from '../shared/stand-in-modules.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { storeThreadChunk } from '../shared/store-thread.ts';
import type { AstroConfig } from './astro-interface.ts';
import { astroError } from './messages.ts';
import { createStandIns, isOptional } from './server-modules.ts';

/** Astro's name for the server. Another environment renders pages at build time. */
const SERVER_ENVIRONMENT = 'ssr';

/**
 * The plugins of a production build.
 * @param outDir Absolute path of the build's folder.
 * @param readConfig Returns the configuration once it is complete.
 */
export function productionPlugins(outDir: string, readConfig: () => AstroConfig): Plugin[] {
  const unsupported = (module: string): Error =>
    astroError('astro_adapter_unsupported', { adapter: readConfig().adapter?.name ?? 'none', module });
  const standIns = standInModules({
    standIns: () => createStandIns(outDir, readConfig()),
    onMissing: (module) => (isOptional(module) ? null : unsupported(module)),
  });
  return [
    { ...forVite(standIns), apply: 'build', applyToEnvironment: ({ name }) => name === SERVER_ENVIRONMENT },
    { ...forVite(storeThreadChunk({ metaUrl: 'chunk' })), apply: 'build' },
    {
      ...forVite(stepSourceMap(() => outDir)),
      apply: 'build',
      applyToEnvironment: ({ name }) => name === SERVER_ENVIRONMENT,
    },
  ];
}
