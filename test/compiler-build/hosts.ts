/**
 * The bundlers that the client view is made for, each with how a project is built with it and how it tells of errors.
 */
import { basename, dirname, join } from 'node:path';
import { rspack, type Configuration as RspackConfiguration } from '@rspack/core';
import { type BuildFailure, build as buildWithEsbuild, transform } from 'esbuild';
import { rolldown } from 'rolldown';
import { type Plugin, type RollupError, rollup } from 'rollup';
import { build as buildWithVite } from 'vite';
import webpack, { type Configuration as WebpackConfiguration } from 'webpack';
import workflowEsbuild from '../../compiler/entries/esbuild.ts';
import workflowRolldown from '../../compiler/entries/rolldown.ts';
import workflowRollup from '../../compiler/entries/rollup.ts';
import workflowRspack from '../../compiler/entries/rspack.ts';
import workflowWebpack from '../../compiler/entries/webpack.ts';
import { bundlerPlugin } from '../../compiler/plugin/application-plugin.ts';

/** From one file of a project to another, with a source map. The package `workflow` stays an import. */
export interface HostBuild {
  rootDir: string;
  /** Folder of the builder's files, where the application has one. */
  outDir?: string;
  entry: string;
  output: string;
  /** Whether the settings ask for a source map. Default: true. */
  sourcemap?: boolean;
}

/** The error that Rolldown throws. */
interface AggregateFailure {
  errors: RollupError[];
}

/** A bundler's report of an error; `column` counts from 1. */
export interface HostError {
  message: string;
  file: string | undefined;
  line: number | undefined;
  column: number | undefined;
  frame: string | undefined;
}

export interface Host {
  name: string;
  /** Columns are bytes of UTF-8, not characters. */
  countsBytes?: boolean;
  build(options: HostBuild): Promise<void>;
  /** The errors in what a failed build throws. */
  errorsOf(failure: unknown): HostError[];
}

/** Binaries cannot be bundled: the package stands for those that have one. */
const external = [/^workflow/, /^node:/, /^images$/];

/** The plugin of TypeScript stands first in many configurations; the client view must still see the user's text. */
const stripTypes: Plugin = {
  name: 'strip-types',
  async transform(code, id) {
    if (!id.endsWith('.ts')) return null;
    const stripped = await transform(code, { loader: 'ts', sourcemap: true, sourcefile: id });
    return { code: stripped.code, map: stripped.map };
  },
};

const rollupHost: Host = {
  name: 'Rollup',
  async build({ entry, output, sourcemap = true, ...options }) {
    const bundle = await rollup({ input: entry, external, plugins: [stripTypes, workflowRollup(options)] });
    await bundle.write({ file: output, format: 'es', sourcemap });
    await bundle.close();
  },
  errorsOf: (failure: RollupError) => [fromRollup(failure)],
};

const rolldownHost: Host = {
  name: 'Rolldown',
  async build({ entry, output, sourcemap = true, ...options }) {
    const bundle = await rolldown({
      input: entry,
      cwd: options.rootDir,
      external,
      plugins: [workflowRolldown(options)],
    });
    await bundle.write({ file: output, format: 'es', sourcemap });
    await bundle.close();
  },
  errorsOf: (failure: AggregateFailure) => failure.errors.map(fromRollup),
};

const viteHost: Host = {
  name: 'Vite',
  async build({ rootDir, entry, output, sourcemap = true, ...options }) {
    await buildWithVite({
      root: rootDir,
      configFile: false,
      logLevel: 'silent',
      plugins: [bundlerPlugin.vite(options)],
      build: {
        ssr: entry,
        outDir: dirname(output),
        sourcemap,
        rolldownOptions: { external, output: { entryFileNames: 'app.mjs' } },
      },
    });
  },
  errorsOf: (failure: AggregateFailure) => failure.errors.map(fromRollup),
};

const esbuildHost: Host = {
  name: 'esbuild',
  countsBytes: true,
  async build({ entry, output, sourcemap = true, ...options }) {
    await buildWithEsbuild({
      entryPoints: [entry],
      outfile: output,
      absWorkingDir: options.rootDir,
      bundle: true,
      platform: 'node',
      format: 'esm',
      sourcemap,
      logLevel: 'silent',
      external: ['workflow'],
      plugins: [workflowEsbuild(options)],
    });
  },
  errorsOf: (failure: BuildFailure) =>
    failure.errors.map(({ text, location }) => ({
      message: text,
      file: location?.file,
      line: location?.line,
      column: location ? location.column + 1 : undefined,
      frame: text,
    })),
};

/** The common part of webpack and Rspack. */
const webpackLike = ({ rootDir, entry, output, sourcemap = true }: HostBuild) =>
  ({
    mode: sourcemap ? 'development' : 'none',
    target: 'node22',
    devtool: sourcemap ? 'source-map' : false,
    context: rootDir,
    entry,
    output: {
      path: dirname(output),
      filename: basename(output),
      module: true,
      library: { type: 'module' },
      devtoolModuleFilenameTemplate: '[absolute-resource-path]',
    },
    externalsType: 'module',
    externals: external,
    experiments: { outputModule: true },
  }) satisfies WebpackConfiguration;

interface Stats {
  toJson(options: { all: false; errors: true }): { errors?: { message: string }[] };
}

type OnBuilt = (error: Error | null, stats: Stats | undefined) => void;

/** @throws AggregateError with the messages of a build with errors. */
async function settle(build: (onBuilt: OnBuilt) => void): Promise<void> {
  const stats = await new Promise<Stats>((resolve, reject) => {
    build((error, result) => (error ? reject(error) : resolve(result!)));
  });
  const { errors = [] } = stats.toJson({ all: false, errors: true });
  if (errors.length > 0) throw new AggregateError(errors.map(({ message }) => new Error(message)));
}

/** A place that is only in the text. */
function fromText({ message }: Error): HostError {
  const [, file, line, column] = /^(.+?):(\d+):(\d+): /m.exec(message) ?? [];
  return { message, file, line: Number(line), column: Number(column), frame: message };
}

const webpackHost: Host = {
  name: 'webpack',
  build: ({ outDir, ...options }) =>
    settle((onBuilt) =>
      webpack(
        {
          ...webpackLike(options),
          module: { rules: [{ test: /\.ts$/, loader: join(import.meta.dirname, 'strip-types-loader.cjs') }] },
          plugins: [workflowWebpack({ rootDir: options.rootDir, ...(outDir !== undefined && { outDir }) })],
        },
        onBuilt,
      ),
    ),
  errorsOf: (failure: AggregateError) => failure.errors.map(fromText),
};

const rspackHost: Host = {
  name: 'Rspack',
  build: ({ outDir, ...options }) =>
    settle((onBuilt) =>
      rspack(
        {
          ...webpackLike(options),
          module: { rules: [{ test: /\.ts$/, loader: 'builtin:swc-loader', type: 'javascript/auto' }] },
          plugins: [workflowRspack({ rootDir: options.rootDir, ...(outDir !== undefined && { outDir }) })],
        } as RspackConfiguration,
        onBuilt,
      ),
    ),
  errorsOf: (failure: AggregateError) => failure.errors.map(fromText),
};

function fromRollup({ message, id, loc, frame }: RollupError): HostError {
  const column = loc ? loc.column + 1 : undefined;
  return { message, file: loc?.file ?? id, line: loc?.line, column, frame };
}

export const hosts: readonly Host[] = [viteHost, rollupHost, rolldownHost, esbuildHost, webpackHost, rspackHost];
