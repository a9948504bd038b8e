/** Vitest runs this before the first test, also when it is called without `npm test`. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';

/** Brings `dist/` up to date. Processes of tests share what Node compiles, because most of them load the same code. */
export async function setup(): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'workflow-compile-cache');
  await build();
}
