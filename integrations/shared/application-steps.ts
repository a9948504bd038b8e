/** The files with steps as they are in a bundle of the application that another file than the bundle's runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasStepFiles } from '../../runtime/entries/compiled.ts';

/** In the folder of a build: it leads to the chunk that provides them, see `CompiledHost.provideStepFiles`. */
export const APPLICATION_STEPS_FILE = 'steps.application.mjs';

/**
 * Evaluates that chunk, if the build has one that is deployed with it. It may be that of another bundle, so the list of
 * a bundle that runs the workflows itself comes first.
 * @param dir Absolute path of the folder of the build.
 */
export async function provideApplicationSteps(dir: string): Promise<void> {
  const path = join(dir, APPLICATION_STEPS_FILE);
  if (hasStepFiles() || !existsSync(path)) return;
  try {
    await import(pathToFileURL(path).href);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
}
