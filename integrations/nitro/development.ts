/** Builds the workflows of a development server after each change of a source. */
import type { Nitro } from 'nitro/types';
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { ProjectBuild } from '../shared/project-build.ts';
import { ApplicationView, type BundlerConfig } from './application-view.ts';
import { isBuiltByVite } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';

declare module 'nitro/types' {
  interface NitroHooks {
    /** Called in development after each build of the workflows. @param failure `null`: it succeeded. */
    'workflow:built': (failure: CompileFailure | null) => void;
  }
}

/** While a build fails, the last good one stays in use. */
export function buildForDevelopment(nitro: Nitro, project: NitroProject): void {
  const { hooks, logger, options } = nitro;
  const { rootDir, dirs, outDir } = project;
  const view = isBuiltByVite(nitro) ? null : new ApplicationView(nitro, project);
  const build = new ProjectBuild({
    rootDir,
    dirs,
    outDir,
    alias: options.alias,
    log: logger,
    onBuilt: (failure) => {
      void hooks.callHook('workflow:built', failure);
      if (failure === null) void view?.update();
    },
  });
  hooks.hook('build:before', () => build.watch());
  hooks.hook('rollup:before', (_, config) => view?.follow(config as BundlerConfig));
  let hasReloaded = false;
  hooks.hook('dev:reload', () => {
    // The first reload belongs to the first build.
    if (hasReloaded) void build.rebuild();
    hasReloaded = true;
  });
  hooks.hook('close', () => build.close());
}
