/** Loads a build from the builder's output folder. */
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  STEPS_APART_FILE,
  MANIFEST_FILE,
  STEP_BUNDLE_FILE,
  STEPS_FILE,
  WEBHOOK_FILE,
  WORKFLOWS_FILE,
} from '../../compiler/build/output-files.ts';
import type { StepsModule } from '../../runtime/contract/build.ts';
import type { Build, Manifest } from '../../runtime/entries/runtime.ts';
import { isKeptSteps, stepCodeIn } from './kept-steps.ts';

/** The modules of a build. */
export const BUILD_MODULES: readonly string[] = [STEPS_FILE, WORKFLOWS_FILE, WEBHOOK_FILE];

/** Whether a file of this name in a folder that holds a build is a module of it. */
export const isBuildModule = (name: string): boolean =>
  [...BUILD_MODULES, STEP_BUNDLE_FILE, STEPS_APART_FILE].includes(name) || isKeptSteps(name);

/** The first file that a whole build needs and the folder lacks; `null`: the build is complete. */
export function findMissingFile(dir: string): string | null {
  const paths = [...BUILD_MODULES, MANIFEST_FILE].map((file) => join(dir, file));
  return paths.find((path) => !existsSync(path)) ?? null;
}

/** Whether the folder holds a complete build. */
export function holdsBuild(dir: string): boolean {
  return findMissingFile(dir) === null;
}

/**
 * Imports a build. @param dir Absolute path of a folder that holds a build. @throws Whatever its modules throw when
 * they are evaluated.
 */
export async function loadBuild(dir: string): Promise<Build> {
  const { loadSteps } = await importFile<StepsModule>(join(dir, STEPS_FILE));
  const steps = await loadSteps();
  const bundle = await loadBundle(dir);
  const manifest = await readManifest(dir);
  return { bundle, steps, manifest, stepCode: stepCodeIn(dir) };
}

/** Imports the workflow code of a build, and nothing of its steps. @param dir As of {@link loadBuild}. */
export async function loadBundle(dir: string): Promise<Build['bundle']> {
  const { bundle } = await importFile<Pick<Build, 'bundle'>>(join(dir, WORKFLOWS_FILE));
  return bundle;
}

/** Reads the manifest of a build. @param dir Absolute path of a folder that holds a build. */
export async function readManifest(dir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(dir, MANIFEST_FILE), 'utf8')) as Manifest;
}

/** An application may be created again in the same process, and Node caches imports. */
async function importFile<Exports>(path: string): Promise<Exports> {
  return (await import(`${pathToFileURL(path).href}?v=${statSync(path).mtimeMs}`)) as Exports;
}
