/** Builds the workflows of a development server after each change of a source. */
import type { Nitro } from 'nitro/types';
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { ProjectBuild } from '../shared/project-build.ts';
import { ApplicationView, type BundlerConfig } from './application-view.ts';
import { isBuiltByVite } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';
import { SharedModules } from './shared-modules.ts';

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
  const shared = isBuiltByVite(nitro) ? null : new SharedModules();
  const view = shared && new ApplicationView(nitro, project, shared);
  const build = new ProjectBuild({
    rootDir,
    dirs,
    outDir,
    alias: options.alias,
    ...(shared && { loadsSources: true, isBundled: true, stateOf: shared.stateOf }),
    log: logger,
    onBuilt: (failure) => {
      void hooks.callHook('workflow:built', failure);
      if (failure === null) void view?.update();
    },
  });
  hooks.hook('build:before', () => build.watch());
  hooks.hook('rollup:before', (_, config) => {
    if (shared) (config as BundlerConfig).plugins.splice(1, 0, ...shared.plugins(build.rebuild));
    view?.follow(config as BundlerConfig);
  });
  let hasReloaded = false;
  hooks.hook('dev:reload', () => {
    // The first reload belongs to the first build.
    if (hasReloaded) void build.rebuild();
    hasReloaded = true;
    if (shared?.isStale) void hooks.callHook('rollup:reload');
  });
  hooks.hook('close', () => build.close());
}
