/** Vitest runs this before the first test, also when it is called without `npm test`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';

/**
 * Brings `dist/` up to date. Processes of tests share what Node compiles, because most of them load the same code, and
 * in the folder `TEST_BUILDS` the projects that several of them build.
 * @returns To call after the last test.
 */
export async function setup(): Promise<() => void> {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'workflow-compile-cache');
  await build();
  const builds = mkdtempSync(join(tmpdir(), 'workflow-builds-'));
  process.env['TEST_BUILDS'] = builds;
  return () => rmSync(builds, { recursive: true, force: true });
}
