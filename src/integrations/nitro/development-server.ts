/** Runs inside a development server: a worker that Nitro starts again whenever the application's own code changes. */
import type { IncomingMessage } from 'node:http';
import type { NitroAppPlugin } from 'nitro/types';
import { createHandler, getWorld, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { BuildFollower } from '../shared/build-follower.ts';

let follower: BuildFollower | null = null;

/** Answers requests to all well-known routes but the manifest's. */
export const handleRequest = createHandler();

/** Answers with the manifest that is on disk now. */
export async function handleManifest(request: Request): Promise<Response> {
  await follower?.refresh();
  return await handleRequest(request);
}

/** A Nitro plugin that keeps the runtime on the newest build in `outDir`, and starts it with the first. */
export function followBuild(outDir: string): NitroAppPlugin {
  const followed = new BuildFollower(outDir);
  follower = followed;
  return ({ hooks }) => {
    hooks.hook('request', ({ req }) => learnAddress(req));
    hooks.hook('close', async () => {
      followed.close();
      await getWorld().close();
    });
    followed
      .start()
      .then(() => getWorld().start())
      .catch((error: unknown) =>
        console.error('[workflow] The runtime cannot start; the next request tries again:', error),
      );
  };
}

/** Requests of version 2 of Nitro are those of Node, whose address is in a header. */
type AnyRequest = Pick<Request, 'url'> | IncomingMessage;

/** Nitro chooses the port in another thread. Only addresses of this machine count: the others are what callers claim. */
function learnAddress(request: AnyRequest): void {
  const url = 'socket' in request ? URL.parse(`http://${request.headers.host}`) : URL.parse(request.url);
  if (url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) setBaseUrl(url.origin);
}
