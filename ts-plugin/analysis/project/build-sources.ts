/** Questions to a build that is only looked at, and the files that it begins with. */
import { basename } from 'node:path';
import { isSourceName } from '../../../compiler/build/source-files.ts';
import type { Diagnostic } from '../../../compiler/diagnostics.ts';
import { mayHoldDirective } from '../../../compiler/directives.ts';
import { COMPONENT_FILE } from './component-scripts.ts';
import type { Project } from './project.ts';

/** The project to build. */
export interface BuildQuestion {
  /** Absolute. */
  rootDir: string;
  /** Absolute paths of the folders that the build searches; `undefined`: not known. */
  dirs: readonly string[] | undefined;
  /** Absolute paths of the files that may hold directives. */
  sources: readonly string[];
}

/** The problems that a build found, and the texts in which it did, by path. */
export interface BuildAnswer {
  problems: readonly Diagnostic[];
  texts: Readonly<Record<string, string>>;
}

/** Absolute paths of the modules that may hold directives, without tests. */
export function sourcesToBuild(project: Project): string[] {
  const isSource = (path: string): boolean =>
    isSourceName(basename(path)) && !COMPONENT_FILE.test(path) && mayHoldDirective(project.text(path)?.code ?? '');
  return project.paths().filter(isSource);
}
