/** What the builder must know of a Next project. */
import type { BuilderOptions } from '../../compiler/build/project.ts';
import type { NextProject } from './options.ts';
import { requireFrom } from './packages.ts';

/** Next gives these names a meaning, whether or not they are installed: a module that imports one of them is for servers. */
const MARKERS = ['server-only', 'client-only'];
/** Next's module for that. */
const EMPTY_MODULE = 'next/dist/compiled/server-only/empty';

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
