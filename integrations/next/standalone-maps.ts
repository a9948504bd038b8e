/** Takes the source maps of steps along into a standalone server: Turbopack writes them, but Next copies only what runs. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildPlace, NextConfig } from './next-config.ts';

/** Next's list of the files that the boot of a server needs; the steps are among them. */
const BOOT_TRACE = join('server', 'instrumentation.js.nft.json');

interface Trace {
  version: number;
  /** Relative to the list's folder. */
  files: string[];
}

/** Adds to what is done between compiling and copying, where there is something to be copied. */
export function keepStandaloneMaps(config: NextConfig): NextConfig {
  if (config.output !== 'standalone') return config;
  const { compiler } = config;
  const runAfterProductionCompile = async (place: BuildPlace): Promise<void> => {
    // It may upload the maps somewhere, and delete them.
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
