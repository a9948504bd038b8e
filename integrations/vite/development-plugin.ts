/** Runs workflows inside a Vite development server. Frameworks on top of Vite use it as it is. */
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Plugin, ResolvedConfig, ViteDevServer } from 'vite';
import type { BuildLog } from '../shared/project-build.ts';
import { DevelopmentSession } from './development-session.ts';
import { ErrorOverlay } from './error-overlay.ts';
import type { ViteProject } from './options.ts';
import { serveRoutes } from './server-routes.ts';
import { importByVite } from './step-loader.ts';

/** Says what is built. Called once for each server, with Vite's final configuration. */
export type ReadViteProject = (config: ResolvedConfig) => Omit<ViteProject, 'outDir'>;

/**
 * A plugin that builds the workflows again whenever a source changes, serves the well-known routes ahead of everything
 * else, starts the runtime with the server and ends it with the server. What is built goes to Vite's cache folder.
 */
export function developmentPlugin(readProject: ReadViteProject): Plugin & { apply: 'serve' } {
  const sessions = new WeakMap<object, DevelopmentSession>();
  return {
    name: 'workflow:development',
    apply: 'serve',
    enforce: 'pre',
    // The application shares this copy of the package, wherever it is installed from.
    config: () => ({ ssr: { external: ['workflow'] } }),
    configureServer: {
      order: 'pre',
      async handler(server) {
        if (!isForPeople(server.config)) return;
        const session = openSession(server, readProject(server.config));
        sessions.set(server.config, session);
        serveRoutes(server, {
          run: () => session.run(),
          refresh: () => session.refresh(),
        });
        await session.build();
      },
    },
    // Vite calls it when the server is closed, for each environment.
    async closeBundle() {
      await sessions.get(this.environment.getTopLevelConfig())?.end();
    },
  };
}

/** Servers that tools make for their own purpose, such as test runners, have no use for a runtime. */
function isForPeople({ plugins }: ResolvedConfig): boolean {
  return isMainThread && !plugins.some(({ name }) => name === 'vitest');
}

function openSession(server: ViteDevServer, project: Omit<ViteProject, 'outDir'>): DevelopmentSession {
  const overlay = new ErrorOverlay(server);
  return DevelopmentSession.open({
    // A folder that Vite itself does not watch.
    project: { ...project, outDir: join(server.config.cacheDir, 'workflow') },
    log: toBuildLog(server.config.logger),
    importSteps: importByVite(server),
    onBuilt: (failure) => overlay.show(failure),
  });
}

function toBuildLog(logger: ResolvedConfig['logger']): BuildLog {
  const print = (level: 'info' | 'warn' | 'error', text: string): void =>
    logger[level](`[workflow] ${text}`, { timestamp: true });
  return {
    success: (text) => print('info', text),
    warn: (text) => print('warn', text),
    error: (text) => print('error', text),
  };
}
