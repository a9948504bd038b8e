/** The output of SvelteKit's adapters for platforms that run functions. */
import { extendFunctionOutput } from '../platform/extend-function-output.ts';
import { consoleLog } from '../shared/project-build.ts';
import type { SvelteKitProject } from './options.ts';

/** The adapter's name for the function that answers all other paths. */
const CATCH_ALL = '![-]/catchall';

/** Extends the output after the adapter has written it, and warns of what would not work there. */
export async function emitForSvelteKit({ rootDir, adapter, base }: SvelteKitProject): Promise<void> {
  await extendFunctionOutput({ adapter, rootDir, catchAll: CATCH_ALL, base }, consoleLog.warn);
}
