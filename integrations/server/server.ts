/** `workflow/server`: durable workflows in applications on any server that uses the Web's Request and Response. */
import '../../runtime/contract/node-version.ts';
import { createHandler as createRouteHandler, type RequestContext } from '../../runtime/entries/runtime.ts';
import { openDashboard } from '../shared/development-dashboard.ts';
import { httpTraffic } from '../shared/http-traffic.ts';
import { registeredRoot } from '../shared/project-root.ts';
import { closeWorld, runWorld } from '../shared/run-world.ts';
import { serverError } from './messages.ts';
import { readProject, type ServerProject, type WorkflowServerOptions } from './options.ts';
import { type ProvidedBuild, provideBuild } from './provide-build.ts';
import { ServerAddress } from './server-address.ts';

export type { RequestContext } from '../../runtime/entries/runtime.ts';
export { type NodeHandler, toNodeHandler, type WebHandler } from '../shared/node-handler.ts';
export { type FastifyHook, toFastifyHook } from '../shared/fastify-hook.ts';
export type { WorkflowServerOptions } from './options.ts';

/** A handler of Web requests with the life cycle of the runtime behind it. */
export interface WorkflowServer {
  /** Answers requests to the well-known routes, once the server is ready. `null`: the request is for another route. */
  (request: Request, context?: RequestContext): Promise<Response | null>;
  /** Whether a path, which may have a query, is one of the well-known routes, at any mount path. */
  owns(path: string): boolean;
  /**
   * Resolves when the worker runs on a build. Rejects when there can be no build; while sources are watched, a failed
   * build is reported and the next one tried. An unhandled rejection ends the process, as usual.
   */
  readonly ready: Promise<void>;
  /**
   * Stops watching, lets running steps and then requests under way finish, for at most `WORKFLOW_DRAIN_MS` and a
   * second, and closes the store. SIGTERM does the same. Call `server.close()` first, so that no new requests come.
   */
  close(): Promise<void>;
}

/**
 * Builds the workflows of a project, or takes the existing build, and runs them in this process. It starts at once, so
 * runs continue before the first request.
 * @throws `integration_…`, `server_…` when the options or the folders are wrong.
 */
export function createHandler(options: WorkflowServerOptions = {}): WorkflowServer {
  const project = readProject(options);
  checkRoot(project);
  httpTraffic.follow();
  const address = new ServerAddress({ trustsRequests: project.mode === 'watch' });
  // Before the build, so that the first request finds it.
  if (project.mode === 'watch') openDashboard();
  const build = provideBuild(project);
  const booted = boot(build);
  const routes = createRouteHandler();
  const handle = async (request: Request, context?: RequestContext): Promise<Response | null> => {
    address.onRequest(request.url);
    if (!routes.owns(new URL(request.url).pathname)) return null;
    await booted;
    return await routes(request, context);
  };
  return Object.assign(handle, {
    owns: routes.owns,
    // A new promise: requests that wait for `booted` must not mark a rejection as handled.
    ready: booted.then(() => undefined),
    async close() {
      await build.close();
      await closeWorld();
    },
  });
}

async function boot(build: ProvidedBuild): Promise<void> {
  await build.ready;
  await runWorld(Promise.resolve());
}

/** Ids in the application and in the build must match. @throws `server_root_differs`. */
function checkRoot({ rootDir }: ServerProject): void {
  const registered = registeredRoot();
  if (registered !== null && registered !== rootDir) throw serverError('server_root_differs', { rootDir, registered });
}
