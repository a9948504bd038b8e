/** The builder's options for a Next project. */
import type { BuilderOptions } from '../../compiler/build/project.ts';
import type { NextProject } from './options.ts';
import { requireFrom } from './packages.ts';

/** Names that Next resolves itself, installed or not; they mark a module as server code. */
const MARKERS = ['server-only', 'client-only'];
/** Next's replacement for them. */
const EMPTY_MODULE = 'next/dist/compiled/server-only/empty';

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
