/**
 * The tests, as projects of vitest. `npm test` runs those that a change is likely to break; those whose name begins with
 * "further" are the same on more Worlds, more versions and more random ground, and run in `npm run test:all` only.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const RUNTIME = 'test/runtime/**/*.test.ts';
/** Each framework once, as most people deploy it. */
const FRAMEWORKS = [
  'astro/astro',
  'nest/nest-12',
  'next/next',
  'nitro/nitro',
  'nuxt/nuxt',
  'server/server',
  'sveltekit/sveltekit',
  'vite/vite',
]
  .map((name) => `test/frameworks/${name}.production.test.ts`)
  .concat('test/frameworks/rolling-restart/everyday.test.ts');
/** The rest of the tests of agents does not depend on the version, or is quick on all of them. */
const AGENTS =
  'test/agent/{abort,approval,errors,history,loop,options,output,repair,secrets,streaming,telemetry,tools,tools-of-providers}.test.ts';
/** They ask for npm packages of older frameworks. */
const OLDER_PLATFORMS = 'test/platform/nitro-*.test.ts';
/** They take long, and break only with what they are about: the storms run them. */
const PROOFS = [
  'test/agent/crash/*.test.ts',
  'test/crash/{keys,lease}.test.ts',
  'test/simulation/planted-bugs.test.ts',
  'test/world/encrypted.test.ts',
];
/** Heaps are measured on one World. */
const HEAPS = 'test/runtime/memory.test.ts';
const NOWHERE = ['**/node_modules/**'];

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
  /** Settings of the tests, and how far they go. */
  env?: Record<string, string>;
}

const shared = { pool: 'forks', testTimeout: 20_000, expect: { requireAssertions: true } } as const;

const everyday: Project[] = [
  {
    name: 'all',
    include: ['{agent,cli,compiler,integrations,runtime,ts-plugin,test,scripts,bench}/**/*.test.ts'],
    exclude: ['test/samples/**', 'test/frameworks/**', OLDER_PLATFORMS, RUNTIME, ...PROOFS],
    env: { AI_SDKS: '6', EDITORS: '6' },
  },
  { name: 'frameworks', include: FRAMEWORKS },
  { name: 'runtime on sqlite', include: [RUNTIME], env: runtimeOn('sqlite') },
  { name: 'runtime on memory, replaying', include: [RUNTIME], exclude: [HEAPS], env: runtimeOn('memory', '0') },
];

const further: Project[] = [
  { name: 'further: runtime on memory', include: [RUNTIME], env: runtimeOn('memory') },
  { name: 'further: runtime on memory, room for three', include: [RUNTIME], env: runtimeOn('memory', '3') },
  { name: 'further: runtime on sqlite, replaying', include: [RUNTIME], env: runtimeOn('sqlite', '0') },
  {
    name: 'further: runtime on sqlite, encrypted',
    include: [RUNTIME],
    env: { ...runtimeOn('sqlite'), TEST_KEYS: '1' },
  },
  { name: 'further: agents on AI SDK 5 and 7', include: [AGENTS], env: { AI_SDKS: '5,7' } },
  { name: 'further: editors with TypeScript 5.9', include: ['test/ts-plugin/*.test.ts'], env: { EDITORS: '5.9' } },
  {
    name: 'further: storms',
    include: ['test/{simulation,crash,generated-programs,plain-programs}/**/*.test.ts', ...PROOFS],
    env: {
      AI_SDKS: '6',
      SIMULATION_SEEDS: '3000',
      SIMULATION_SECONDS: '60',
      CRASH_RUNS: '600',
      STORM_RUNS: '400',
      GENERATED_PROGRAMS: '800',
      ALL_PROGRAMS: '1',
      AGENT_STORM_KILLS: '30',
      POINTS_APART: '2',
    },
  },
  {
    name: 'further: frameworks',
    include: ['test/frameworks/**/*.test.ts', OLDER_PLATFORMS],
    exclude: FRAMEWORKS,
  },
];

/** @param liveRuns How many suspended runs stay in memory; 0 replays at every suspension. Default: as many as there are. */
function runtimeOn(world: string, liveRuns = ''): Record<string, string> {
  return { TEST_WORLD: world, WORKFLOW_LIVE_RUNS: liveRuns };
}

export default defineConfig({
  test: {
    globalSetup: './scripts/vitest-setup.ts',
    // Servers, kills and waits leave a core idle most of the time.
    maxWorkers: Math.max(2, availableParallelism()),
    // What a green test prints is nobody's business.
    reporters: ['minimal'],
    silent: 'passed-only',
    projects: [...everyday, ...further].map(({ exclude = [], ...project }) => ({
      test: { ...shared, ...project, exclude: [...NOWHERE, ...exclude] },
    })),
  },
});
