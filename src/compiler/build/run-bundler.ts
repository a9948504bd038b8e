/** Runs the bundler once. */
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
import { type BundleOrigin, bundlerReports, toDiagnostic, toWarnings } from './bundle-problems.ts';

export interface BundleOutput {
  chunk: OutputChunk;
  assets: readonly OutputAsset[];
  /** Absolute paths of the files that were read. */
  inputs: readonly string[];
  /** All that the bundler warned of. */
  logs: readonly RolldownLog[];
  /** What it warned of in code of the user. */
  warnings: readonly Diagnostic[];
}

/** Younger syntax (`using`) is rewritten: bundles must run wherever this package does. */
const OLDEST_NODE = 'node22.13';

/**
 * Makes one bundle in memory.
 * @throws CompileFailure with the problems of all modules, or else with what the bundler reports.
 */
export async function runBundler(
  origin: BundleOrigin,
  options: { input: InputOptions; output: OutputOptions },
): Promise<BundleOutput> {
  const logs: RolldownLog[] = [];
  let build: RolldownBuild | undefined;
  try {
    build = await rolldown({
      ...options.input,
      transform: { target: OLDEST_NODE, ...options.input.transform },
      // Comments that name paths would make the same sources differ from place to place.
      experimental: { attachDebugInfo: 'none' },
      onLog(level, log) {
        if (level === 'warn') logs.push(log);
      },
    });
    const { output } = await build.generate(options.output);
    const [chunk, ...others] = output;
    const assets = others.filter((file) => file.type === 'asset');
    const inputs = (await build.watchFiles).filter((path) => !path.startsWith('\0'));
    origin.modules.throwProblems();
    return { chunk, assets, inputs, logs, warnings: toWarnings(origin, logs) };
  } catch (error) {
    if (error instanceof CompileFailure) throw error;
    // A module with errors compiles to nothing, so what the bundler says may only follow from that.
    origin.modules.throwProblems();
    throw new CompileFailure(bundlerReports(error).map((report) => toDiagnostic(origin, report, 'error')));
  } finally {
    await build?.close();
  }
}
