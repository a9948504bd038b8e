/** Finds source files, and those that may hold directives. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { type Dirent, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { AGENT_TEXTS } from '../analyze/agent-options.ts';
import { ERROR_CLASS_TEXTS, mayHoldErrorClass } from '../analyze/error-classes.ts';
import { SERIALIZE_TEXTS } from '../analyze/serializable-classes.ts';
import { type SourceFile, createSourceFile } from '../diagnostics.ts';
import { DIRECTIVE_TEXTS } from '../directives.ts';
import { isOwnFile } from '../own-code.ts';

/** Matches the path of a JavaScript or TypeScript module. */
export const SOURCE_FILE = /\.[cm]?[jt]sx?$/;

/** Every file with workflows, steps, classes or agents contains one of these texts. No other is part of a build. */
export const COMPILED_TEXTS: readonly string[] = [...DIRECTIVE_TEXTS, ...SERIALIZE_TEXTS, ...AGENT_TEXTS];

/** Every file that the compiler changes matches one of these. All others are skipped without parsing. */
export const CHANGED_TEXTS: readonly (string | RegExp)[] = [...COMPILED_TEXTS, ...ERROR_CLASS_TEXTS];

/** Whether the compiler may change a file. */
export const mayBeChanged = (code: string): boolean =>
  COMPILED_TEXTS.some((text) => code.includes(text)) || mayHoldErrorClass(code);

const UNINTERESTING_FILE = /\.(?:d|test|spec)\.[cm]?[jt]sx?$/;
const UNINTERESTING_DIR = /^(?:\.|node_modules$|__tests__$|__mocks__$)/;

/** A path as people see it: relative to the project root, with `/` on every system. */
export function toDisplayName(rootDir: string, path: string): string {
  return relative(rootDir, path).split(sep).join('/');
}

/** The texts that an editor has not saved, by the root of the project. Whoever places a problem knows no more of it. */
const unsaved = new Map<string, ReadonlyMap<string, string>>();

/** From now on these texts of a project count in place of those on disk, also for {@link readSourceFile}. */
export function useUnsavedTexts(rootDir: string, texts: ReadonlyMap<string, string>): void {
  if (texts.size > 0) unsaved.set(rootDir, texts);
  else unsaved.delete(rootDir);
}

/** The file as diagnostics show it. */
export function readSourceFile(rootDir: string, path: string): SourceFile {
  const code = unsaved.get(rootDir)?.get(path) ?? readFileSync(path, 'utf8');
  return createSourceFile({ path, name: toDisplayName(rootDir, path), code });
}

/** True for files of installed packages. */
export function isInstalled(path: string): boolean {
  return path.split(sep).includes('node_modules');
}

/** True for files of the project itself, not of installed packages or of this one. Absolute path. */
export function isOfProject(path: string): boolean {
  return isAbsolute(path) && SOURCE_FILE.test(path) && !isInstalled(path) && !isOwnFile(path);
}

/** The name of the installed package that a file belongs to. */
export function packageOf(path: string): string {
  return packageParts(path).join('/');
}

/** The folder of the installed package that a file belongs to. */
export function packageFolder(path: string): string {
  return (
    path.slice(0, path.lastIndexOf(`${sep}node_modules${sep}`) + '/node_modules/'.length) + packageParts(path).join(sep)
  );
}

function packageParts(path: string): string[] {
  const parts = path.split(sep);
  const start = parts.lastIndexOf('node_modules') + 1;
  return parts.slice(start, start + (parts[start]?.startsWith('@') ? 2 : 1));
}

/**
 * All source files in the folders and below, sorted, each once. Left out: installed packages, folders whose name begins
 * with a dot, tests, declarations, and what is in `skipDir`. A folder that does not exist holds nothing.
 */
export async function listSourceFiles(options: { dirs: readonly string[]; skipDir: string }): Promise<string[]> {
  const found = new Set<string>();
  for (const dir of options.dirs) await collect(dir, options.skipDir, found);
  return [...found].sort();
}

/** The files among `paths`, and the source files of the folders among them. Missing ones are left out. */
export async function listEntryFiles(paths: readonly string[], skipDir: string): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const kind = await stat(path).catch(ignoreMissing);
      if (kind?.isDirectory()) return await listSourceFiles({ dirs: [path], skipDir });
      return kind?.isFile() ? [await realpath(path)] : [];
    }),
  );
  return [...new Set(found.flat())];
}

async function collect(dir: string, skipDir: string, found: Set<string>): Promise<void> {
  // Paths must be the ones that bundlers see, and those follow links.
  const real = await realpath(dir).catch(ignoreMissing);
  if (real === null || real === skipDir) return;
  const entries = await readdir(real, { withFileTypes: true });
  await Promise.all(entries.map((entry) => collectEntry(entry, join(real, entry.name), skipDir, found)));
}

async function collectEntry(entry: Dirent, path: string, skipDir: string, found: Set<string>): Promise<void> {
  if (entry.isSymbolicLink()) {
    if (await isSourceFileBehindLink(path)) found.add(await realpath(path));
  } else if (entry.isDirectory()) {
    if (isSourceFolder(entry.name)) await collect(path, skipDir, found);
  } else if (isSourceName(entry.name)) found.add(path);
}

/** Linked folders are not followed: they may lead in circles. */
async function isSourceFileBehindLink(path: string): Promise<boolean> {
  if (!isSourceName(path)) return false;
  return (await stat(path).catch(ignoreMissing))?.isFile() ?? false;
}

/** Whether a folder may hold sources: no installed packages, and no tests. @param name Without its path. */
export function isSourceFolder(name: string): boolean {
  return !UNINTERESTING_DIR.test(name);
}

/** Whether a file is a source by its name: no test, and no declarations. */
export function isSourceName(name: string): boolean {
  return SOURCE_FILE.test(name) && !UNINTERESTING_FILE.test(name);
}

/** True for the error of a file or folder that does not exist. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function ignoreMissing(error: unknown): null {
  if (isMissingFile(error)) return null;
  throw error;
}
