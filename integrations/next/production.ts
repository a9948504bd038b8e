/** Builds the workflows of a production server, before Next bundles them with the application. */
import { warnOfEnvironment } from '../platform/check-environment.ts';
import { platformOfBuild } from '../platform/platforms.ts';
import { consoleLog, ProjectBuild } from '../shared/project-build.ts';
import { entriesOf } from './application-entries.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { BOOT_FILE, bootCode } from './boot-file.ts';
import { removeOtherEntries, writeEntries } from './generated-entries.ts';
import { divideIntoLayers, layerModules } from './layers.ts';
import { lendInstrumentation } from './instrumentation.ts';
import type { NextProject } from './options.ts';
import { isBuiltByParent, markAsBuilder } from './process-kind.ts';
import { warnOfProject } from './project-warnings.ts';

/** Next evaluates its configuration more than once in a process. */
const builds = new Map<string, Promise<void>>();

/** Builds the workflows. A failure ends Next's build with every problem and its place. */
export async function buildForProduction(project: NextProject): Promise<void> {
  if (isBuiltByParent()) return;
  markAsBuilder();
  const build = builds.get(project.rootDir) ?? buildProject(project);
  builds.set(project.rootDir, build);
  await build;
}

async function buildProject(project: NextProject): Promise<void> {
  const { rootDir, dirs, outDir } = project;
  const result = await new ProjectBuild({
    rootDir,
    dirs,
    outDir,
    entries: entriesOf(project),
    isBundled: true,
    loadsSources: true,
    log: consoleLog,
  }).buildOnce();
  const files = await divideIntoLayers(project, result);
  const layers = new Set(files.keys());
  const boot = bootCode(project, result.manifest, layers);
  writeGeneratedFiles(outDir, { ...layerModules(project, files), [BOOT_FILE]: boot });
  removeOtherEntries(project, layers);
  writeEntries(project, layers);
  lendInstrumentation(project);
  warnOfProject(project);
  warnOfEnvironment(platformOfBuild(), consoleLog.warn);
}
