/** The tests, as projects of vitest: those of the gate and of the lanes, see `test/lanes.ts`. */
import { realpathSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { GATE, LANES } from './test/lanes.ts';
import { LIMITS } from './test/time-limits.ts';

const shared = {
  pool: 'forks',
  ...LIMITS,
  expect: { ...LIMITS.expect, requireAssertions: true },
  // Node loads the programs that tests build as it does for users, and quicker.
  server: { deps: { external: [new RegExp(`^(?:file://)?${realpathSync(tmpdir())}/.*[.]m?js$`)] } },
} satisfies TestUserConfig;
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
