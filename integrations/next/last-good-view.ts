/**
 * Stores the last good view of each file with directives, so that a development server keeps running while one is
 * edited. On disk, because Turbopack runs loaders in several processes.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortHash } from '../../compiler/build/short-hash.ts';

/** A loader's result. */
export interface LoadedView {
  code: string;
  /** Source map. */
  map: unknown;
}

const VIEWS_DIR = 'views';

/** Stores a view. @param path Absolute path of the source file. */
export function keepView(outDir: string, path: string, view: LoadedView): void {
  const file = viewFile(outDir, path);
  mkdirSync(join(outDir, VIEWS_DIR), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(view));
  renameSync(temporary, file);
}

/** The stored view; `null` for a file that never compiled. */
export function readLastGoodView(outDir: string, path: string): LoadedView | null {
  try {
    return JSON.parse(readFileSync(viewFile(outDir, path), 'utf8')) as LoadedView;
  } catch {
    return null;
  }
}

function viewFile(outDir: string, path: string): string {
  const name = shortHash(path);
  return join(outDir, VIEWS_DIR, `${name}.json`);
}
