/**
 * Adds the steps to Next's list of the files that a server needs at boot, with their source maps: Turbopack writes
 * these, but Next copies only files that run. Each function of a hosting platform gets the files of that list.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { builtFile } from './built-file.ts';
import { pageOf } from './generated-entries.ts';
import { LAYERS } from './layers.ts';
import type { BuildPlace, NextConfig } from './next-config.ts';

/** Next's list. */
const BOOT_TRACE = join('server', 'instrumentation.js.nft.json');

interface Trace {
  version: number;
  /** Relative to the list's folder. */
  files: string[];
}

/** Runs between Next's compiling and copying. */
export function traceSteps(config: NextConfig): NextConfig {
  const { compiler } = config;
  const runAfterProductionCompile = async (place: BuildPlace): Promise<void> => {
    // The user's own hook may upload the maps and delete them.
    await compiler?.runAfterProductionCompile?.(place);
    await addToTrace(join(place.distDir, BOOT_TRACE));
  };
  return { ...config, compiler: { ...compiler, runAfterProductionCompile } };
}

async function addToTrace(traceFile: string): Promise<void> {
  const trace = await readTrace(traceFile);
  if (!trace) return;
  const dir = dirname(traceFile);
  const ofSteps = await Promise.all(LAYERS.map((layer) => filesOf(dir, pageOf(layer))));
  const files = [...trace.files, ...ofSteps.flat()];
  // All others are packages', whose places stay as they are.
  const built = files.filter((file) => !file.startsWith('../'));
  const maps = await Promise.all(
    built.map(async (file) => ((await hasOwnMap(join(dir, file))) ? [`${file}.map`] : [])),
  );
  await writeFile(traceFile, JSON.stringify({ ...trace, files: [...new Set([...files, ...maps.flat()])] }));
}

const PACKAGE_SOURCE = /\bnode_modules\b|\[turbopack\]/;

/** The maps of Next and React are large. */
async function hasOwnMap(file: string): Promise<boolean> {
  if (!existsSync(`${file}.map`)) return false;
  const { sources = [], sections = [] } = JSON.parse(await readFile(`${file}.map`, 'utf8')) as SourceMap;
  return [...sources, ...sections.flatMap(({ map }) => map.sources)].some((source) => !PACKAGE_SOURCE.test(source));
}

/** Of one text, or of several that follow each other. */
interface SourceMap {
  sources?: string[];
  sections?: { map: { sources: string[] } }[];
}

/** The file of an entry and those that it needs, relative to the folder of the server. */
async function filesOf(dir: string, page: string): Promise<string[]> {
  const entry = builtFile(dir, page);
  const trace = entry && (await readTrace(`${entry}.nft.json`));
  if (!trace) return [];
  const paths = [entry, ...trace.files.map((file) => join(dirname(entry), file))];
  return paths.map((path) => relative(dir, path).split(sep).join('/'));
}

async function readTrace(path: string): Promise<Trace | null> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Trace) : null;
}
