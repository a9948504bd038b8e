/** The step code of older builds, which the store has kept: see `WORKFLOW_KEEP_STEPS`. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isStepList } from '../../compiler/build/list-step-files.ts';
import { STEP_BUNDLE_FILE, STEPS_FILE, writeFiles } from '../../compiler/build/output-files.ts';
import { shortHash } from '../../compiler/build/short-hash.ts';
import type { StepCode, StepsModule } from '../../runtime/contract/build.ts';

const KEPT = 'steps.kept-';

/** Whether a file of this name in a folder that holds a build is the step code of an older one. */
export const isKeptSteps = (name: string): boolean => name.startsWith(KEPT);

/** The step bundle in a folder as a text. @param dir Absolute path of a folder that holds a build. */
export const stepCodeIn = (dir: string): StepCode => ({
  read: () => readStepBundle(dir),
  load: (text) => loadKept(dir, text),
});

async function readStepBundle(dir: string): Promise<string> {
  const text = await readFile(join(dir, STEPS_FILE), 'utf8');
  return isStepList(text) ? await readFile(join(dir, STEP_BUNDLE_FILE), 'utf8') : text;
}

/**
 * The text becomes a file beside the present bundle, so that its imports lead where those of the present one lead: to
 * the packages and files of the present deployment.
 */
async function loadKept(dir: string, text: string): ReturnType<StepCode['load']> {
  const name = `${KEPT}${shortHash(text)}.mjs`;
  const path = join(dir, name);
  if (!existsSync(path)) await writeFiles(dir, [{ name, content: text }]);
  const { loadSteps } = (await import(pathToFileURL(path).href)) as StepsModule;
  return await loadSteps({ refuses: () => true, isKept: true });
}
