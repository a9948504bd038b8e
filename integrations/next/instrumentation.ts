/**
 * Servers of Next load one file of the user's when they start, `instrumentation`; our loader adds the start of the runtime to
 * it. A project without one is lent an empty one while it is built.
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

/** Call it in the process of `next build`: at its end the file goes. */
export function lendInstrumentation(project: NextProject): void {
  removeLeftOver(project);
  if (findRootFiles(project, [NAME]).length > 0) return;
  const path = join(dirname(project.appDir), `${NAME}.${chooseExtension(project)}`);
  writeFileSync(path, LENT_CODE, { flag: 'wx' });
  process.once('exit', () => rmSync(path, { force: true }));
}

/** What a build that was killed has left. A file that somebody wrote into is the user's. */
function removeLeftOver(project: NextProject): void {
  for (const file of findRootFiles(project, [NAME])) {
    const path = join(project.rootDir, file);
    if (readFileSync(path, 'utf8') === LENT_CODE) rmSync(path);
  }
}
