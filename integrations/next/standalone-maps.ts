/**
 * Copies the source maps of steps into a standalone server: Turbopack writes them, but Next copies only files that run.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildPlace, NextConfig } from './next-config.ts';

/** Next's list of the files that the server needs at boot. The steps are among them. */
const BOOT_TRACE = join('server', 'instrumentation.js.nft.json');

interface Trace {
  version: number;
  /** Relative to the list's folder. */
  files: string[];
}

/** Runs between Next's compiling and copying, where there is something to copy. */
export function keepStandaloneMaps(config: NextConfig): NextConfig {
  if (config.output !== 'standalone') return config;
  const { compiler } = config;
  const runAfterProductionCompile = async (place: BuildPlace): Promise<void> => {
    // The user's own hook may upload the maps and delete them.
    await compiler?.runAfterProductionCompile?.(place);
    await traceMaps(join(place.distDir, BOOT_TRACE));
  };
  return { ...config, compiler: { ...compiler, runAfterProductionCompile } };
}

async function traceMaps(traceFile: string): Promise<void> {
  if (!existsSync(traceFile)) return;
  const trace = JSON.parse(await readFile(traceFile, 'utf8')) as Trace;
  const maps = trace.files
    // All others are packages', whose places stay as they are.
    .filter((file) => !file.startsWith('../'))
    .map((file) => `${file}.map`)
    .filter((map) => existsSync(join(dirname(traceFile), map)));
  await writeFile(traceFile, JSON.stringify({ ...trace, files: [...new Set([...trace.files, ...maps])] }));
}
