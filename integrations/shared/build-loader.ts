/** Generated code that loads a build, for servers whose bundler includes the build in its output. */
import { join } from 'node:path';
import { MANIFEST_FILE, STEPS_FILE, WORKFLOWS_FILE } from '../../compiler/build/output-files.ts';

/**
 * Writes a declaration of the function `loadBuild`, which resolves to the build. @param outDir Absolute path of the
 * build's folder.
 */
export function buildLoader(outDir: string): string {
  const load = (file: string): string => `import(${JSON.stringify(join(outDir, file))})`;
  return `async function loadBuild() {
  const [{ bundle }, { loadSteps }, { default: manifest }] = await Promise.all([
    ${load(WORKFLOWS_FILE)},
    ${load(STEPS_FILE)},
    ${load(MANIFEST_FILE)},
  ]);
  return { bundle, steps: await loadSteps(), manifest };
}`;
}
