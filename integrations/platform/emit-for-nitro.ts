/** Fits a Nitro application to a platform that runs it as functions. */
import type { Nitro } from 'nitro/types';
import { warnOfEnvironment } from './check-environment.ts';
import { extendBuildOutput } from './extend-build-output.ts';
import { platformOf } from './platforms.ts';

/**
 * Warns of what would not work there, and extends the output of a preset whose format has a place for our function,
 * after Nitro has compiled the application. Does nothing in development and on other presets.
 * @param runtime Server runtime of the function, such as `nodejs22.x`; `null`: the one that the preset chose.
 */
export function emitForPlatform(nitro: Nitro, { runtime }: { runtime: string | null }): void {
  const platform = platformOf(nitro.options.preset);
  if (nitro.options.dev || platform === null) return;
  nitro.hooks.hook('compiled', async ({ options: { output, baseURL } }) => {
    if (platform.hasCrons) {
      await extendBuildOutput({
        outputDir: output.dir,
        serverDir: output.serverDir,
        baseUrl: baseURL,
        runtime,
      });
    }
    warnOfEnvironment(platform, (text) => nitro.logger.warn(text));
  });
}
