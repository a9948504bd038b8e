/** The builder's options for a Next project. */
import { join } from 'node:path';
import type { BuilderOptions } from '../../compiler/build/project.ts';
import type { NextProject } from './options.ts';
import { requireFrom } from './packages.ts';

/** Names that Next resolves itself, installed or not; they mark a module as server code. */
const MARKERS = ['server-only', 'client-only'];
/** Next's replacement for them. */
const EMPTY_MODULE = 'next/dist/compiled/server-only/empty';

/**
 * Next's bundlers begin with these. They run loaders in other processes and in any order, so a production build
 * follows the imports from here on before they begin.
 */
const ENTRIES = ['app', 'pages', 'src', 'instrumentation', 'proxy', 'middleware'];
const EXTENSIONS = ['ts', 'tsx', 'js', 'jsx', 'mjs', 'mts'];

/** Files and folders from which an application is followed. */
export const entriesOf = ({ rootDir, pageExtensions }: NextProject): string[] =>
  ENTRIES.flatMap((name) =>
    ['', ...new Set([...EXTENSIONS, ...pageExtensions])].map((end) =>
      join(rootDir, end === '' ? name : `${name}.${end}`),
    ),
  );

/** The folders of the project, with an empty module in the place of Next's marker modules. */
export function builderOptions({ rootDir, dirs, outDir }: NextProject): BuilderOptions & { dirs: string[] } {
  const empty = findModule(rootDir, EMPTY_MODULE);
  const alias = empty === null ? {} : Object.fromEntries(MARKERS.map((name) => [`${name}$`, empty]));
  return { rootDir, dirs, outDir, alias };
}

function findModule(rootDir: string, name: string): string | null {
  try {
    return requireFrom(rootDir).resolve(name);
  } catch {
    return null;
  }
}
