/** Questions to a build that is only looked at, and the files that it begins with. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isSourceName } from '../../../compiler/build/source-files.ts';
import type { Diagnostic } from '../../../compiler/diagnostics.ts';
import { mayHoldDirective } from '../../../compiler/directives.ts';
import { COMPONENT_FILE } from '../../../compiler/component-scripts.ts';
import type { Project } from './project.ts';

/** The project to build. */
export interface BuildQuestion {
  /** Absolute. */
  rootDir: string;
  /** Absolute paths of the folders that the build searches; `undefined`: not known. */
  dirs: readonly string[] | undefined;
  /** Absolute paths of the files that may hold directives. */
  sources: readonly string[];
  /** Texts that count in place of those on disk, by absolute path. */
  unsaved: Readonly<Record<string, string>>;
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

/**
 * The texts that are not saved and import something else than those on disk, by path: what a build would say of them is
 * worth a build. Other edits wait for the file to be saved.
 * @param open Absolute paths of the files that an editor may have changed.
 */
export function textsWithNewImports(project: Project, open: Iterable<string>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const path of open) {
    const code = project.text(path)?.code;
    const saved = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (code === undefined || code === saved || COMPONENT_FILE.test(path)) continue;
    if (importsOf(code) !== importsOf(saved) && project.file(path)) texts[path] = code;
  }
  return texts;
}

const IMPORTS = /^[ \t]*(?:import|export)\b[^;]*?\bfrom\s*(['"])[^'"\n]+\1|\bimport\s*\(?\s*(['"])[^'"\n]+\2/gm;

/** The imports of a text, as they are written: equal as long as a build would find the same packages. */
export function importsOf(code: string): string {
  return (code.match(IMPORTS) ?? []).join('\n');
}
