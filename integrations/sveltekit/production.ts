/** Puts the workflows into the server of a production build. */
import type { Plugin, ResolvedConfig } from 'vite';
import { emitForSvelteKit } from './platform-output.ts';
import { forVite, RUNTIME_PACKAGES } from '../shared/for-vite.ts';
import { consoleLog, ProjectBuild } from '../shared/project-build.ts';
import { standInModules } from '../shared/stand-in-modules.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { storeDriver } from '../shared/store-driver.ts';
import { wholeApplication } from '../shared/whole-application.ts';
import { sveltekitError } from './messages.ts';
import type { SvelteKitProject } from './options.ts';
import { createStandIns, STAND_IN_PLACES } from './server-modules.ts';

/**
 * Builds the workflows before SvelteKit bundles its server, and again when all modules of the server are known.
 * The server includes them.
 */
export function productionPlugins(readProject: (config: ResolvedConfig) => SvelteKitProject): Plugin[] {
  let project: SvelteKitProject;
  let workflows: ProjectBuild;
  const build: Plugin = {
    name: 'workflow:production',
    config: () => ({ ssr: { noExternal: [...RUNTIME_PACKAGES] } }),
    configResolved(config) {
      project = readProject(config);
    },
    async buildStart() {
      workflows = new ProjectBuild({ ...project, isBundled: true, loadsSources: true, log: consoleLog });
      await workflows.buildOnce();
    },
    // After the adapter.
    closeBundle: { order: 'post', sequential: true, handler: () => emitForSvelteKit(project) },
  };
  const standIns = standInModules({
    standIns: () => createStandIns(project),
    onMissing: (name) => sveltekitError('sveltekit_version_unsupported', { module: STAND_IN_PLACES[name] }),
  });
  const whole = wholeApplication({ outDir: () => project.outDir, complete: () => workflows.complete() });
  // Adapters bundle the server again and would lose a separate file.
  const stepMap = stepSourceMap(() => project.outDir, { place: 'inside' });
  return [build, ...[whole, standIns, storeDriver(), stepMap].map(forVite)].map((plugin) => ({
    ...plugin,
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
  }));
}
