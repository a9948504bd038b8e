/** Loads the steps as the application loads its own modules, so that both have the same. */
import type { ModuleRunner } from 'vite/module-runner';
import type { ViteDevServer } from 'vite';
import type { ImportModule } from '../shared/build-follower.ts';

/**
 * How a host loads modules: by `server.ssrLoadModule()`, or by the runner of the environment. Each evaluates all
 * modules that it loads.
 */
export type ModuleLoading = 'ssrLoadModule' | 'runner';

/** Hosts that use the runner, by the names of their plugins. Most others are written like the examples of Vite. */
const USES_RUNNER = /^(?:react-router$|tanstack-start)/;

/**
 * Imports modules as the host does. The module itself is always evaluated again, and those that it imports if they have
 * changed.
 * @param loading Of the host; `null`: it is what the application was seen to use, or else what such hosts mostly use.
 * @returns `null`: another runtime evaluates the application.
 */
export function importByVite(server: ViteDevServer, loading: ModuleLoading | null): ImportModule | null {
  const { moduleGraph, runner } = server.environments.ssr as ViteDevServer['environments']['ssr'] & {
    runner?: ModuleRunner;
  };
  if (!runner) return null;
  const used = new Set<ModuleLoading>();
  const hasLoaded = (way: ModuleLoading): boolean =>
    way === 'runner'
      ? [...runner.evaluatedModules.fileToModulesMap.keys()].some((file) => isOfProject(server, file))
      : [...moduleGraph.idToModuleMap.values()].some(({ file, ssrModule }) => ssrModule && isOfProject(server, file));
  let chosen =
    loading ?? (server.config.plugins.some(({ name }) => USES_RUNNER.test(name)) ? 'runner' : 'ssrLoadModule');
  return (path) => {
    const other = chosen === 'runner' ? 'ssrLoadModule' : 'runner';
    if (loading === null && !used.has(other) && hasLoaded(other)) chosen = other;
    used.add(chosen);
    for (const module of moduleGraph.getModulesByFile(path) ?? []) moduleGraph.invalidateModule(module);
    return chosen === 'runner' ? runner.import(path) : server.ssrLoadModule(path);
  };
}

const isOfProject = ({ config: { root } }: ViteDevServer, file: string | null): boolean =>
  file !== null && file.startsWith(`${root}/`) && !file.includes('/node_modules/');
