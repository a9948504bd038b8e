/** Vitest runs this before the first test, also when it is called without `npm test`. */
import { build } from './build.ts';

export async function setup(): Promise<void> {
  await build();
}
