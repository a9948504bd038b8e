import { defineConfig } from 'vitest/config';

const shared = { pool: 'forks', testTimeout: 20_000 } as const;
const RUNTIME_TESTS = 'test/runtime/**/*.test.ts';

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
          include: ['{src,test,scripts,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/samples/**', 'test/apps/**', RUNTIME_TESTS],
        },
      },
      ...runtimeProjects,
    ],
  },
});
