/** Builds the workflows of a development server after each change of a source, and runs them in the same process. */
import { knownLayers, LAYERS, type Layer } from '../../runtime/contract/layers.ts';
import { registerBuild } from '../../runtime/entries/runtime.ts';
import { BuildFollower } from '../shared/build-follower.ts';
import { createBuildQueue } from '../shared/build-queue.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { consoleLog, ProjectBuild } from '../shared/project-build.ts';
import { runWorld } from '../shared/run-world.ts';
import { entriesOf } from './application-entries.ts';
import { DevelopmentSteps } from './development-steps.ts';
import { writeEntries } from './generated-entries.ts';
import { type LayerFiles, layerModules } from './layers.ts';
import type { NextProject } from './options.ts';
import { warnOfProject } from './project-warnings.ts';
import { learnAddress } from './server-address.ts';

/** Next evaluates its configuration more than once in a process. */
const started = new Map<string, Promise<void>>();

const NO_FILES: LayerFiles = new Map([['routes', []]]);

/** Resolves after the first build. While a build fails, the last good one stays in use. */
export function startDevelopment(project: NextProject): Promise<void> {
  const running = started.get(project.rootDir) ?? start(project);
  started.set(project.rootDir, running);
  return running;
}

async function start(project: NextProject): Promise<void> {
  const { rootDir, dirs, outDir } = project;
  writeEntries(project, ['routes']);
  // Compiled code imports these, also while no build succeeds.
  writeGeneratedFiles(outDir, layerModules(project, NO_FILES));
  warnOfProject(project);
  learnAddress(project.basePath);
  const steps = new DevelopmentSteps(project);
  const follower = new BuildFollower(outDir, { importSteps: steps.importSteps, isLive: true });
  const reload = createBuildQueue(() => follower.reload());
  const renew = (): void => holdRequests(reload(), follower);
  await new ProjectBuild({
    rootDir,
    dirs,
    outDir,
    entries: entriesOf(project),
    isBundled: true,
    loadsSources: true,
    log: consoleLog,
    onBuilt(_failure, result) {
      if (result) steps.write(result);
      if (steps.isServed) renew();
    },
  }).watch();
  const loaded = follower.start();
  void runWorld(loaded);
  // Before that only the user's `instrumentation` runs, and the server waits for it.
  steps.onServed = () => {
    holdRequests(loaded, follower);
    followLayers(renew);
  };
}

/** Requests wait for the steps, so that their runs begin with the modules that the request has. */
function holdRequests(until: Promise<void>, follower: BuildFollower): void {
  registerBuild(until.then(() => follower.requireBuild())).catch(() => {});
}

/** Where Next has evaluated modules of the application once more, it has dropped those that the steps have. */
function followLayers(onNew: () => void): void {
  class FollowedLayers extends Set<Layer> {
    override add(layer: Layer): this {
      onNew();
      return super.add(layer);
    }
  }
  const known = knownLayers();
  (globalThis as { [key: symbol]: unknown })[Symbol.for(LAYERS)] = new FollowedLayers(known);
}
