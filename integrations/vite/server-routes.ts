/** Mounts the well-known routes on a server of Vite's, and tells the runtime under which address it is reached. */
import type { IncomingMessage } from 'node:http';
import type { Connect, PreviewServer, ViteDevServer } from 'vite';
import { createHandler, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { toNodeHandler } from '../shared/node-handler.ts';
import { learnFromRequest, originOf } from '../shared/public-address.ts';

type AnyServer = Pick<ViteDevServer | PreviewServer, 'middlewares' | 'config'> & {
  /** `null`: it runs within another server. */
  httpServer: ViteDevServer['httpServer'];
};

export interface ServedRuntime {
  /** Called once, when the server listens. Resolves when the runtime has a build; never rejects. */
  run(): Promise<void>;
  /** Takes the build that is on disk now. */
  refresh(): Promise<void>;
}

/** Ahead of all that Vite does, which answers some methods and hosts by itself. */
export function serveRoutes(server: AnyServer, { run, refresh }: ServedRuntime): void {
  const ready = whenListening(server).then(run);
  const handle = createHandler();
  const answer = toNodeHandler(async (request) => {
    // The manifest is that of the files that are there now.
    await refresh();
    return await handle(request);
  });
  server.middlewares.stack.unshift({ route: '', handle: afterStart(ready, server.config.base, answer) });
}

/** The application's own requests wait for the first build as well: they are what starts runs. */
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

/** Vite can load modules of the application only from then on. A server within another one has nothing to listen on. */
function whenListening({ httpServer, config }: AnyServer): Promise<void> {
  return new Promise((resolve) => {
    if (!httpServer) return void setImmediate(resolve);
    httpServer.once('listening', () => {
      // One that speaks HTTP/2 is known by its requests.
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

/** The base may also be relative, or the address of another server that has the assets. */
const pathOf = (base: string): string => (base.startsWith('/') ? base : '');
