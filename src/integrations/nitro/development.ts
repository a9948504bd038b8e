/** Builds the workflows of a development server, again whenever a source changes. */
import type { Nitro } from 'nitro/types';
import { type BuildResult, createBuilder } from '../../compiler/build/builder.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { createBuildQueue } from '../shared/build-queue.ts';
import { SourceWatcher } from '../shared/watch-sources.ts';
import type { NitroProject } from './options.ts';

/** While a build fails, the server goes on with the last good one. */
export function buildForDevelopment(nitro: Nitro, { rootDir, dirs, outDir }: NitroProject): void {
  const builder = createBuilder({ rootDir, dirs, outDir, alias: nitro.options.alias });
  const report = createReport(nitro);
  let inputs: string[] = [];

  const rebuild = createBuildQueue(async () => {
    try {
      const result = await builder.build();
      inputs = result.inputs;
      report.success(result);
    } catch (error) {
      report.failure(error);
    }
    watcher?.watchFiles(inputs);
  });

  let watcher: SourceWatcher | null = null;
  nitro.hooks.hook('build:before', async () => {
    watcher ??= new SourceWatcher({ folders: dirs, onChange: () => void rebuild() });
    await rebuild();
  });
  let hasReloaded = false;
  nitro.hooks.hook('dev:reload', () => {
    // The first one follows the first build.
    if (hasReloaded) void rebuild();
    hasReloaded = true;
  });
  nitro.hooks.hook('close', () => watcher?.close());
}

/** Prints what came of a build, each message once in a row. */
function createReport({ logger }: Nitro) {
  let lastFailure = '';
  let lastWarning = '';
  return {
    success({ changed, warnings }: BuildResult): void {
      if (changed || lastFailure !== '') logger.success('Workflows built');
      lastFailure = '';
      const text = warnings.map((warning) => warning.text).join('\n\n');
      if (text !== lastWarning && text !== '') logger.warn(text);
      lastWarning = text;
    },
    failure(error: unknown): void {
      const text = error instanceof CompileFailure ? error.message : String((error as Error).stack ?? error);
      if (text !== lastFailure) logger.error(`The workflows cannot be built, so the last good build stays.\n\n${text}`);
      lastFailure = text;
    },
  };
}
