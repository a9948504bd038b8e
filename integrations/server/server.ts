/** `workflow/server`: durable workflows in applications on any server that speaks the requests and responses of the Web. */
import '../../runtime/contract/node-version.ts';
import { createHandler as createRouteHandler, getWorld, type RequestContext } from '../../runtime/entries/runtime.ts';
import { registeredRoot } from '../shared/registered-root.ts';
import { runWorld } from '../shared/run-world.ts';
import { isWellKnownPath } from '../shared/well-known-path.ts';
import { serverError } from './messages.ts';
import { readProject, type ServerProject, type WorkflowServerOptions } from './options.ts';
import { type ProvidedBuild, provideBuild } from './provide-build.ts';
import { ServerAddress } from './server-address.ts';

export type { RequestContext } from '../../runtime/entries/runtime.ts';
export { type NodeHandler, toNodeHandler, type WebHandler } from '../shared/node-handler.ts';
export { type FastifyHook, toFastifyHook } from './fastify-hook.ts';
export type { WorkflowServerOptions } from './options.ts';

export interface WorkflowServer {
  /** Answers requests to the well-known routes, as soon as the server is ready; `null`: the request is not for them. */
  (request: Request, context?: RequestContext): Promise<Response | null>;
  /**
   * Resolves when the worker runs on a build. Rejects when there can be none; while sources are watched a build that fails
   * is reported, and the next one tried. A rejection that nobody handles ends the process, as any other.
   */
  readonly ready: Promise<void>;
  /** Lets work under way finish for at most 5 seconds, closes the store, and watches no longer. SIGTERM does it by itself. */
  close(): Promise<void>;
}

/**
 * Builds the workflows of a project, or takes the build that is there, and runs them in this process: at once, so that
 * runs go on before the first request.
 * @throws `integration_…`, `server_…` when the options or the folders are wrong.
 */
export function createHandler(options: WorkflowServerOptions = {}): WorkflowServer {
  const project = readProject(options);
  checkRoot(project);
  const address = new ServerAddress({ trustsRequests: project.mode === 'watch' });
  const build = provideBuild(project);
  const booted = boot(build);
  const routes = createRouteHandler();
  const handle = async (request: Request, context?: RequestContext): Promise<Response | null> => {
    address.onRequest(request.url);
    if (!isWellKnownPath(new URL(request.url).pathname)) return null;
    await booted;
    return await routes(request, context);
  };
  return Object.assign(handle, {
    // A promise of its own: a request that waits must not make a rejection count as handled.
    ready: booted.then(() => undefined),
    async close() {
      await build.close();
      await getWorld().close();
    },
  });
}

async function boot(build: ProvidedBuild): Promise<void> {
  await build.ready;
  await runWorld(Promise.resolve());
}

/** Ids in the application and in the build must be the same. @throws `server_root_differs`. */
function checkRoot({ rootDir }: ServerProject): void {
  const registered = registeredRoot();
  if (registered !== null && registered !== rootDir) throw serverError('server_root_differs', { rootDir, registered });
}
