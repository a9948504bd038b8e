/**
 * Marks the application's own functions as workflows and steps, for `start(fn)` and for steps that are passed as
 * values, and makes its classes known, so that instances and errors come back as those. A compiler that knows no
 * directives leaves all of it plain.
 */
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInstalled } from '../../compiler/build/source-files.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import { markStep, markWorkflow, registerClass, registerErrorClass } from '../../runtime/entries/compiled.ts';
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
  const { workflows, steps, classes, errors = {} } = manifest;
  for (const name of new Set([workflows, steps, classes, errors].flatMap(Object.keys))) {
    const path = join(rootDir, name);
    // Packages are loaded as they are.
    const file = loadedFile(path) ?? (isOfPackage(rootDir, path) ? path : null);
    if (file === null) continue;
    // The application cannot have loaded a module that throws, and loading its steps reports that.
    const exports = await loadModule(file, moduleType).catch(() => ({}));
    forEachExported(exports, workflows[name], ({ workflowId }, fn) => markWorkflow(workflowId, fn as AnyFunction));
    forEachExported(exports, steps[name], ({ stepId }, fn) => markStep(stepId, fn as AnyFunction));
    forEachExported(exports, classes[name], ({ classId }, cls) => registerClass(classId, cls));
    forEachExported(exports, errors[name], ({ classId }, cls) => registerErrorClass(classId, cls));
  }
}

const isOfPackage = (rootDir: string, path: string): boolean => isInstalled(path) || !path.startsWith(rootDir + sep);

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
