/** The build of a Nest application. Apart from the rest, because a server that skips it needs no compiler. */
import { ProjectBuild, type ProjectBuildOptions } from '../shared/project-build.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { checkModuleType } from './check-module-type.ts';
import type { LoadedFiles } from './loaded-files.ts';
import type { NestProject } from './options.ts';

export { consoleLog } from '../shared/project-build.ts';

export interface NestBuildOptions extends Pick<ProjectBuildOptions, 'log' | 'onBuilt'> {
  loadedFile: LoadedFiles;
}

export function createProjectBuild(project: NestProject, options: NestBuildOptions): ProjectBuild {
  checkModuleType(project, options.log);
  const { rootDir, dirs, outDir, moduleType } = project;
  // Version control must not have what is made of the sources.
  writeGeneratedFiles(outDir, {});
  const loadWith = moduleType === 'commonjs' ? 'require' : 'import';
  return new ProjectBuild({ rootDir, dirs, outDir, loadWith, ...options });
}
