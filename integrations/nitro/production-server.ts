/** Runs inside a production server. */
import type { NitroAppPlugin } from 'nitro/types';
import { type Build, createHandler, getWorld, registerBuild, setBasePath } from '../../runtime/entries/runtime.ts';
import { runWorld } from '../shared/run-world.ts';

/** Answers requests to all well-known routes. */
export const handleRequest = createHandler();

/**
 * A Nitro plugin that starts the runtime on a build, so that runs continue before the first request.
 * @param load Loads the build that is part of the server.
 * @param baseURL Path below which Nitro mounts the application, such as `/`.
 */
export function serveBuild(load: () => Promise<Build>, baseURL: string): NitroAppPlugin {
  setBasePath(baseURL);
  return ({ hooks }) => {
    hooks.hook('close', () => getWorld().close());
    void runWorld(registerBuild(load()));
  };
}
