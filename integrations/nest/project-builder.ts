/** The build of a Nest application. A separate module, because a server with `skipBuild` needs no compiler. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildLog, ProjectBuild, type ProjectBuildOptions } from '../shared/project-build.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import type { LoadedFiles } from './loaded-files.ts';
import { nestError } from './messages.ts';
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
  // Nest's compilers know no directives, so the sources are followed to the packages that they import.
  return new ProjectBuild({ rootDir, dirs, outDir, loadWith, entries: dirs, ...options });
}

/**
 * Warns if an application of CommonJS modules does not say so in its options. It is not an error, because `import` of
 * CommonJS modules often works. It fails where Node cannot see their exports (as in swc's output), or where a package
 * exists in both forms.
 */
export function checkModuleType({ rootDir, distDir, moduleType }: NestProject, log: BuildLog): void {
  if (moduleType === 'commonjs' || !existsSync(distDir)) return;
  const [packageFile] = [distDir, rootDir].map((dir) => join(dir, 'package.json')).filter((file) => existsSync(file));
  if (packageFile === undefined) return;
  const { type } = JSON.parse(readFileSync(packageFile, 'utf8')) as { type?: string };
  if (type !== 'module') log.warn(nestError('nest_module_type_mismatch', { distDir }).message);
}
