/** Builds the workflows of a project. It is loaded only where something is built: the compiler doubles the time of a start. */
import { BuildFollower } from '../shared/build-follower.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { consoleLog, ProjectBuild } from '../shared/project-build.ts';
import type { ProjectFolders } from './options.ts';

/** A build of the project. Its folder keeps itself out of version control. */
export function createProjectBuild(folders: ProjectFolders): ProjectBuild {
  writeGeneratedFiles(folders.outDir, {});
  return new ProjectBuild({ ...folders, log: consoleLog });
}

/**
 * Builds now and whenever a source changes, and keeps the runtime on the newest build. While one fails, the last good one
 * serves on.
 * @returns What ends it, as soon as the first build was tried.
 */
export async function watchProject(folders: ProjectFolders): Promise<() => void> {
  const build = createProjectBuild(folders);
  const follower = new BuildFollower(folders.outDir);
  await build.watch();
  await follower.start();
  return () => {
    build.close();
    follower.close();
  };
}
