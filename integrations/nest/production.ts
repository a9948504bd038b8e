/** Serves a build that stays as it is. */
import { registerBuild } from '../../runtime/entries/runtime.ts';
import { loadBuild, readManifest } from '../shared/load-build.ts';
import type { BuildLog } from '../shared/project-build.ts';
import { filesOfThisProcess } from './loaded-files.ts';
import { markApplication } from './mark-application.ts';
import type { NestProject } from './options.ts';
import { requireBuild } from './require-build.ts';

/** Builds unless `skipBuild` is set, and hands the build to the runtime. @throws Error with everything that is wrong and where. */
export async function serveForProduction(project: NestProject, log: BuildLog): Promise<void> {
  const loadedFile = filesOfThisProcess(project);
  if (project.skipBuild) requireBuild(project.outDir);
  else {
    const { createProjectBuild } = await import('./project-builder.ts');
    await createProjectBuild(project, { log, loadedFile }).buildOnce();
  }
  const manifest = await readManifest(project.outDir);
  // Classes that steps bring along are registered after those of the application, and so are the ones that steps get.
  await markApplication(project, manifest, loadedFile);
  await registerBuild(await loadBuild(project.outDir));
}
