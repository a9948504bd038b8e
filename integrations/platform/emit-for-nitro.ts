/** On the hosting platform, the routes of a Nitro application are a separate function in its build output. */
import type { Nitro } from 'nitro/types';
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { hasPublicManifest } from '../shared/build-environment.ts';
import { extendBuildOutput } from './extend-build-output.ts';
import { platformWarning } from './messages.ts';

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

/** Worlds that are not shared between machines, or not even between processes. */
const UNSHARED_WORLDS = ['sqlite', 'memory'];

/**
 * Finds settings that do not work on the platform.
 * @param env Environment of the build: the platform sets the same variables for functions.
 * @returns The warnings.
 */
export function checkEnvironment(env: Record<string, string | undefined> = process.env): WorkflowError[] {
  const world = env['WORKFLOW_WORLD'] || 'sqlite';
  return [
    ...(UNSHARED_WORLDS.includes(world) ? [platformWarning('platform_world_unshared', { world })] : []),
    ...(env['CRON_SECRET'] ? [] : [platformWarning('platform_cron_secret_missing', {})]),
  ];
}
