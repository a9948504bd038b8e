/** Extends the build output that an adapter has written for a platform, see {@link extendBuildOutput}. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { warnOfEnvironment } from './check-environment.ts';
import { extendBuildOutput } from './extend-build-output.ts';
import { platformOf, platformOfBuild } from './platforms.ts';

/** The output of an adapter. */
export interface AdapterOutput {
  /** Name of the package that wrote it. */
  adapter: string;
  /** Folder of the project, in which adapters write. */
  rootDir: string;
  /** The function that answers whatever no other one does, from `functions`, such as `_render`. */
  catchAll: string;
  /** Path below which the application is mounted, without a slash at the end; empty: none. */
  base: string;
}

/** The adapter that SvelteKit's templates have. */
const CHOOSES_BY_HOST = '@sveltejs/adapter-auto';
const OUTPUT = '.vercel/output';

/**
 * Gives the well-known routes a function of their own, with the platform's longest limit and its cron calls, where the
 * output has a place for that; and warns of what would not work on the platform.
 */
export async function extendFunctionOutput(output: AdapterOutput, warn: (text: string) => void): Promise<void> {
  const { adapter, rootDir, catchAll, base } = output;
  const platform = adapter === CHOOSES_BY_HOST ? platformOfBuild() : platformOf(adapter);
  const outputDir = join(rootDir, OUTPUT);
  const serverDir = join(outputDir, 'functions', `${catchAll}.func`);
  if (platform?.hasCrons && existsSync(serverDir)) {
    await extendBuildOutput({ outputDir, serverDir, baseUrl: `${base}/`, runtime: null });
  }
  warnOfEnvironment(platform, warn);
}
