/** Loads a build from the folder that a builder wrote it to. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Build, Manifest, RegisteredStep, WorkflowBundle } from '../../runtime/entries/runtime.ts';

/** The modules of a build. */
export const BUILD_MODULES: readonly string[] = ['steps.mjs', 'workflows.mjs', 'webhook.mjs'];
const MANIFEST_FILE = 'manifest.json';
const FILES = [...BUILD_MODULES, MANIFEST_FILE];

/** Whether the folder holds a whole build. */
export function holdsBuild(dir: string): boolean {
  return FILES.every((file) => existsSync(join(dir, file)));
}

/** @param dir Absolute path of a folder that holds a build. @throws What its files throw when they are evaluated. */
export async function loadBuild(dir: string): Promise<Build> {
  const load = <Exports>(file: string): Promise<Exports> => import(pathToFileURL(join(dir, file)).href);
  const { steps } = await load<{ steps: Map<string, RegisteredStep> }>('steps.mjs');
  const { bundle } = await load<{ bundle: WorkflowBundle }>('workflows.mjs');
  const manifest = JSON.parse(await readFile(join(dir, MANIFEST_FILE), 'utf8')) as Manifest;
  return { bundle, steps, manifest };
}
