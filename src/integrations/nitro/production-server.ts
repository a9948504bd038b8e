/** Runs inside a production server. */
import type { NitroAppPlugin } from 'nitro/types';
import { type Build, createHandler, getWorld, registerBuild } from '../../runtime/entries/runtime.ts';

/** Answers requests to all well-known routes. */
export const handleRequest = createHandler();

/** A Nitro plugin that starts the runtime on a build, so that runs go on before the first request comes. */
export function serveBuild(build: Build): NitroAppPlugin {
  return ({ hooks }) => {
    hooks.hook('close', () => getWorld().close());
    registerBuild(build)
      .then(() => getWorld().start())
      .catch((error: unknown) =>
        console.error('[workflow] The runtime cannot start; the next request tries again:', error),
      );
  };
}
