/** How each bundler says for whom a bundle is, and what its settings are where steps run in it. */
import { basename, dirname, extname } from 'node:path';
import type { UnpluginOptions } from 'unplugin';

type OfBundler = Required<Pick<UnpluginOptions, 'rollup' | 'rolldown' | 'webpack' | 'rspack'>> & {
  esbuild: NonNullable<UnpluginOptions['esbuild']>;
};

/** One bundle. */
export interface ServerBundle {
  /** Known when the first module is compiled. Rollup never tells, and is not often used for pages without Vite. */
  isForNode(): boolean;
  hooks: OfBundler;
}

/** The parts of a configuration that are used of webpack and Rspack. */
interface WebpackOptions {
  target?: unknown;
  mode?: unknown;
  devtool?: unknown;
}

const HIDDEN_MAP = 'hidden-nosources-source-map';
const NODE_TARGET = /^(?:async-)?node/;

/**
 * Bundles get a map without the sources if they have none, which nothing but the runtime reads: stacks of steps are
 * mapped with it. Settings that ask for none are no wish: the command of Rspack makes them.
 */
export function serverBundle(): ServerBundle {
  let isForNode = true;
  const readTarget = ({ target, mode, devtool }: WebpackOptions): boolean => {
    isForNode = [target].flat().some((name) => NODE_TARGET.test(String(name)));
    return isForNode && mode !== 'development' && !devtool;
  };
  return {
    isForNode: () => isForNode,
    hooks: {
      esbuild: {
        config(options) {
          isForNode = options.platform === 'node';
          const isWritten = options.outfile !== undefined || options.outdir !== undefined;
          if (!isForNode || options.sourcemap || !isWritten) return;
          Object.assign(options, { sourcemap: 'external', sourcesContent: false });
        },
      },
      rollup: {
        outputOptions: ({ file, ...options }) => ({
          ...options,
          ...(file !== undefined && (options.inlineDynamicImports ? { file } : beside(file))),
          ...withMap(options.sourcemap),
        }),
      },
      rolldown: {
        options: ({ platform }) => void (isForNode = platform !== 'browser'),
        outputOptions: (options) =>
          isForNode
            ? { ...options, ...(options.file !== undefined && { codeSplitting: false }), ...withMap(options.sourcemap) }
            : null,
      },
      webpack({ options }) {
        if (readTarget(options)) options.devtool = HIDDEN_MAP;
      },
      rspack({ options }) {
        if (readTarget(options)) options.devtool = HIDDEN_MAP;
      },
    },
  };
}

/**
 * The `import()` of files that the application does not import makes several files of one. In one file Rollup would
 * evaluate them at the end of the entry, which may wait for them.
 */
const beside = (file: string) => ({
  file: undefined,
  dir: dirname(file),
  entryFileNames: basename(file),
  chunkFileNames: `[name]-[hash]${extname(file)}`,
});

const withMap = (sourcemap: unknown) =>
  sourcemap ? {} : ({ sourcemap: 'hidden', sourcemapExcludeSources: true } as const);
