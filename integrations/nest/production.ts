/** Serves a build that does not change. */
import { registerBuild } from '../../runtime/entries/runtime.ts';
import { loadBuild, readManifest } from '../shared/load-build.ts';
import type { BuildLog } from '../shared/project-build.ts';
import { buildOutside, isInOtherRealm } from './build-outside.ts';
import { filesOfThisProcess } from './loaded-files.ts';
import { markApplication } from './mark-application.ts';
import type { NestProject } from './options.ts';
import { requireBuild } from './require-build.ts';

/** Builds unless `skipBuild` is set, and registers the build. @throws Error with every problem and its place. */
export async function serveForProduction(project: NestProject, log: BuildLog): Promise<void> {
  const loadedFile = filesOfThisProcess(project);
  if (project.skipBuild) requireBuild(project.outDir);
  else if (isInOtherRealm()) await buildOutside(project);
  else {
    const { createProjectBuild } = await import('./project-builder.ts');
    await createProjectBuild(project, { log, loadedFile }).buildOnce();
  }
  const manifest = await readManifest(project.outDir);
  await markApplication(project, manifest, loadedFile);
  await registerBuild(await loadBuild(project.outDir));
}
