/** Puts the workflows into the server of a production build. */
import type { Plugin, ResolvedConfig } from 'vite';
import { forVite, RUNTIME_PACKAGES } from '../shared/for-vite.ts';
import { consoleLog, ProjectBuild } from '../shared/project-build.ts';
import { standInModules } from '../shared/stand-in-modules.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { storeThreadInline } from '../shared/store-thread.ts';
import { sveltekitError } from './messages.ts';
import type { SvelteKitProject } from './options.ts';
import { createStandIns, STAND_IN_PLACES } from './server-modules.ts';

/** Builds the workflows before SvelteKit bundles its server, and includes them in it. */
export function productionPlugins(readProject: (config: ResolvedConfig) => SvelteKitProject): Plugin[] {
  let project: SvelteKitProject;
  const build: Plugin = {
    name: 'workflow:production',
    config: () => ({ ssr: { noExternal: [...RUNTIME_PACKAGES] } }),
    configResolved(config) {
      project = readProject(config);
    },
    async buildStart() {
      await new ProjectBuild({ ...project, isBundled: true, log: consoleLog }).buildOnce();
    },
  };
  const standIns = standInModules({
    standIns: () => createStandIns(project),
    onMissing: (name) => sveltekitError('sveltekit_version_unsupported', { module: STAND_IN_PLACES[name] }),
  });
  // Adapters bundle the server again and would lose a separate file.
  const stepMap = stepSourceMap(() => project.outDir, 'inside');
  return [build, ...[standIns, storeThreadInline(), stepMap].map(forVite)].map((plugin) => ({
    ...plugin,
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
  }));
}
