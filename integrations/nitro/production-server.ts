/** Runs inside a production server. */
import type { NitroAppPlugin } from 'nitro/types';
import { type Build, createHandler, getWorld, registerBuild, setBasePath } from '../../runtime/entries/runtime.ts';
import { runWorld } from '../shared/run-world.ts';

/** Answers requests to all well-known routes. */
export const handleRequest = createHandler();

/** Requests may take so much longer than the last step. */
const REST_SECONDS = 2;

/**
 * A Nitro plugin that starts the runtime on a build, so that runs continue before the first request.
 * @param load Loads the build that is part of the server.
 * @param baseURL Path below which Nitro mounts the application, such as `/`.
 */
export function serveBuild(load: () => Promise<Build>, baseURL: string): NitroAppPlugin {
  setBasePath(baseURL);
  keepConnections(getWorld().drainMs);
  return ({ hooks }) => {
    hooks.hook('close', () => getWorld().close());
    void runWorld(registerBuild(load()));
  };
}

/**
 * The server of Nitro 3 cuts connections off five seconds after the signal, also those that wait for our steps. It
 * reads this setting after the plugins have begun.
 */
function keepConnections(drainMs: number): void {
  process.env['SERVER_SHUTDOWN_TIMEOUT'] ||= String(Math.ceil(drainMs / 1_000) + REST_SECONDS);
}
