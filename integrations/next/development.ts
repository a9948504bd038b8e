/** Builds the workflows of a development server after each change of a source, and runs them in the same process. */
import { BuildFollower } from '../shared/build-follower.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { consoleLog, ProjectBuild } from '../shared/project-build.ts';
import { runWorld } from '../shared/run-world.ts';
import { writeEntries } from './generated-entries.ts';
import type { NextProject } from './options.ts';
import { warnOfProject } from './project-warnings.ts';
import { learnAddress } from './server-address.ts';

/** Next evaluates its configuration more than once in a process. */
const started = new Map<string, Promise<void>>();

/** Resolves after the first build. While a build fails, the last good one stays in use. */
export function startDevelopment(project: NextProject): Promise<void> {
  const running = started.get(project.rootDir) ?? start(project);
  started.set(project.rootDir, running);
  return running;
}

async function start(project: NextProject): Promise<void> {
  const { rootDir, dirs, outDir } = project;
  writeEntries(project, ['routes']);
  writeGeneratedFiles(outDir, {});
  warnOfProject(project);
  learnAddress(project.basePath);
  await new ProjectBuild({ rootDir, dirs, outDir, log: consoleLog }).watch();
  void runWorld(new BuildFollower(outDir).start());
}
