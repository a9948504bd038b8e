/** Where the imports of a Next application begin. */
import { join } from 'node:path';
import type { NextProject } from './options.ts';

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
