/** Finds the modules to compile in the folders of a project. */
import { readFile } from 'node:fs/promises';
import { mayHoldMisspelling } from '../directives.ts';
import type { BuildModules } from './build-modules.ts';
import type { Project } from './project.ts';
import { COMPILED_TEXTS, listSourceFiles } from './source-files.ts';

/**
 * Compiles every file of the project's folders that holds a directive, or a class that can be passed. In these folders people expect directives to work,
 * so misspelled ones are looked for as well.
 */
export async function discoverModules(project: Project, modules: BuildModules): Promise<void> {
  const paths = await listSourceFiles({ dirs: project.dirs, skipDir: project.outDir });
  const codes = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  codes.forEach((code, index) => {
    const path = paths[index]!;
    if (COMPILED_TEXTS.some((text) => code.includes(text))) modules.compile({ path, code, view: 'workflow' });
    else if (mayHoldMisspelling(code)) modules.check({ path, code });
  });
}
