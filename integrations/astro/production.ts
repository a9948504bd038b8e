/** Puts the workflows into the server of a production build. */
import type { Plugin } from 'vite';
import { forVite } from '../shared/for-vite.ts';
import { standInModules } from '../shared/stand-in-modules.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { storeDriver } from '../shared/store-driver.ts';
import { wholeApplication } from '../shared/whole-application.ts';
import type { AstroConfig } from './astro-interface.ts';
import { astroError } from './messages.ts';
import { createStandIns, isOptional } from './server-modules.ts';

/** Astro's name for the server. Another environment renders pages at build time. */
const SERVER_ENVIRONMENT = 'ssr';

/** The build, and Astro's configuration. */
export interface ProductionOptions {
  /** Absolute path of the build's folder. */
  outDir: string;
  /** Returns the configuration once it is complete. */
  readConfig(): AstroConfig;
  /** Completes the build when all modules of the server are known. */
  complete(): Promise<unknown>;
}

/** The plugins of a production build. */
export function productionPlugins({ outDir, readConfig, complete }: ProductionOptions): Plugin[] {
  const unsupported = (module: string): Error =>
    astroError('astro_adapter_unsupported', { adapter: readConfig().adapter?.name ?? 'none', module });
  const standIns = standInModules({
    standIns: () => createStandIns(outDir, readConfig()),
    onMissing: (module) => (isOptional(module) ? null : unsupported(module)),
  });
  const whole = wholeApplication({ outDir: () => outDir, complete });
  return [
    {
      ...forVite(whole),
      apply: 'build',
      enforce: 'pre',
      applyToEnvironment: ({ name }) => name === SERVER_ENVIRONMENT,
    },
    { ...forVite(standIns), apply: 'build', applyToEnvironment: ({ name }) => name === SERVER_ENVIRONMENT },
    { ...forVite(storeDriver()), apply: 'build' },
    {
      ...forVite(stepSourceMap(() => outDir)),
      apply: 'build',
      applyToEnvironment: ({ name }) => name === SERVER_ENVIRONMENT,
    },
  ];
}
