/** `workflow worker`: a process that only works on runs. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { toNodeHandler } from '../integrations/shared/node-handler.ts';
import { holdsBuild, loadBuild } from '../integrations/shared/load-build.ts';
import { originOf } from '../integrations/shared/public-address.ts';
import { serverError } from '../integrations/server/messages.ts';
import { DEFAULT_OUT_DIR, readRoot } from '../integrations/server/options.ts';
import { createHandler, getWorld, registerBuild, setBaseUrl } from '../runtime/entries/runtime.ts';
import { describeManifest } from './describe-manifest.ts';
import type { Command, GivenArguments } from './command.ts';
import { cliError } from './messages.ts';
import { FOLDER_OPTIONS, readNumber } from './project-options.ts';
import { untilToldToEnd } from './until-told-to-end.ts';

export const workerCommand: Command = {
  name: 'worker',
  summary: 'works on the runs of a store, with the code that `workflow build` made',
  details: 'The store is the one that the environment names (WORKFLOW_DATA_DIR and others). SIGTERM drains.',
  options: {
    ...FOLDER_OPTIONS,
    concurrency: { value: '<number>', help: 'steps that run at the same time (default: WORKFLOW_CONCURRENCY, or 100)' },
    port: { value: '<number>', help: 'also serves the routes of webhooks and wake-ups there (default: no HTTP)' },
  },
  run: runWorker,
};

async function runWorker(given: GivenArguments): Promise<number> {
  const outDir = readBuildFolder(given);
  const port = readNumber(given, 'port', { min: 0, max: 65_535 });
  // Read by the runtime's settings, the only place that knows all of them.
  const concurrency = readNumber(given, 'concurrency', { min: 1, max: 100_000 });
  if (concurrency !== null) process.env['WORKFLOW_CONCURRENCY'] = String(concurrency);
  const build = await loadBuild(outDir);
  const server = port === null ? null : await serveRoutes(port);
  await registerBuild(build);
  await getWorld().start();
  const place = server ? `, with the routes on ${originOf(server)}` : '';
  console.log(`Working on ${describeManifest(build.manifest)} of build ${build.manifest.buildId.slice(0, 12)}${place}`);
  await untilToldToEnd();
  server?.close();
  await getWorld().close();
  server?.closeAllConnections();
  return 0;
}

/** @throws `server_build_missing`. */
function readBuildFolder({ options }: GivenArguments): string {
  const outDir = resolve(readRoot(options.get('root')), options.get('out-dir') ?? DEFAULT_OUT_DIR);
  if (!holdsBuild(outDir)) throw serverError('server_build_missing', { outDir });
  return outDir;
}

/** @throws `cli_port_unusable`. */
async function serveRoutes(port: number): Promise<Server> {
  const server = createServer(toNodeHandler(createHandler())).listen(port);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw cliError('cli_port_unusable', { port, reason: error.code ?? error.message }, error);
  });
  const origin = originOf(server);
  if (origin !== null) setBaseUrl(origin);
  return server;
}
