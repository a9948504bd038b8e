/** Serves the output of `vite build` in `vite preview`. */
import type { ResolvedConfig } from 'vite';
import { BuildFollower } from '../shared/build-follower.ts';
import { runWorld } from '../shared/run-world.ts';
import type { CommandPlugin } from './nitro.ts';
import type { ViteProject } from './options.ts';
import { serveRoutes } from './server-routes.ts';

/** A plugin that runs the existing build in the preview server. */
export function previewPlugin(readProject: (config: ResolvedConfig) => ViteProject): CommandPlugin {
  return {
    name: 'workflow:preview',
    configurePreviewServer(server) {
      const follower = new BuildFollower(readProject(server.config).outDir);
      serveRoutes(server, {
        run: () => runWorld(follower.start()),
        refresh: () => follower.refresh(),
      });
    },
  };
}
