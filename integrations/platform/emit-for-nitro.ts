/** On the hosting platform, the routes of a Nitro application are a separate function in its build output. */
import type { Nitro } from 'nitro/types';
import { hasPublicManifest } from '../shared/build-environment.ts';
import { checkEnvironment } from './check-environment.ts';
import { extendBuildOutput } from './extend-build-output.ts';

/** Nitro's name for the platform. */
const PLATFORM_PRESET = 'vercel';

/**
 * Extends the output of the preset after Nitro has compiled the application. Does nothing in development and on other
 * presets.
 * @param runtime Server runtime of the function, such as `nodejs22.x`; `null`: the one that the preset chose.
 */
export function emitForPlatform(nitro: Nitro, { runtime }: { runtime: string | null }): void {
  if (nitro.options.dev || nitro.options.preset !== PLATFORM_PRESET) return;
  nitro.hooks.hook('compiled', async ({ options: { output, baseURL } }) => {
    await extendBuildOutput({
      outputDir: output.dir,
      serverDir: output.serverDir,
      baseUrl: baseURL,
      runtime,
      hasManifest: hasPublicManifest(),
    });
    for (const { message } of checkEnvironment()) nitro.logger.warn(message);
  });
}
