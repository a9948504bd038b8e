/** Builds the workflows of a production server, before Nitro bundles them with the application. */
import type { Nitro } from 'nitro/types';
import { ProjectBuild } from '../shared/project-build.ts';
import { writeManifestHandler } from './manifest-handler.ts';
import { bundleRuntime } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';

/** Builds the workflows. A failure ends Nitro's build with every problem and its place. */
export function buildForProduction(nitro: Nitro, { rootDir, dirs, outDir }: NitroProject): void {
  bundleRuntime(nitro, outDir);
  const build = new ProjectBuild({
    rootDir,
    dirs,
    outDir,
    alias: nitro.options.alias,
    isBundled: true,
    log: nitro.logger,
  });
  nitro.hooks.hook('build:before', async () => {
    const { manifest } = await build.buildOnce();
    await writeManifestHandler(outDir, manifest);
  });
}
