/** Builds the workflows of a production server, before Nitro bundles them with the application. */
import type { Nitro } from 'nitro/types';
import { createBuilder } from '../../compiler/build/builder.ts';
import { writeManifestHandler } from './manifest-handler.ts';
import type { NitroProject } from './options.ts';

/** A failure ends Nitro's build with everything that is wrong and where. */
export function buildForProduction(nitro: Nitro, { rootDir, dirs, outDir }: NitroProject): void {
  nitro.hooks.hook('build:before', async () => {
    const { manifest, warnings } = await createBuilder({ rootDir, dirs, outDir, alias: nitro.options.alias }).build();
    for (const warning of warnings) nitro.logger.warn(warning.text);
    await writeManifestHandler(outDir, manifest);
  });
}
