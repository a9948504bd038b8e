/** Loads the built steps the way the application's own code is loaded. */
import type { ViteDevServer } from 'vite';
import type { ImportModule } from '../shared/build-follower.ts';
import { evaluateModule } from '../shared/evaluate-module.ts';

/** What of an environment that runs code in this process counts; others (of other runtimes) have no runner. */
interface RunnableEnvironment {
  runner?: { import(path: string): Promise<unknown> };
}

/**
 * Steps may import what only Vite can resolve, such as `$env/static/private`. The module is dropped from Vite's graph before
 * it is loaded again, so that nothing piles up over many edits.
 */
export function importByVite({ environments: { ssr } }: ViteDevServer): ImportModule {
  const { runner } = ssr as RunnableEnvironment;
  if (!runner) return evaluateModule;
  return (path) => {
    for (const module of ssr.moduleGraph.getModulesByFile(path) ?? []) ssr.moduleGraph.invalidateModule(module);
    return runner.import(path);
  };
}
