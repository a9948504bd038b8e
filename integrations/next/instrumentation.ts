/**
 * When it starts, a Next server loads one file of the user's, `instrumentation`. Our loader adds the start of the
 * runtime to it. A project without that file gets a temporary empty one during the build.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chooseExtension } from './file-extension.ts';
import type { NextProject } from './options.ts';
import { findRootFiles } from './root-file.ts';

const NAME = 'instrumentation';
const LENT_CODE = `// Made by "workflow/next" while Next builds, and removed afterwards.
export function register() {}
`;

/** Creates the temporary file. It is removed at the end of the process, which must be that of `next build`. */
export function lendInstrumentation(project: NextProject): void {
  removeLeftOver(project);
  if (findRootFiles(project, [NAME]).length > 0) return;
  const path = join(dirname(project.appDir), `${NAME}.${chooseExtension(project)}`);
  writeFileSync(path, LENT_CODE, { flag: 'wx' });
  process.once('exit', () => rmSync(path, { force: true }));
}

/** Removes the temporary file of a killed build. A file with other content is the user's. */
function removeLeftOver(project: NextProject): void {
  for (const file of findRootFiles(project, [NAME])) {
    const path = join(project.rootDir, file);
    if (readFileSync(path, 'utf8') === LENT_CODE) rmSync(path);
  }
}
