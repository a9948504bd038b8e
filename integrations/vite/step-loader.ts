/** Loads the built steps the way Vite loads the application's code. */
import type { ViteDevServer } from 'vite';
import type { ImportModule } from '../shared/build-follower.ts';
import { evaluateModule } from '../shared/evaluate-module.ts';

/** The part of a runnable environment that is used; environments of other runtimes have no runner. */
interface RunnableEnvironment {
  runner?: { import(path: string): Promise<unknown> };
}

/**
 * Imports modules through Vite, because steps may import modules that only Vite can resolve, such as
 * `$env/static/private`. Before it is loaded again, the module is removed from Vite's graph, so that versions do not
 * pile up.
 */
export function importByVite({ environments: { ssr } }: ViteDevServer): ImportModule {
  const { runner } = ssr as RunnableEnvironment;
  if (!runner) return evaluateModule;
  return (path) => {
    for (const module of ssr.moduleGraph.getModulesByFile(path) ?? []) ssr.moduleGraph.invalidateModule(module);
    return runner.import(path);
  };
}
