/**
 * Builds the workflows of a project. Loaded only where something is built, because the compiler doubles the start time.
 */
import { BuildFollower } from '../shared/build-follower.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { isYoungerThanProcess } from '../shared/loaded-files.ts';
import { consoleLog, ProjectBuild, type ProjectBuildOptions } from '../shared/project-build.ts';
import { registeredRoot } from '../shared/project-root.ts';
import type { ProjectFolders } from './options.ts';

/**
 * The build of a project. Its output folder ignores itself in git.
 * @param options Others than the usual ones.
 */
export function createProjectBuild(folders: ProjectFolders, options: Partial<ProjectBuildOptions> = {}): ProjectBuild {
  writeGeneratedFiles(folders.outDir, {});
  return new ProjectBuild({ loadsSources: true, ...folders, ...options, log: consoleLog });
}

/**
 * Builds now, and again when the application loads files with directives that the build does not hold. The first build
 * follows what the process imports from its main file on.
 * @param onBuiltAgain Called after each later build.
 * @returns A function that ends that. @throws Error with every problem and its place.
 */
export async function buildProject(folders: ProjectFolders, onBuiltAgain: () => Promise<void>): Promise<() => void> {
  const main = registeredRoot() === null ? undefined : process.argv[1];
  const build = createProjectBuild({ ...folders, entries: main === undefined ? [] : [main] });
  await build.buildOnce({ isTold: false });
  return build.onNewFiles(async () => {
    try {
      if (await build.buildAgain({ isTold: false })) await onBuiltAgain();
    } catch (error) {
      consoleLog.error(String((error as Error).stack));
    }
  });
}

/**
 * Builds now and after each change of a source, and gives the runtime each new build. While a build fails, the last
 * good one stays in use.
 * @returns A function that stops watching. Resolves after the first build, even if that failed.
 */
export async function watchProject(folders: ProjectFolders): Promise<() => void> {
  // Where nothing compiles what the process loads, or a bundler did it before, the sources cannot be loaded.
  const loadsSources = registeredRoot() !== null;
  const stateOf = (path: string) => (isYoungerThanProcess(path) ? 'edited' : 'loaded');
  const build = createProjectBuild(folders, { loadsSources, stateOf, describeApart });
  const follower = new BuildFollower(folders.outDir);
  await build.watch();
  await follower.start();
  return () => {
    build.close();
    follower.close();
  };
}

const describeApart = (file: string): string =>
  `"${file}" is there twice now: steps use it as it is after the edit, and the rest of the process as it was. Start the process again to have it once.`;
