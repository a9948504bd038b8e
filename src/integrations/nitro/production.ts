/** Builds the workflows of a production server, before Nitro bundles them with the application. */
import type { Nitro } from 'nitro/types';
import { type BuildResult, createBuilder } from '../../compiler/build/builder.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { writeManifestHandler } from './manifest-handler.ts';
import { bundleRuntime } from './older-versions.ts';
import type { NitroProject } from './options.ts';

/** A failure ends Nitro's build with everything that is wrong and where. */
export function buildForProduction(nitro: Nitro, project: NitroProject): void {
  bundleRuntime(nitro, project.outDir);
  nitro.hooks.hook('build:before', async () => {
    const { manifest, warnings } = await build(nitro, project);
    for (const warning of warnings) nitro.logger.warn(warning.text);
    await writeManifestHandler(project.outDir, manifest);
  });
}

async function build(nitro: Nitro, { rootDir, dirs, outDir }: NitroProject): Promise<BuildResult> {
  try {
    return await createBuilder({ rootDir, dirs, outDir, alias: nitro.options.alias }).build();
  } catch (error) {
    throw error instanceof CompileFailure ? toPrintedError(error) : error;
  }
}

/** Nitro prints the stack of an error; here the places that count are in the user's files, and the message has them. */
function toPrintedError(failure: CompileFailure): Error {
  const error = new Error(failure.message);
  error.stack = `The workflows cannot be built.\n\n${failure.message}`;
  return error;
}
