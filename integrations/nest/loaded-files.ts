/**
 * Finds the file that the application loads for a source: the compiled file, or the source itself where Node runs it.
 */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isYoungerThanProcess } from '../shared/loaded-files.ts';
import type { NestProject } from './options.ts';

/** Returns the loaded file of a source; `null`: unknown. Absolute paths. */
export type LoadedFiles = (source: string) => string | null;

const SOURCE_ENDING = /\.([cm]?)[jt]sx?$/;

/** For an application that runs in this process. */
export function filesOfThisProcess(project: NestProject): LoadedFiles {
  const runsSources = /\.[cm]?tsx?$/.test(process.argv[1] ?? '');
  return runsSources ? (source) => source : compiledFiles(project);
}

/** Ignores sources that were edited after this process started, because the process has loaded their former version. */
export function unlessEdited(find: LoadedFiles): LoadedFiles {
  return (source) => (isYoungerThanProcess(source) ? null : find(source));
}

/** For an application that is compiled to `distDir`. */
export function compiledFiles({ rootDir, distDir }: Pick<NestProject, 'rootDir' | 'distDir'>): LoadedFiles {
  return (source) => {
    const segments = relative(rootDir, source).replace(SOURCE_ENDING, '.$1js').split(sep);
    // Compilers omit the folder that all sources share.
    const candidates = [segments, segments.slice(1)].map((path) => join(distDir, ...path));
    return candidates.find((path) => path !== distDir && existsSync(path)) ?? null;
  };
}
