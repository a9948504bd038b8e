/** Finds the files with which an application begins, where nobody names them. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { SOURCE_FILE } from '../../compiler/build/source-files.ts';

/** The parts of a `package.json` that name files. */
interface PackageFile {
  main?: unknown;
  bin?: unknown;
  exports?: unknown;
  scripts?: Record<string, unknown>;
}

const USUAL_NAMES = ['server', 'index', 'main', 'app'];
const USUAL_FOLDERS = ['.', 'src', 'server'];
const EXTENSIONS = ['ts', 'mts', 'tsx', 'js', 'mjs', 'jsx'];
/** Folders of compiled files. They count only where an application has no other files. */
const OUTPUT_FOLDERS = ['dist', 'build', 'out', 'output', '.output'];

/**
 * The files that the `package.json` names, in its fields and in its scripts; else those with the usual names.
 * @param rootDir Absolute path.
 */
export function findEntries(rootDir: string): string[] {
  const named = filesNamedBy(readPackageFile(rootDir)).map((name) => resolve(rootDir, name));
  const entries = [...new Set(named)].filter(isSource);
  const sources = entries.filter((path) => !isOutput(rootDir, path));
  if (sources.length > 0) return sources;
  const usual = usualFiles(rootDir);
  return usual.length > 0 ? usual : entries;
}

function readPackageFile(rootDir: string): PackageFile {
  const path = join(rootDir, 'package.json');
  if (!existsSync(path)) return {};
  return JSON.parse(readFileSync(path, 'utf8')) as PackageFile;
}

function filesNamedBy({ main, bin, exports, scripts = {} }: PackageFile): string[] {
  const words = Object.values(scripts).flatMap((script) => String(script).split(/[\s'"]+/));
  return [...[main, bin, exports].flatMap(textsIn), ...words].filter((name) => SOURCE_FILE.test(name));
}

/** All texts in a value of JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function usualFiles(rootDir: string): string[] {
  const files = USUAL_NAMES.flatMap((name) => EXTENSIONS.map((extension) => `${name}.${extension}`));
  return USUAL_FOLDERS.flatMap((folder) => files.map((file) => join(rootDir, folder, file))).filter(isSource);
}

const isSource = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const isOutput = (rootDir: string, path: string): boolean =>
  OUTPUT_FOLDERS.includes(relative(rootDir, path).split(sep)[0]!);
