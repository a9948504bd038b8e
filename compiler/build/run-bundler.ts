/** Runs the bundler once. */
import { join, sep } from 'node:path';
import {
  type InputOptions,
  type OutputAsset,
  type OutputChunk,
  type OutputOptions,
  type RolldownBuild,
  type RolldownLog,
  rolldown,
} from 'rolldown';
import { CompileFailure, type Diagnostic } from '../diagnostics.ts';
import { addDefaults, modulesWithoutDefault } from './default-exports.ts';
import { automaticJsx } from './automatic-jsx.ts';
import { keepClassNames } from './class-names.ts';
import { compileNamespaces } from './namespaces.ts';
import { type BundleOrigin, bundlerReports, toDiagnostic, toWarnings } from './bundle-problems.ts';

/** One bundle in memory, with the bundler's warnings about it. */
export interface BundleOutput {
  chunk: OutputChunk;
  assets: readonly OutputAsset[];
  /** Absolute paths of the files that were read. */
  inputs: readonly string[];
  /** All warnings of the bundler. */
  logs: readonly RolldownLog[];
  /** Its warnings about the user's own code. */
  warnings: readonly Diagnostic[];
}

/** Younger syntax (`using`) is rewritten: bundles must run wherever this package does. */
const OLDEST_NODE = 'node22.13';

interface BundleRequest {
  input: InputOptions;
  output: OutputOptions;
}

/**
 * Makes one bundle in memory.
 * @throws CompileFailure with the problems of all modules, or else with what the bundler reports.
 */
export async function runBundler(origin: BundleOrigin, request: BundleRequest): Promise<BundleOutput> {
  try {
    return await runOnce(origin, request);
  } catch (error) {
    if (error instanceof CompileFailure) throw error;
    // A module with errors compiles to nothing, so what the bundler says may only follow from that.
    origin.modules.throwProblems();
    const reports = bundlerReports(error);
    const unreadable = reports.find(({ code }) => code === 'TSCONFIG_ERROR');
    if (unreadable && request.input.tsconfig !== false) return await runWithoutTsconfig(origin, request, unreadable);
    const lacking = modulesWithoutDefault(reports);
    if (lacking.length > 0) return await runWithDefaults(origin, request, lacking);
    throw new CompileFailure(reports.map((report) => toDiagnostic(origin, report, 'error')));
  }
}

/** Frameworks generate the file that a `tsconfig.json` extends, some of them only later in their first build. */
async function runWithoutTsconfig(
  origin: BundleOrigin,
  { input, output }: BundleRequest,
  report: RolldownLog,
): Promise<BundleOutput> {
  const bundle = await runBundler(origin, { input: { ...input, tsconfig: false }, output });
  return { ...bundle, warnings: [...bundle.warnings, toDiagnostic(origin, report, 'warning')] };
}

/** A module that has its default does not come up again. */
async function runWithDefaults(
  origin: BundleOrigin,
  { input, output }: BundleRequest,
  lacking: readonly string[],
): Promise<BundleOutput> {
  return await runBundler(origin, { input: { ...input, plugins: [input.plugins, addDefaults(lacking)] }, output });
}

async function runOnce(origin: BundleOrigin, { input, output }: BundleRequest): Promise<BundleOutput> {
  const logs: RolldownLog[] = [];
  const readsSettings = input.tsconfig !== false;
  let build: RolldownBuild | undefined;
  try {
    build = await rolldown({
      // Node knows no `"sideEffects": false`: what the application's own files do when they load is done.
      treeshake: { moduleSideEffects: [{ test: filesIn(origin.rootDir), sideEffects: true }] },
      ...input,
      plugins: [input.plugins, compileNamespaces(readsSettings), readsSettings && automaticJsx(), keepClassNames()],
      transform: { target: OLDEST_NODE, ...input.transform },
      // Comments that name paths would make the same sources differ from place to place.
      experimental: { attachDebugInfo: 'none' },
      onLog(level, log) {
        if (level === 'warn') logs.push(log);
      },
    });
    const { output: files } = await build.generate(output);
    const [chunk, ...others] = files;
    const assets = others.filter((file) => file.type === 'asset');
    const inputs = (await build.watchFiles).filter((path) => !path.startsWith('\0'));
    origin.modules.throwProblems();
    return { chunk, assets, inputs, logs, warnings: toWarnings(origin, logs) };
  } finally {
    await build?.close();
  }
}

/** The files of a folder without those of installed packages. */
function filesIn(dir: string): RegExp {
  const start = join(dir, sep).replace(/\W/g, '\\$&');
  return new RegExp(`^${start}(?!.*node_modules)`);
}
