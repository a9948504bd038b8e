/**
 * The server that Next runs in development. It compiles a page when a request asks for it. For work that no request
 * asks for, Next has no public interface, so this uses what Next's own request handler does (Next 16.0 to 16.4).
 */
import { createRequire } from 'node:module';
import { basename, join, sep } from 'node:path';
import { builtFile } from './built-file.ts';
import { evaluatePage } from './evaluate-page.ts';
import { requireFrom } from './packages.ts';

/** Next's module that holds the servers of the process, by their folders. */
interface Servers {
  /** Rejects as long as the server is not being made. */
  getServerField<Field extends keyof Server>(dir: string, field: Field): Promise<Server[Field]>;
}

interface Server {
  /** Absolute path. */
  distDir: string;
  bundlerService: { ensurePage(wanted: WantedPage): Promise<void> };
}

interface WantedPage {
  page: string;
  /** Pages of the App Router that share an address. */
  appPaths: string[] | null;
  clientOnly: boolean;
  /** `false`: no browser is told of changes of the page, because none shows it. */
  subscribeToChanges: boolean;
}

/** The server of the project in a folder. */
export interface DevelopmentServer {
  /** Evaluates what has changed of a page. @throws Errors of compiling, and whatever the modules throw. */
  evaluate(page: string): Promise<void>;
  /**
   * Lets routes and pages look up their modules again. Those of the App Router keep asynchronous modules, as all are
   * that import this package, also when Next has evaluated these once more for another route; those of the Pages Router
   * keep all.
   */
  forgetRoutes(): void;
  /** Where Next replaces single modules: lets it evaluate all again, as it does itself when that goes wrong. */
  forgetAll(): void;
  /** Does so after Turbopack's error that a module was replaced only in part. @returns Whether it is that one. */
  forgetAfter(error: unknown): boolean;
}

const { cache } = createRequire(import.meta.url);

/** Turbopack's function that replaces single modules of the App Router; earlier versions of Next evaluate all again. */
const REPLACES_MODULES = '__turbopack_server_hmr_apply__';
/** Its map of those that do so, one for each runtime that is loaded. */
const HANDLERS = '__turbopack_server_hmr_handlers__';
const TORN = /module factory is not available/;
const RUNTIME_FILE = '[turbopack]_runtime.js';

/**
 * Whether a route may be evaluated again. One whose runtime is gone, because an edit has reached the Pages Router,
 * would get modules of before the edits that were applied to it.
 */
const isRenewable = (path: string): boolean =>
  !(REPLACES_MODULES in globalThis) || !!cache[path]?.children.some(({ id }) => basename(id) === RUNTIME_FILE);

/** @returns `null`: Next has not made the server yet. It reads its configuration before. */
export async function findServer(rootDir: string): Promise<DevelopmentServer | null> {
  const servers = requireFrom(rootDir)('next/dist/server/lib/render-server.js') as Servers;
  const distDir = await servers.getServerField(rootDir, 'distDir').catch(() => null);
  if (distDir === null) return null;
  const service = await servers.getServerField(rootDir, 'bundlerService');
  const dir = join(distDir, 'server');
  const isOfPages = (path: string): boolean => path.startsWith(join(dir, 'pages') + sep);
  const forgetAll = (): void => {
    if (!(REPLACES_MODULES in globalThis)) return;
    for (const path of Object.keys(cache)) if (path.startsWith(dir + sep)) delete cache[path];
    // The runtimes make them anew.
    Reflect.deleteProperty(globalThis, HANDLERS);
  };
  return {
    async evaluate(page) {
      const appPaths = page.endsWith('/page') ? [page] : null;
      await service.ensurePage({ page, appPaths, clientOnly: false, subscribeToChanges: false });
      // Next may have evaluated all modules once more for another route.
      const file = builtFile(dir, page);
      if (file !== null && (isOfPages(file) || isRenewable(file))) delete cache[file];
      await evaluatePage(page, [dir]);
    },
    forgetRoutes() {
      for (const path of Object.keys(cache))
        if (isOfPages(path) || (path.startsWith(join(dir, 'app') + sep) && isRenewable(path))) delete cache[path];
    },
    forgetAll,
    forgetAfter(error) {
      const isTorn = error instanceof Error && TORN.test(error.message);
      if (isTorn) forgetAll();
      return isTorn;
    },
  };
}
