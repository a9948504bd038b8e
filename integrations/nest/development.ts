/** Builds again after each change of a source, and serves the newest build without a restart. */
import { BuildFollower } from '../shared/build-follower.ts';
import { holdsBuild, readManifest } from '../shared/load-build.ts';
import type { BuildLog } from '../shared/project-build.ts';
import { filesOfThisProcess, type LoadedFiles, unlessEdited } from './loaded-files.ts';
import { markApplication } from './mark-application.ts';
import type { NestProject } from './options.ts';
import { requireBuild } from './require-build.ts';

/**
 * While a build fails, the last good one stays in use. With `skipBuild`, follows the builds that another process
 * writes.
 * @returns A function that stops watching.
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

/** Marks the application once, after the first build: the modules that it has loaded do not change. */
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
  /** Called after each good build. */
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
