/** The tests, as projects of vitest: those of the gate and of the lanes, see `test/lanes.ts`. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { GATE, LANES } from './test/lanes.ts';
import { HANGS_AFTER_MS } from './test/time-limits.ts';

const shared = {
  pool: 'forks',
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  expect: { requireAssertions: true, poll: { timeout: HANGS_AFTER_MS / 4 } },
} as const;
const projects = [
  ...GATE.map((project) => ({ ...project, setupFiles: './test/gate-guard.ts' })),
  ...Object.values(LANES).flatMap((lane) => lane.projects),
];

export default defineConfig({
  test: {
    globalSetup: './scripts/vitest-setup.ts',
    // Servers, kills and waits leave a core idle most of the time.
    maxWorkers: availableParallelism() + 1,
    // What a green test prints is nobody's business.
    reporters: ['minimal'],
    silent: 'passed-only',
    projects: projects.map(({ exclude = [], ...project }) => ({
      test: { ...shared, ...project, exclude: ['**/node_modules/**', ...exclude] },
    })),
  },
});
