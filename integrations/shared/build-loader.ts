/** Code that loads a build, for servers whose bundler makes the build a part of their output. */
import { join } from 'node:path';
import { MANIFEST_FILE, STEPS_FILE, WORKFLOWS_FILE } from '../../compiler/build/output-files.ts';

/** @returns A declaration of `loadBuild`, which resolves to the build when it is called. @param outDir Folder of the build. */
export function buildLoader(outDir: string): string {
  const load = (file: string): string => `import(${JSON.stringify(join(outDir, file))})`;
  return `async function loadBuild() {
  const [{ bundle }, { steps }, { default: manifest }] = await Promise.all([
    ${load(WORKFLOWS_FILE)},
    ${load(STEPS_FILE)},
    ${load(MANIFEST_FILE)},
  ]);
  return { bundle, steps, manifest };
}`;
}
