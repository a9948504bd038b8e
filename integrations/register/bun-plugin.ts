/** The client view on Bun, which has no loader hooks as Node has. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { isCompilable, toClientView } from './client-view-loader.ts';

type BunLoader = 'js' | 'jsx' | 'ts' | 'tsx';

interface BunPlugin {
  name: string;
  setup(build: {
    onLoad(
      constraints: { filter: RegExp },
      load: (file: { path: string }) => { contents: string; loader: BunLoader },
    ): void;
  }): void;
}

/** Bun's own name of its global. */
declare const Bun: { plugin(plugin: BunPlugin): void };

/** Files of the application. Bun does not take a file back that a plugin has been given, and knows packages better. */
const APPLICATION_FILE = /^(?!.*[\\/]node_modules[\\/]).*\.[cm]?[jt]sx?$/;

/** Installs the plugin in this process. */
export function registerOnBun(rootDir: string): void {
  Bun.plugin({
    name: 'workflow',
    setup(build) {
      build.onLoad({ filter: APPLICATION_FILE }, ({ path }) => {
        const code = readFileSync(path, 'utf8');
        const view = isCompilable(path) ? toClientView({ path, code, rootDir }) : null;
        return { contents: view ?? code, loader: loaderOf(path) };
      });
    },
  });
}

/** `.mts` is read as `.ts` is. */
const loaderOf = (path: string): BunLoader => extname(path).replace(/^\.[cm]?/, '') as BunLoader;
