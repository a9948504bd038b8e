/** Which file the application loads for one of its sources: the compiled one, or the source itself where Node runs that. */
import { existsSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { NestProject } from './options.ts';

/** Gives the file that is loaded for a source; `null`: none is known. Absolute paths. */
export type LoadedFiles = (source: string) => string | null;

const SOURCE_ENDING = /\.([cm]?)[jt]sx?$/;

/** For an application that runs in this process. */
export function filesOfThisProcess(project: NestProject): LoadedFiles {
  const runsSources = /\.[cm]?tsx?$/.test(process.argv[1] ?? '');
  return runsSources ? (source) => source : compiledFiles(project);
}

/** What is loaded of sources that are as they were when this process began: what was edited since is not what was loaded. */
export function unlessEdited(find: LoadedFiles): LoadedFiles {
  return (source) => (isYoungerThanProcess(source) ? null : find(source));
}

/** For an application that is compiled to `distDir`. */
export function compiledFiles({ rootDir, distDir }: Pick<NestProject, 'rootDir' | 'distDir'>): LoadedFiles {
  return (source) => {
    const segments = relative(rootDir, source).replace(SOURCE_ENDING, '.$1js').split(sep);
    // Compilers leave out the folder that all sources are in.
    const candidates = [segments, segments.slice(1)].map((path) => join(distDir, ...path));
    return candidates.find((path) => path !== distDir && existsSync(path)) ?? null;
  };
}

function isYoungerThanProcess(path: string): boolean {
  return statSync(path).mtimeMs > performance.timeOrigin;
}
