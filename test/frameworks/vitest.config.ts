/** The whole matrix: every framework in every version that is supported, in production and in development. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LIMITS } from '../time-limits.ts';

const ROOT = join(import.meta.dirname, '../..');

export default defineConfig({
  root: ROOT,
  test: {
    globalSetup: './scripts/vitest-setup.ts',
    name: 'frameworks',
    pool: 'forks',
    ...LIMITS,
    include: ['test/frameworks/**/*.test.ts', 'test/platform/nitro-*.test.ts'],
    // Builds and development servers use the whole machine, so measurements must not overlap.
    fileParallelism: false,
  },
});
