/**
 * Adds the well-known routes to a build for the hosting platform. They are one function under several paths, apart from the
 * one that answers visitors: steps may run longer, on a server runtime of their own.
 */
import { join } from 'node:path';
import { addCron, type CronEntry, FLOW_SCHEDULE } from './crons.ts';
import { editJson } from './edit-json.ts';
import { emitFunction } from './emit-function.ts';
import { type PlatformRoute, platformRoutes, pathOf } from './platform-routes.ts';

/** A build in the platform's format, version 3. */
export interface BuildOutput {
  /** Directory of `config.json`, `functions/` and `static/`. */
  outputDir: string;
  /** Directory of the function that answers visitors, whose code has our routes, too. */
  serverDir: string;
  /** Path below which the application is mounted: `/` or `/app/`. */
  baseUrl: string;
  /** Server runtime of the function; `null`: that of the function that answers visitors. */
  runtime: string | null;
  /** Whether the manifest is public. */
  hasManifest: boolean;
}

/** What is edited of `config.json`; the rest stays as it is. */
interface OutputConfig {
  routes?: PlatformRoute[];
  crons?: CronEntry[];
}

/** Called when everything else of the build is written. */
export async function extendBuildOutput(output: BuildOutput): Promise<void> {
  const { outputDir, serverDir, baseUrl, runtime, hasManifest } = output;
  const base = baseUrl.replace(/\/+$/, '');
  const routes = platformRoutes({ base, hasManifest });
  await emitFunction({
    from: serverDir,
    functionsDir: join(outputDir, 'functions'),
    paths: routes.map(({ dest }) => dest),
    settings: { maxDuration: 'max', ...(runtime !== null && { runtime }) },
  });
  await editJson<OutputConfig>(join(outputDir, 'config.json'), (config) => ({
    ...config,
    // Before all others: a page that answers any path must not get them.
    routes: [...routes, ...(config.routes ?? [])],
    crons: addCron(config.crons ?? [], { path: pathOf(base, 'flow'), schedule: FLOW_SCHEDULE }),
  }));
}
