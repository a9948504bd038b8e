/** Builds the workflows of a production server, before Nitro bundles them with the application. */
import type { Nitro } from 'nitro/types';
import type { Plugin } from 'rolldown';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { ProjectBuild } from '../shared/project-build.ts';
import { wholeApplication } from '../shared/whole-application.ts';
import { writeManifestHandler } from './manifest-handler.ts';
import { bundleRuntime, isBuiltByVite } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';

/**
 * Builds the workflows, and again when it is known which files with directives the application imports. A failure ends
 * Nitro's build with every problem and its place.
 */
export function buildForProduction(nitro: Nitro, { rootDir, dirs, outDir }: NitroProject): void {
  bundleRuntime(nitro, outDir);
  const build = new ProjectBuild({
    rootDir,
    dirs,
    outDir,
    alias: nitro.options.alias,
    // Pages that Vite renders have the workflows of their own.
    isBundled: !isBuiltByVite(nitro),
    loadsSources: true,
    log: nitro.logger,
  });
  const write = async (result: BuildResult | null): Promise<void> => {
    if (result) await writeManifestHandler(outDir, result.manifest);
  };
  nitro.hooks.hook('build:before', async () => write(await build.buildOnce()));
  nitro.hooks.hook('rollup:before', (_, config) => {
    const whole = wholeApplication({ outDir: () => outDir, complete: async () => write(await build.complete()) });
    // Behind the view of the application.
    (config.plugins as Plugin[]).splice(1, 0, whole);
  });
}
