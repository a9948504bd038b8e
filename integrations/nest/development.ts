/** Builds again whenever a source changes, and serves the newest build without a restart. */
import { BuildFollower } from '../shared/build-follower.ts';
import { holdsBuild, readManifest } from '../shared/load-build.ts';
import type { BuildLog } from '../shared/project-build.ts';
import { filesOfThisProcess, type LoadedFiles, unlessEdited } from './loaded-files.ts';
import { markApplication } from './mark-application.ts';
import type { NestProject } from './options.ts';
import { requireBuild } from './require-build.ts';

/**
 * While a build fails, the last good one serves on. With `skipBuild` somebody else builds, and their builds are followed.
 * @returns Ends the watching.
 */
export async function serveForDevelopment(project: NestProject, log: BuildLog): Promise<() => void> {
  const loadedFile = filesOfThisProcess(project);
  const mark = markOnce(project, loadedFile);
  const stopBuilding = await watchSources(project, { log, loadedFile, onBuild: mark });
  await mark();
  const follower = new BuildFollower(project.outDir);
  await follower.start();
  return () => {
    stopBuilding();
    follower.close();
  };
}

/** Marks the application as soon as there is a build to do it by: what it has loaded stays the same afterwards. */
function markOnce(project: NestProject, loadedFile: LoadedFiles): () => Promise<void> {
  let isMarked = false;
  return async () => {
    if (isMarked || !holdsBuild(project.outDir)) return;
    isMarked = true;
    await markApplication(project, await readManifest(project.outDir), loadedFile);
  };
}

interface WatchOptions {
  log: BuildLog;
  loadedFile: LoadedFiles;
  /** Called after good builds. */
  onBuild(): Promise<void>;
}

async function watchSources(project: NestProject, { log, loadedFile, onBuild }: WatchOptions): Promise<() => void> {
  if (project.skipBuild) {
    requireBuild(project.outDir);
    return () => undefined;
  }
  const { createProjectBuild } = await import('./project-builder.ts');
  const build = createProjectBuild(project, {
    log,
    loadedFile: unlessEdited(loadedFile),
    onBuilt: (failure) => {
      if (failure === null) onBuild().catch((error: unknown) => log.error(String((error as Error).stack ?? error)));
    },
  });
  await build.watch();
  return () => build.close();
}
