/** Runs inside a development server: a process that Nitro starts again whenever the application's bundle changes. */
import type { IncomingMessage } from 'node:http';
import type { NitroAppPlugin } from 'nitro/types';
import { createHandler, getWorld, setBasePath } from '../../runtime/entries/runtime.ts';
import { BuildFollower } from '../shared/build-follower.ts';
import { learnFromRequest } from '../shared/public-address.ts';
import { runWorld } from '../shared/run-world.ts';
import { RequestsUnderWay } from './requests-under-way.ts';

/** Nitro gives a server 5 seconds to end, of which giving back runs takes some. */
const ANSWER_LIMIT_MS = 3_000;

let follower: BuildFollower | null = null;

/** Answers requests to all well-known routes but the manifest's. */
export const handleRequest = createHandler();

/** Answers with the manifest that is on disk now. */
export async function handleManifest(request: Request): Promise<Response> {
  await follower?.refresh();
  return await handleRequest(request);
}

export interface FollowedBuild {
  /** Folder of the build. */
  outDir: string;
  /** Path below which Nitro mounts the application, such as `/`. */
  baseURL: string;
}

/** A Nitro plugin that keeps the runtime on the newest build in a folder, and starts it with the first. */
export function followBuild({ outDir, baseURL }: FollowedBuild): NitroAppPlugin {
  setBasePath(baseURL);
  // Vite evaluates the application again and again in one process.
  if (!follower) {
    follower = new BuildFollower(outDir);
    void runWorld(follower.start());
  }
  return ({ hooks }) => {
    const requests = new RequestsUnderWay();
    requests.follow(hooks);
    hooks.hook('request', ({ req }) => learnFromRequest(addressOf(req)));
    hooks.hook('close', async () => {
      // Runs that requests wait for go on here: there is no other server until this one has ended.
      await requests.settled(ANSWER_LIMIT_MS);
      follower?.close();
      await getWorld().close();
    });
  };
}

/** Those of version 2 are requests of Node, whose address is in a header. Nitro chooses the port in another thread. */
function addressOf(request: Pick<Request, 'url'> | IncomingMessage): string {
  return 'socket' in request ? `http://${request.headers.host}` : request.url;
}
