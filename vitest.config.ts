import { defineConfig } from 'vitest/config';

const shared = { pool: 'forks', testTimeout: 20_000 } as const;
const RUNTIME_TESTS = 'test/runtime/**/*.test.ts';

/** The runtime behaves the same on every World, and with a replay at every suspension. */
const runtimeProjects = ['memory', 'sqlite'].flatMap((world) =>
  [
    { name: `runtime on ${world}`, liveRuns: '' },
    { name: `runtime on ${world}, replaying`, liveRuns: '0' },
  ].map(({ name, liveRuns }) => ({
    test: { ...shared, name, include: [RUNTIME_TESTS], env: { TEST_WORLD: world, WORKFLOW_LIVE_RUNS: liveRuns } },
  })),
);

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
