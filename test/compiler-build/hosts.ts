/** The bundlers that the client view is made for, each with how a project is built with it and how it tells of errors. */
import { dirname } from 'node:path';
import { type BuildFailure, build as buildWithEsbuild, transform } from 'esbuild';
import { rolldown } from 'rolldown';
import { type Plugin, type RollupError, rollup } from 'rollup';
import { build as buildWithVite } from 'vite';
import workflowEsbuild from '../../src/compiler/entries/esbuild.ts';
import workflowRolldown from '../../src/compiler/entries/rolldown.ts';
import workflowRollup from '../../src/compiler/entries/rollup.ts';
import { clientView } from '../../src/compiler/plugin/client-view.ts';

/** From one file of a project to another, with a source map. The package `workflow` stays an import. */
export interface HostBuild {
  rootDir: string;
  /** Folder of the builder's files, where the application has one. */
  outDir?: string;
  entry: string;
  output: string;
}

/** What Rolldown throws. */
interface AggregateFailure {
  errors: RollupError[];
}

/** What a bundler says about an error; `column` counts from 1. */
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

const external = [/^workflow/, /^node:/];

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
  async build({ entry, output, ...options }) {
    const bundle = await rollup({ input: entry, external, plugins: [stripTypes, workflowRollup(options)] });
    await bundle.write({ file: output, format: 'es', sourcemap: true });
    await bundle.close();
  },
  errorsOf: (failure: RollupError) => [fromRollup(failure)],
};

const rolldownHost: Host = {
  name: 'Rolldown',
  async build({ entry, output, ...options }) {
    const bundle = await rolldown({
      input: entry,
      cwd: options.rootDir,
      external,
      plugins: [workflowRolldown(options)],
    });
    await bundle.write({ file: output, format: 'es', sourcemap: true });
    await bundle.close();
  },
  errorsOf: (failure: AggregateFailure) => failure.errors.map(fromRollup),
};

const viteHost: Host = {
  name: 'Vite',
  async build({ rootDir, entry, output, ...options }) {
    await buildWithVite({
      root: rootDir,
      configFile: false,
      logLevel: 'silent',
      plugins: [clientView.vite(options)],
      build: {
        ssr: entry,
        outDir: dirname(output),
        sourcemap: true,
        rolldownOptions: { external, output: { entryFileNames: 'app.mjs' } },
      },
    });
  },
  errorsOf: (failure: AggregateFailure) => failure.errors.map(fromRollup),
};

const esbuildHost: Host = {
  name: 'esbuild',
  countsBytes: true,
  async build({ entry, output, ...options }) {
    await buildWithEsbuild({
      entryPoints: [entry],
      outfile: output,
      absWorkingDir: options.rootDir,
      bundle: true,
      platform: 'node',
      format: 'esm',
      sourcemap: true,
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

function fromRollup({ message, id, loc, frame }: RollupError): HostError {
  const column = loc ? loc.column + 1 : undefined;
  return { message, file: loc?.file ?? id, line: loc?.line, column, frame };
}

export const hosts: readonly Host[] = [viteHost, rollupHost, rolldownHost, esbuildHost];
