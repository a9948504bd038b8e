/** Runs inside a development server, a process that Nitro restarts when the application's bundle changes. */
import type { IncomingMessage } from 'node:http';
import type { NitroAppPlugin } from 'nitro/types';
import { createHandler, getWorld, setBasePath } from '../../runtime/entries/runtime.ts';
import { BuildFollower, type StepLoading } from '../shared/build-follower.ts';
import { type BundledModules, evaluateModule } from '../shared/evaluate-module.ts';
import { learnFromRequest } from '../shared/public-address.ts';
import { runWorld } from '../shared/run-world.ts';
import { RequestsUnderWay } from './requests-under-way.ts';

/** Nitro gives a server 5 seconds to end, and releasing runs takes some of them. */
const ANSWER_LIMIT_MS = 3_000;

let follower: BuildFollower | null = null;

/** Answers requests to all well-known routes except the manifest. */
export const handleRequest = createHandler();

/** Answers with the manifest that is on disk now. */
export async function handleManifest(request: Request): Promise<Response> {
  await follower?.refresh();
  return await handleRequest(request);
}

/** The folder of a build, and the mount path of the server that runs it. */
export interface FollowedBuild {
  /** Absolute path of the build's folder. */
  outDir: string;
  /** Path below which Nitro mounts the application, such as `/`. */
  baseURL: string;
}

/**
 * A Nitro plugin that starts the runtime on the first build in a folder, and gives it each later one.
 * @param bundled The modules that steps share. Default: the steps have copies of the modules that they import.
 */
export function followBuild({ outDir, baseURL }: FollowedBuild, bundled?: BundledModules): NitroAppPlugin {
  setBasePath(baseURL);
  // Vite evaluates the application several times in one process.
  if (!follower) {
    follower = new BuildFollower(outDir, bundled && loadingWith(bundled));
    void runWorld(follower.start());
  }
  return ({ hooks }) => {
    const requests = new RequestsUnderWay();
    requests.follow(hooks);
    hooks.hook('request', ({ req }) => learnFromRequest(addressOf(req)));
    hooks.hook('close', async () => {
      // Runs that requests wait for continue here: no other server starts before this one has ended.
      await requests.settled(ANSWER_LIMIT_MS);
      follower?.close();
      await getWorld().close();
    });
  };
}

const loadingWith = (bundled: BundledModules): StepLoading => ({
  importSteps: (path) => evaluateModule(path, bundled),
  isReplaced: true,
});

/** In version 2 requests are Node's, with the host in a header. Nitro chooses the port in another thread. */
function addressOf(request: Pick<Request, 'url'> | IncomingMessage): string {
  return 'socket' in request ? `http://${request.headers.host}` : request.url;
}
