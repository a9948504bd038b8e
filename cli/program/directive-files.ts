/** The files of a project that hold workflows or steps, found without its build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSourceFiles } from '../../compiler/build/source-files.ts';
import { mayHoldDirective } from '../../compiler/directives.ts';

/** Where frameworks have the sources of an application. */
const FOLDERS = ['workflows', 'src', 'app', 'server', 'lib', 'pages'];

/** A source file. */
export interface FileWithDirective {
  /** Absolute. */
  path: string;
  code: string;
}

/** In the order of their paths. */
export async function listDirectiveFiles(rootDir: string): Promise<FileWithDirective[]> {
  const paths = await listSourceFiles({ dirs: FOLDERS.map((folder) => join(rootDir, folder)), skipDir: '' });
  const files = paths.map((path) => ({ path, code: readFileSync(path, 'utf8') }));
  return files.filter(({ code }) => mayHoldDirective(code));
}
