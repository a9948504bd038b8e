/** Loads a build from its folder. */
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Build, Manifest } from '../../runtime/contract/build.ts';
import { nestError } from './messages.ts';

const STEPS_FILE = 'steps.mjs';
const WORKFLOWS_FILE = 'workflows.mjs';
const MANIFEST_FILE = 'manifest.json';

/** @throws `nest_build_missing`. */
export function requireBuild(outDir: string): void {
  for (const name of [STEPS_FILE, WORKFLOWS_FILE, MANIFEST_FILE]) {
    const file = join(outDir, name);
    if (!existsSync(file)) throw nestError('nest_build_missing', { file });
  }
}

/** The manifest of the build in a folder; `null`: there is no build. */
export async function readManifest(outDir: string): Promise<Manifest | null> {
  const text = await readFile(join(outDir, MANIFEST_FILE), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Manifest);
}

/** @throws `nest_build_missing`, and what the code of the steps throws. */
export async function loadBuild(outDir: string): Promise<Build> {
  requireBuild(outDir);
  const { steps } = await importFile<Pick<Build, 'steps'>>(join(outDir, STEPS_FILE));
  const { bundle } = await importFile<Pick<Build, 'bundle'>>(join(outDir, WORKFLOWS_FILE));
  return { bundle, steps, manifest: (await readManifest(outDir))! };
}

/** An application may be created again in the same process, and Node keeps what was imported. */
async function importFile<Exports>(file: string): Promise<Exports> {
  return (await import(`${pathToFileURL(file).href}?v=${statSync(file).mtimeMs}`)) as Exports;
}
