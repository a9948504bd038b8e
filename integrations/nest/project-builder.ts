/** The build of a Nest application. A separate module, because a server with `skipBuild` needs no compiler. */
import { ProjectBuild, type ProjectBuildOptions } from '../shared/project-build.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { checkModuleType } from './check-module-type.ts';
import type { LoadedFiles } from './loaded-files.ts';
import type { NestProject } from './options.ts';

export { consoleLog } from '../shared/project-build.ts';

/** The logger and callback of a build, and how to find the file that the application loads for a source. */
export interface NestBuildOptions extends Pick<ProjectBuildOptions, 'log' | 'onBuilt'> {
  loadedFile: LoadedFiles;
}

/** The build of an application, in an output folder that git ignores. Nothing is built yet. */
export function createProjectBuild(project: NestProject, options: NestBuildOptions): ProjectBuild {
  checkModuleType(project, options.log);
  const { rootDir, dirs, outDir, moduleType } = project;
  // Keeps generated files out of git.
  writeGeneratedFiles(outDir, {});
  const loadWith = moduleType === 'commonjs' ? 'require' : 'import';
  return new ProjectBuild({ rootDir, dirs, outDir, loadWith, ...options });
}
