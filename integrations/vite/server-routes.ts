/** Mounts the well-known routes on a Vite server, and gives the runtime its address. */
import type { IncomingMessage } from 'node:http';
import type { Connect, PreviewServer, ViteDevServer } from 'vite';
import { createHandler, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { toNodeHandler } from '../shared/node-handler.ts';
import { learnFromRequest, originOf } from '../shared/public-address.ts';

type AnyServer = Pick<ViteDevServer | PreviewServer, 'middlewares' | 'config'> & {
  /** `null`: the server runs inside another one. */
  httpServer: ViteDevServer['httpServer'];
};

/** The runtime behind the routes of a server. */
export interface ServedRuntime {
  /** Called once, when the server listens. Resolves when the runtime has a build; never rejects. */
  run(): Promise<void>;
  /** Takes the build that is on disk now. */
  refresh(): Promise<void>;
}

/** Adds the routes before all of Vite's middleware, which answers some methods and hosts itself. */
export function serveRoutes(server: AnyServer, { run, refresh }: ServedRuntime): void {
  const ready = whenListening(server).then(run);
  const handle = createHandler();
  const handleRefreshed = async (request: Request): Promise<Response> => {
    // The manifest must describe the present files.
    await refresh();
    return await handle(request);
  };
  const answer = toNodeHandler(Object.assign(handleRefreshed, { owns: handle.owns }));
  server.middlewares.stack.unshift({ route: '', handle: afterStart(ready, server.config.base, answer) });
}

/** The application's requests wait for the first build too, because they start runs. */
function afterStart(
  ready: Promise<void>,
  base: string,
  answer: Connect.NextHandleFunction,
): Connect.NextHandleFunction {
  let isReady = false;
  void ready.then(() => (isReady = true));
  return (request, response, next) => {
    learnFromRequest(originOfRequest(request), pathOf(base));
    if (isReady) answer(request, response, next);
    else void ready.then(() => answer(request, response, next));
  };
}

/** Only then can Vite load modules of the application. A server inside another one does not listen. */
function whenListening({ httpServer, config }: AnyServer): Promise<void> {
  return new Promise((resolve) => {
    if (!httpServer) return void setImmediate(resolve);
    httpServer.once('listening', () => {
      // The address of an HTTP/2 server is learned from its requests.
      const origin = originOf(httpServer);
      if (origin !== null) setBaseUrl(origin + pathOf(config.base));
      resolve();
    });
  });
}

function originOfRequest({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const host = headers.host ?? String(headers[':authority']);
  return `${'encrypted' in socket ? 'https' : 'http'}://${host}`;
}

/** The base may also be relative, or the address of another server with the assets. */
const pathOf = (base: string): string => (base.startsWith('/') ? base : '');
