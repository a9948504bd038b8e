/** Runs workflows inside a Vite development server, also for frameworks on top of Vite. */
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Plugin, ResolvedConfig, ViteDevServer } from 'vite';
import { packageOf } from '../../compiler/build/source-files.ts';
import { packagesInBuild } from '../shared/application-files.ts';
import type { BuildLog } from '../shared/project-build.ts';
import { DevelopmentSession } from './development-session.ts';
import { ErrorOverlay } from './error-overlay.ts';
import type { ViteProject } from './options.ts';
import { serveRoutes } from './server-routes.ts';
import { watchByVite } from './source-changes.ts';
import { importByVite } from './step-loader.ts';

/** Returns the folders of a project. Called once for each server, with Vite's final configuration. */
export type ReadViteProject = (config: ResolvedConfig) => Omit<ViteProject, 'outDir'>;

/**
 * A plugin that builds the workflows after each change, serves the well-known routes before everything else, and runs
 * the runtime as long as the server. The build goes to Vite's cache folder.
 */
export function developmentPlugin(readProject: ReadViteProject): Plugin & { apply: 'serve' } {
  const sessions = new WeakMap<object, DevelopmentSession>();
  return {
    name: 'workflow:development',
    apply: 'serve',
    enforce: 'pre',
    // The application must share this copy of the package, wherever it is installed.
    config: () => ({ ssr: { external: ['workflow'] } }),
    configureServer: {
      order: 'pre',
      async handler(server) {
        if (!isForPeople(server.config)) return;
        const project = readProject(server.config);
        const session = openSession(server, project);
        sessions.set(server.config, session);
        serveRoutes(server, {
          run: () => session.run(),
          refresh: () => session.refresh(),
        });
        await session.build();
        takeInside(server, packagesInBuild(project.rootDir));
      },
    },
    // Vite calls it for each environment when the server closes.
    async closeBundle() {
      await sessions.get(this.environment.getTopLevelConfig())?.end();
    },
  };
}

/**
 * Vite leaves installed packages outside, where nothing compiles them. It reads this list when the application imports
 * the first package.
 * @param folders Of the packages that have files with directives.
 */
export function takeInside({ environments }: ViteDevServer, folders: ReadonlySet<string>): void {
  const names = Array.from(folders, packageOf);
  for (const { config } of Object.values(environments)) {
    const { noExternal } = config.resolve;
    if (config.consumer !== 'server' || noExternal === true) continue;
    config.resolve.noExternal = [noExternal, names].flat();
  }
}

/** Whether a person uses the server. Vitest also starts servers, and some tools start them in worker threads. */
export function isForPeople({ plugins }: ResolvedConfig): boolean {
  return isMainThread && !plugins.some(({ name }) => name === 'vitest');
}

function openSession(server: ViteDevServer, project: Omit<ViteProject, 'outDir'>): DevelopmentSession {
  const overlay = new ErrorOverlay(server);
  return DevelopmentSession.open({
    // Vite does not watch this folder.
    project: { ...project, outDir: join(server.config.cacheDir, 'workflow') },
    log: toBuildLog(server.config.logger),
    importSteps: importByVite(server, project.moduleLoading),
    watchSources: ({ onChange }) => watchByVite(server, onChange),
    onBuilt: (failure) => overlay.show(failure),
  });
}

function toBuildLog(logger: ResolvedConfig['logger']): BuildLog {
  const print = (level: 'info' | 'warn' | 'error', text: string): void =>
    logger[level](`[workflow] ${text}`, { timestamp: true });
  return {
    info: (text) => print('info', text),
    warn: (text) => print('warn', text),
    error: (text) => print('error', text),
  };
}
