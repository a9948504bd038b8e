/** Finds the modules to compile: in the folders of a project, and among the files that its application imports. */
import { mayHoldDirective, mayHoldMisspelling } from '../directives.ts';
import type { ApplicationImports, FollowedImports } from './application-imports.ts';
import type { BuildModules } from './build-modules.ts';
import type { FileStates } from './file-states.ts';
import { packageFolders } from './package-folders.ts';
import type { BuildProject } from './project.ts';
import { COMPILED_TEXTS, listSourceFiles } from './source-files.ts';

/** Discoveries read with these; they are kept from build to build. */
export interface DiscoveryMemory {
  files: FileStates;
  imports: ApplicationImports;
}

/**
 * Compiles every file of the project's folders that holds a directive, or a class that can be passed, and those of
 * packages that say where theirs are. In the project's own folders people expect directives to work, so misspelled ones
 * are looked for as well. Elsewhere only files count that the application imports.
 */
export async function discoverModules(
  project: BuildProject,
  modules: BuildModules,
  { files, imports }: DiscoveryMemory,
): Promise<FollowedImports> {
  const { dirs, outDir: skipDir, rootDir, sources } = project;
  for (const path of sources?.() ?? (await listSourceFiles({ dirs, skipDir }))) {
    const code = files.read(path);
    if (mayBeCompiled(code)) modules.compile({ path, code, view: 'workflow' });
    else if (mayHoldMisspelling(code)) modules.check({ path, code });
  }
  for (const path of await listSourceFiles({ dirs: packageFolders(rootDir, files), skipDir })) {
    const code = files.read(path);
    if (mayBeCompiled(code)) modules.compile({ path, code, view: 'workflow' });
  }
  const followed = await imports.follow(project);
  for (const path of new Set([...project.joined(), ...followed.found])) {
    const code = modules.has(path) ? null : files.readIfThere(path);
    if (code !== null && mayHoldDirective(code)) modules.compile({ path, code, view: 'workflow' });
  }
  return followed;
}

const mayBeCompiled = (code: string): boolean => COMPILED_TEXTS.some((text) => code.includes(text));
