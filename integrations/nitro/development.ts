/** Builds the workflows of a development server after each change of a source. */
import type { Nitro } from 'nitro/types';
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { ProjectBuild } from '../shared/project-build.ts';
import { ApplicationView, type BundlerConfig } from './application-view.ts';
import { isBuiltByVite } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';
import { ServedSteps } from './served-steps.ts';
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
  const served = isBuiltByVite(nitro) ? new ServedSteps(project) : null;
  const shared = served ? null : new SharedModules();
  const view = shared && new ApplicationView(nitro, project, shared);
  const build = new ProjectBuild({
    rootDir,
    dirs,
    outDir,
    alias: options.alias,
    loadsSources: true,
    isBundled: true,
    ...(shared && { stateOf: shared.stateOf }),
    ...(served && { watchSources: (watched) => served.watch(watched) }),
    log: logger,
    onBuilt: (failure, result) => {
      void hooks.callHook('workflow:built', failure);
      if (failure === null) void view?.update();
      if (result) served?.update(result);
    },
  });
  hooks.hook('workflow:served', (pages) => served?.add(pages));
  hooks.hook('build:before', () => build.watch());
  hooks.hook('rollup:before', (_, config) => {
    const plugins = shared ? shared.plugins(build.rebuild) : [served!.plugin()];
    (config as BundlerConfig).plugins.splice(1, 0, ...plugins);
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
