/** Builds the workflows of a production server, before Nitro bundles them with the application. */
import type { Nitro } from 'nitro/types';
import type { Plugin } from 'rolldown';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { ProjectBuild } from '../shared/project-build.ts';
import { wholeApplication } from '../shared/whole-application.ts';
import { writeManifestHandler } from './manifest-handler.ts';
import { bundleRuntime } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';
import type { PageBundles } from './page-bundles.ts';

/**
 * Builds the workflows, and again when it is known which files with directives the application imports. A failure ends
 * Nitro's build with every problem and its place.
 */
export function buildForProduction(nitro: Nitro, { rootDir, dirs, outDir }: NitroProject, pages: PageBundles): void {
  bundleRuntime(nitro, outDir);
  const build = new ProjectBuild({
    rootDir,
    dirs,
    outDir,
    alias: nitro.options.alias,
    isBundled: true,
    loadsSources: true,
    log: nitro.logger,
  });
  let result: BuildResult;
  let ids: ReadonlySet<string>;
  const use = async (newer: BuildResult | null): Promise<void> => {
    if (newer) await writeManifestHandler(outDir, (result = newer).manifest);
  };
  nitro.hooks.hook('build:before', async () => use(await build.buildOnce()));
  nitro.hooks.hook('workflow:pages', async (bundle) => {
    await use(await build.buildAgain());
    pages.add(bundle, result);
  });
  nitro.hooks.hook('rollup:before', (_, config) => {
    const complete = async (found: ReadonlySet<string>): Promise<void> => {
      ids = found;
      await use(await build.complete());
    };
    const whole = wholeApplication({ outDir: () => outDir, complete });
    // Behind the view of the application.
    (config.plugins as Plugin[]).splice(
      1,
      0,
      whole,
      pages.plugin(() => ({ result, ids })),
    );
  });
}
