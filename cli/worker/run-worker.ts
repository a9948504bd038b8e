/** Loads a build, runs its workflows, and ends on a signal. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { toNodeHandler } from '../../integrations/shared/node-handler.ts';
import { loadBuild } from '../../integrations/shared/load-build.ts';
import { httpTraffic } from '../../integrations/shared/http-traffic.ts';
import { originOf } from '../../integrations/shared/public-address.ts';
import { closeWorld } from '../../integrations/shared/run-world.ts';
import { createHandler, getWorld, registerBuild, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { readBuildFolder } from '../program/build-folder.ts';
import type { GivenArguments } from '../program/command.ts';
import { describeManifest } from '../program/describe-manifest.ts';
import { cliError } from '../program/messages.ts';
import { readNumber } from '../program/project-options.ts';
import { untilToldToEnd } from '../program/until-told-to-end.ts';

/**
 * Resolves with the exit code when a signal ends the worker, or its store is gone.
 * @throws `server_build_missing`, `cli_port_unusable`.
 */
export async function runWorker(given: GivenArguments): Promise<number> {
  const outDir = readBuildFolder(given);
  const port = readNumber(given, 'port', { min: 0, max: 65_535 });
  // The runtime reads its settings from the environment alone.
  const concurrency = readNumber(given, 'concurrency', { min: 1, max: 100_000 });
  if (concurrency !== null) process.env['WORKFLOW_CONCURRENCY'] = String(concurrency);
  const build = await loadBuild(outDir);
  const server = port === null ? null : await serveRoutes(port);
  try {
    await registerBuild(build);
    await getWorld().start({ isTold: true });
  } catch (error) {
    // An open port would keep a process alive that works on nothing.
    server?.close();
    throw error;
  }
  const place = server ? `, with the routes on ${originOf(server)}` : '';
  console.log(`Working on ${describeManifest(build.manifest)} of build ${build.manifest.buildId.slice(0, 12)}${place}`);
  const gone = getWorld().untilGone();
  let isGone = false;
  await untilToldToEnd(gone.then(() => (isGone = true)));
  await closeWorld(() => server?.close());
  server?.closeAllConnections();
  // Whoever supervises the worker starts it again, with the store that is there then.
  return isGone ? 1 : 0;
}

/** @throws `cli_port_unusable`. */
async function serveRoutes(port: number): Promise<Server> {
  httpTraffic.follow();
  const server = createServer(toNodeHandler(createHandler())).listen(port);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw cliError('cli_port_unusable', { port, reason: error.code ?? error.message }, error);
  });
  const origin = originOf(server);
  if (origin !== null) setBaseUrl(origin);
  return server;
}
