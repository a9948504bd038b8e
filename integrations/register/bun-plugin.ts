/** The application view on Bun, which does not have Node's loader hooks. */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { noteDirectives } from '../shared/application-files.ts';
import { isCompilable, toApplicationView } from './application-view-loader.ts';

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

/** The global object of Bun. */
declare const Bun: { plugin(plugin: BunPlugin): void };

/**
 * Files of the application, and agents of this package, which hold steps. Once a plugin has been given a file, Bun does
 * not take it back, and Bun loads packages better than we do.
 */
const APPLICATION_FILE = /^(?:(?!.*[\\/]node_modules[\\/])|.*[\\/]workflow[\\/]dist[\\/]agent[\\/]).*\.[cm]?[jt]sx?$/;

/** Installs the plugin that compiles files with directives in this process. */
export function registerOnBun(rootDir: string): void {
  Bun.plugin({
    name: 'workflow',
    setup(build) {
      build.onLoad({ filter: APPLICATION_FILE }, ({ path }) => {
        const code = readFileSync(path, 'utf8');
        const view = isCompilable(path)
          ? toApplicationView({ path, code, rootDir, onDirectives: noteDirectives })
          : null;
        return { contents: view ?? code, loader: loaderOf(path) };
      });
    },
  });
}

/** Bun reads `.mts` like `.ts`. */
const loaderOf = (path: string): BunLoader => extname(path).replace(/^\.[cm]?/, '') as BunLoader;
