/**
 * Marks the application's own functions as workflows and steps, for `start(fn)` and for steps that are passed as
 * values. A compiler that knows no directives leaves them plain.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from '../../runtime/contract/build.ts';
import { markStep, markWorkflow, registerClass } from '../../runtime/entries/compiled.ts';
import { findExported } from './exported-functions.ts';
import type { LoadedFiles } from './loaded-files.ts';
import type { ModuleType, NestProject } from './options.ts';

type AnyFunction = (...args: never[]) => unknown;

/** Marks the exports of a build's modules. Modules that the application does not load itself are skipped. */
export async function markApplication(
  { rootDir, moduleType }: NestProject,
  manifest: Manifest,
  loadedFile: LoadedFiles,
): Promise<void> {
  const { workflows, steps, classes } = manifest;
  for (const name of new Set([workflows, steps, classes].flatMap(Object.keys))) {
    const file = loadedFile(join(rootDir, name));
    if (file === null) continue;
    // The application cannot have loaded a module that throws, and loading its steps reports that.
    const exports = await loadModule(file, moduleType).catch(() => ({}));
    forEachExported(exports, workflows[name], ({ workflowId }, fn) => markWorkflow(workflowId, fn as AnyFunction));
    forEachExported(exports, steps[name], ({ stepId }, fn) => markStep(stepId, fn as AnyFunction));
    forEachExported(exports, classes[name], ({ classId }, cls) => registerClass(classId, cls));
  }
}

function forEachExported<Entry>(
  exports: object,
  entries: Record<string, Entry> = {},
  mark: (entry: Entry, value: object) => void,
): void {
  for (const [path, entry] of Object.entries(entries)) {
    const value = findExported(exports, path);
    if (value !== null) mark(entry, value);
  }
}

/** Loads it as the application does, which gives the same instance. */
async function loadModule(file: string, moduleType: ModuleType): Promise<object> {
  if (moduleType === 'commonjs') return createRequire(import.meta.url)(file) as object;
  return (await import(pathToFileURL(file).href)) as object;
}
