/** The files that the rules of this folder look at. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OWN_FOLDERS } from '../../compiler/own-code.ts';

/** Absolute path of the repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** The folders of the package, such as `runtime`. */
export const PACKAGE_FOLDERS = OWN_FOLDERS.map((folder) => basename(folder));

/** A text of the repository. */
export interface SourceFile {
  /** Path from the root, with slashes. */
  file: string;
  text: string;
}

/** Programs of users, and texts whose form is what their tests are about. */
const NOT_OURS =
  /^(?:test\/samples|test\/analysis\/fixtures|test\/libraries\/(?:works|refused)|test\/frameworks\/app|test\/frameworks\/[^/]+\/(?:template|probes|whole)|bench\/editor\/planted|bench\/peers|examples)\//;

/** All files that git tracks, or would track, and that match `pattern`. */
export function listFiles(pattern: RegExp): SourceFile[] {
  const arguments_ = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', arguments_, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  return listed
    .filter((file) => pattern.test(file) && !NOT_OURS.test(file) && existsSync(join(ROOT, file)))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

/** The modules of the package, without their tests. */
export function listModules(): SourceFile[] {
  return listFiles(/\.ts$/).filter(
    ({ file }) => PACKAGE_FOLDERS.includes(file.split('/')[0]!) && !/\.(?:test|generated)\.ts$/.test(file),
  );
}
