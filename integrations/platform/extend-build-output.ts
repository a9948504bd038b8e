/**
 * Adds the well-known routes to a build for the hosting platform. They share one function under several paths. It is
 * separate from the function that answers visitors, because steps may run longer and need their own server runtime.
 */
import { join } from 'node:path';
import { editJson, emitFunction } from './emit-function.ts';
import { type PlatformRoute, platformRoutes, pathOf } from './platform-routes.ts';

/** A build in the platform's format, version 3. */
export interface BuildOutput {
  /** Directory of `config.json`, `functions/` and `static/`. */
  outputDir: string;
  /** Directory of the function that answers visitors. Its code contains our routes too. */
  serverDir: string;
  /** Path below which the application is mounted: `/` or `/app/`. */
  baseUrl: string;
  /** Server runtime of the function; `null`: the same as for visitors. */
  runtime: string | null;
}

/** The platform sends a GET request to `path` at the times of `schedule`, which is in UTC. */
interface CronEntry {
  path: string;
  schedule: string;
}

/** The parts of `config.json` that are edited. */
interface OutputConfig {
  routes?: PlatformRoute[];
  crons?: CronEntry[];
}

/**
 * Between requests no function runs, so only a cron call notices that a sleep is over. Once a minute is the most often
 * that the platform allows.
 */
const FLOW_SCHEDULE = '* * * * *';

/** Adds routes, function and cron entry. Call it when the rest of the build is written. */
export async function extendBuildOutput(output: BuildOutput): Promise<void> {
  const { outputDir, serverDir, baseUrl, runtime } = output;
  const base = baseUrl.replace(/\/+$/, '');
  const routes = platformRoutes(base);
  await emitFunction({
    from: serverDir,
    functionsDir: join(outputDir, 'functions'),
    paths: routes.map(({ dest }) => dest),
    settings: { maxDuration: 'max', ...(runtime !== null && { runtime }) },
  });
  await editJson<OutputConfig>(join(outputDir, 'config.json'), (config) => ({
    ...config,
    // First, because a catch-all page must not answer them.
    routes: [...routes, ...(config.routes ?? [])],
    crons: addCron(config.crons ?? [], { path: pathOf(base, 'flow'), schedule: FLOW_SCHEDULE }),
  }));
}

/** Adds an entry, unless the user has one for the same path: their plan may not allow ours. */
function addCron(crons: CronEntry[], entry: CronEntry): CronEntry[] {
  return crons.some(({ path }) => path === entry.path) ? crons : [...crons, entry];
}
