import { defineConfig } from 'vitest/config';

const shared = { pool: 'forks', testTimeout: 20_000 } as const;
const RUNTIME_TESTS = 'test/runtime/**/*.test.ts';
/** Part of the matrix of `npm run test:frameworks`. */
const OLDER_PLATFORM_TESTS = 'test/platform/nitro-*.test.ts';

/** The runtime behaves the same on every World, with a replay at every suspension, and with room for a few live runs. */
const runtimeProjects = [
  { name: 'runtime on memory', world: 'memory', liveRuns: '' },
  { name: 'runtime on memory, replaying', world: 'memory', liveRuns: '0' },
  { name: 'runtime on memory, room for three', world: 'memory', liveRuns: '3' },
  { name: 'runtime on sqlite', world: 'sqlite', liveRuns: '' },
  { name: 'runtime on sqlite, replaying', world: 'sqlite', liveRuns: '0' },
].map(({ name, world, liveRuns }) => ({
  test: { ...shared, name, include: [RUNTIME_TESTS], env: { TEST_WORLD: world, WORKFLOW_LIVE_RUNS: liveRuns } },
}));

export default defineConfig({
  test: {
    globalSetup: './scripts/vitest-setup.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'all',
          include: ['{agent,cli,compiler,integrations,runtime,ts-plugin,test,scripts,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/samples/**', 'test/frameworks/**', OLDER_PLATFORM_TESTS, RUNTIME_TESTS],
        },
      },
      // Each adapter once, as users deploy it; `npm run test:frameworks` has every version, and development.
      { test: { ...shared, name: 'frameworks', include: ['test/frameworks/*/*.production.test.ts'] } },
      ...runtimeProjects,
    ],
  },
});
