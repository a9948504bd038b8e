/** Runs inside a development server, a process that Nitro restarts when the application's bundle changes. */
import type { IncomingMessage } from 'node:http';
import type { NitroAppPlugin } from 'nitro/types';
import { createHandler, getWorld, setBasePath } from '../../runtime/entries/runtime.ts';
import { BuildFollower, type ImportModule, type StepLoading } from '../shared/build-follower.ts';
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
 * @param bundled The modules of the server's bundle that steps share.
 */
export const followBundled = (build: FollowedBuild, bundled: BundledModules): NitroAppPlugin =>
  followBuild(build, { importSteps: (path) => evaluateModule(path, bundled), isReplaced: true });

/**
 * The same where Vite serves the modules: its runner loads the steps, and {@link reloadSteps} tells of later builds.
 */
export const followServed = (build: FollowedBuild): NitroAppPlugin =>
  followBuild(build, { importSteps: importServed, isLive: true, isTold: true });

/** A new build is there, or Vite has dropped modules. It drops those that were edited while none are loaded. */
export async function reloadSteps(): Promise<void> {
  const environments = (globalThis as typeof globalThis & ServedEnvironments).__nitro_vite_envs__ ?? {};
  await Promise.all(Object.values(environments).map(async (environment) => environment?.reloadPromise));
  await follower?.reload();
}

function followBuild({ outDir, baseURL }: FollowedBuild, loading: StepLoading): NitroAppPlugin {
  setBasePath(baseURL);
  // Vite evaluates the application several times in one process.
  if (follower) {
    void reloadSteps();
  } else {
    follower = new BuildFollower(outDir, loading);
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

/** The globals of Nitro's development server for the environments of Vite in its process. */
interface ServedEnvironments {
  __nitro_vite_envs__?: Record<string, { reloadPromise?: Promise<unknown> } | undefined>;
  __VITE_ENVIRONMENT_RUNNER_IMPORT__(environment: string, id: string): Promise<unknown>;
}

const importServed: ImportModule = (path) =>
  (globalThis as typeof globalThis & ServedEnvironments).__VITE_ENVIRONMENT_RUNNER_IMPORT__('nitro', path);

/** In version 2 requests are Node's, with the host in a header. Nitro chooses the port in another thread. */
function addressOf(request: Pick<Request, 'url'> | IncomingMessage): string {
  return 'socket' in request ? `http://${request.headers.host}` : request.url;
}
