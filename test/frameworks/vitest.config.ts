/** The whole matrix: every framework in every version that is supported, in production and in development. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { HANGS_AFTER_MS, WAIT } from '../time-limits.ts';

const ROOT = join(import.meta.dirname, '../..');

export default defineConfig({
  root: ROOT,
  test: {
    globalSetup: './scripts/vitest-setup.ts',
    name: 'frameworks',
    pool: 'forks',
    testTimeout: HANGS_AFTER_MS,
    hookTimeout: HANGS_AFTER_MS,
    expect: { poll: { timeout: WAIT.timeout } },
    include: ['test/frameworks/**/*.test.ts', 'test/platform/nitro-*.test.ts'],
    // Builds and development servers use the whole machine, so measurements must not overlap.
    fileParallelism: false,
  },
});
