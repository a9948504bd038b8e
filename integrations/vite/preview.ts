/** Serves what `vite build` has made, with `vite preview`. */
import type { ResolvedConfig } from 'vite';
import { BuildFollower } from '../shared/build-follower.ts';
import { runWorld } from '../shared/run-world.ts';
import type { CommandPlugin } from './nitro.ts';
import type { ViteProject } from './options.ts';
import { serveRoutes } from './server-routes.ts';

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
