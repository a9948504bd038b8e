/** The output of Astro's adapters for platforms that run functions. */
import { fileURLToPath } from 'node:url';
import { extendFunctionOutput } from '../platform/extend-function-output.ts';
import type { AstroConfig, AstroLogger } from './astro-interface.ts';

/** The adapter's name for the function that answers all paths. */
const CATCH_ALL = '_render';

/** Extends the output after the adapter has written it, and warns of what would not work there. */
export async function emitForAstro({ root, base, adapter }: AstroConfig, logger: AstroLogger): Promise<void> {
  const output = {
    adapter: adapter?.name ?? '',
    rootDir: fileURLToPath(root),
    catchAll: CATCH_ALL,
    base: base.replace(/\/+$/, ''),
  };
  await extendFunctionOutput(output, (text) => logger.warn(text));
}
