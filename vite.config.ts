/**
 * The tests, as projects of vitest. `npm test` runs those that a change is likely to break; those whose name begins with
 * "further" are the same on more Worlds, more versions and more random ground, and run in `npm run test:all` only. Those
 * whose name begins with "longest" take half an hour more, so CI leaves them out: run them when you change what they
 * are about, and before a release.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const RUNTIME = 'test/runtime/**/*.test.ts';
/** Starting a process takes longer than most of these files, so they share some, and leave nothing behind in them. */
const TOGETHER = [
  '{agent,cli,compiler,integrations,runtime,ts-plugin,bench}/**/*.test.ts',
  'test/{analysis,compiler-build,stacks,style}/**/*.test.ts',
];
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
].map((name) => `test/frameworks/${name}.production.test.ts`);
/** The rest of the tests of agents does not depend on the version, or is quick on all of them. */
const AGENTS =
  'test/agent/{abort,approval,errors,history,loop,options,output,repair,secrets,streaming,telemetry,tools,tools-of-providers}.test.ts';
/** Further ways to build and to deploy each framework; they break only with the integration that they are about. */
const LONG_FRAMEWORKS = [
  'astro/{astro-6,guarded,site}',
  'components/components',
  'express/express-4',
  'first-steps/*',
  'nest/{applications,jest,nest-11.production,nest.matrix}',
  'next/{standalone,webpack}',
  'nuxt/nuxt-3',
  'nitro/{base-url,broken-start,builds,edits.soak,long-step,nitro-vite.*,vite-plugin}',
  'providers/providers',
  'react-router/*',
  'rolling-restart/further',
  'server-bundled/*',
  'sveltekit/{guarded,kit-modules,sveltekit-2}',
  'vite/{vite-6,vite-7,vite-nitro}',
].map((name) => `test/frameworks/${name}.test.ts`);
/** Each builds for every preset of a hosting platform; the older versions of Nitro in the longest. */
const PLATFORMS = 'test/platform/nitro*.test.ts';
const OLDER_PLATFORMS = 'test/platform/nitro-*.test.ts';
/** Each builds for a hosting platform, and runs its functions on PostgreSQL, one process for each call. */
const FUNCTIONS = 'test/platform/functions/*.test.ts';
const EVERYDAY_FUNCTIONS = 'test/platform/functions/nitro.test.ts';
/** Versions of TypeScript whose checkers tests ask, and whose tsserver has the plugin. */
const NEWER_TYPESCRIPTS = { TYPESCRIPTS: '6.0,7.0', EDITORS: '6' };
/** Each test starts a tsserver of its own. */
const TSSERVER = 'test/ts-plugin/tsserver.test.ts';
/** They install the packed package, and npm packages of linters and of VS Code. */
const LINTERS = 'test/{linters,vscode}/*.test.ts';
/** They take long, and break only with what they are about: the storms run them. */
const PROOFS = [
  'test/agent/crash/*.test.ts',
  'test/agent/example.test.ts',
  'test/analysis/{agreement-samples,fix-types,planted-in-editor}.test.ts',
  'test/class-programs/*.test.ts',
  'test/crash/kill-storm.test.ts',
  'scripts/start/fleet-story.test.ts',
  'test/crash-points/real-processes.test.ts',
  'test/crash/{keys,lease,sharing}.test.ts',
  'test/deployments/processes.test.ts',
  'test/simulation/planted-bugs.test.ts',
  'test/world/encrypted.test.ts',
];
/** A thousand of them are built and run three times; everyday tests run a part. */
const PLAIN_PROGRAMS = 'test/plain-programs/*.test.ts';
/** npm installs two hundred packages for it, once per machine. */
const LIBRARIES = 'test/libraries/*.test.ts';
/** They measure a heap that nobody else fills. */
const HEAPS = [
  'test/runtime/memory.test.ts',
  'integrations/shared/evaluate-module.test.ts',
  'runtime/steps/step-queue-heap.test.ts',
];
/** It has a PostgreSQL server of its own, which it restarts and kills. */
const CHAOS = 'test/crash/chaos.test.ts';
/** Only a store that machines share has clocks that differ. */
const CLOCKS = 'test/crash/clocks.test.ts';
/** It needs a PostgreSQL server. */
const GOLDEN_POSTGRES = 'test/golden/golden-postgres.test.ts';
/** They need a PostgreSQL server. */
const POSTGRES = 'test/{world,postgres}/postgres*.test.ts';
/** Many rows, and several databases. */
const LARGE_POSTGRES = 'test/postgres/{databases,size}.test.ts';
/** Three servers on one database. */
const FLEET_EXAMPLE = 'test/postgres/fleet-example.test.ts';
/** Many rounds of everything at once, silent networks, poolers, processes of two versions. */
const LONGER_POSTGRES = 'test/postgres/postgres-{locks,moving,network,pooler,upgrade}.test.ts';
const SERVE_POSTGRES = './test/postgres/serve-postgres.ts';
const NOWHERE = ['**/node_modules/**'];

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
  /** Settings of the tests, and how far they go. */
  env?: Record<string, string>;
  /** Whether each file has a process of its own. Default: true. */
  isolate?: boolean;
  /** What runs once before all its tests. */
  globalSetup?: string;
}

/** What comes before tests is mostly a build or an installation, and machines of CI can be ten times slower than others. */
const HOOK_MS = 300_000;
const shared = {
  pool: 'forks',
  testTimeout: 20_000,
  hookTimeout: HOOK_MS,
  expect: { requireAssertions: true },
} as const;

const everyday: Project[] = [
  {
    name: 'all',
    include: ['{test,scripts}/**/*.test.ts'],
    exclude: [
      'test/samples/**',
      'test/frameworks/**',
      PLATFORMS,
      FUNCTIONS,
      TSSERVER,
      LINTERS,
      LIBRARIES,
      POSTGRES,
      LARGE_POSTGRES,
      CHAOS,
      CLOCKS,
      FLEET_EXAMPLE,
      GOLDEN_POSTGRES,
      RUNTIME,
      ...PROOFS,
      ...TOGETHER,
    ],
    env: { AI_SDKS: '6', ...NEWER_TYPESCRIPTS },
  },
  {
    name: 'all, together',
    include: TOGETHER,
    exclude: [...HEAPS, ...PROOFS],
    env: { AI_SDKS: '6', ...NEWER_TYPESCRIPTS },
    isolate: false,
  },
  { name: 'frameworks', include: FRAMEWORKS },
  runtime('on sqlite', on('sqlite')),
  runtime('on memory, replaying', on('memory', '0')),
  { name: 'postgres', include: [POSTGRES], exclude: [LONGER_POSTGRES], globalSetup: SERVE_POSTGRES },
];

const further: Project[] = [
  {
    name: 'further: storms on postgres',
    include: ['test/crash/{kill-storm,lease,sharing,telemetry}.test.ts', CLOCKS, LONGER_POSTGRES, FLEET_EXAMPLE],
    env: { TEST_WORLD: 'postgres', STORM_RUNS: '120', LOCK_ROUNDS: '20' },
    globalSetup: SERVE_POSTGRES,
  },
  { name: 'further: chaos on postgres', include: [CHAOS] },
  {
    name: 'further: golden on postgres',
    include: [GOLDEN_POSTGRES],
    env: { TEST_WORLD: 'postgres' },
    globalSetup: SERVE_POSTGRES,
  },
  { name: 'further: large on postgres', include: [LARGE_POSTGRES], globalSetup: SERVE_POSTGRES },
  { name: 'further: functions on postgres', include: [EVERYDAY_FUNCTIONS], globalSetup: SERVE_POSTGRES },
  { ...runtime('on postgres', on('postgres'), 'further: '), globalSetup: SERVE_POSTGRES },
  runtime('on several databases', on('databases'), 'further: '),
  { name: 'further: heaps', include: HEAPS, env: on('sqlite') },
  { name: 'further: agents on AI SDK 5 and 7', include: [AGENTS], env: { AI_SDKS: '5,7' } },
  {
    name: 'further: other TypeScripts',
    include: ['test/ts-plugin/*.test.ts', 'test/analysis/{open-types,serializable,typed}.test.ts'],
    exclude: [TSSERVER],
    env: { EDITORS: '5.9', TYPESCRIPTS: '5.9,7.1' },
  },
  {
    name: 'further: storms',
    include: [
      'test/{simulation,crash,generated-programs,deployments}/**/*.test.ts',
      'test/runtime/value-routes.test.ts',
      ...PROOFS,
    ],
    exclude: [CHAOS, CLOCKS],
    env: {
      AI_SDKS: '6',
      SIMULATION_SEEDS: '1000',
      SIMULATION_SECONDS: '20',
      CRASH_RUNS: '200',
      STORM_RUNS: '150',
      GENERATED_PROGRAMS: '300',
      RANDOM_DEPLOYMENTS: '120',
      VALUE_ROUTES: '500',
      AGENT_STORM_KILLS: '10',
      POINTS_APART: '2',
    },
  },
  {
    name: 'further: frameworks',
    include: ['test/frameworks/**/*.test.ts', PLATFORMS],
    exclude: [...FRAMEWORKS, ...LONG_FRAMEWORKS, OLDER_PLATFORMS],
  },
];

const longest: Project[] = [
  runtime('on sqlite, replaying', on('sqlite', '0'), 'longest: '),
  runtime('on sqlite, encrypted', { ...on('sqlite'), TEST_KEYS: '1' }, 'longest: '),
  runtime('on memory, room for three', on('memory', '3'), 'longest: '),
  { ...runtime('on postgres, replaying', on('postgres', '0'), 'longest: '), globalSetup: SERVE_POSTGRES },
  {
    name: 'longest: crash points on postgres',
    include: ['test/crash-points/crash-points.test.ts'],
    env: { TEST_WORLD: 'postgres' },
    globalSetup: SERVE_POSTGRES,
  },
  {
    name: 'longest: functions on postgres',
    include: [FUNCTIONS],
    exclude: [EVERYDAY_FUNCTIONS],
    globalSetup: SERVE_POSTGRES,
  },
  {
    name: 'longest: dashboard on postgres',
    include: ['test/dashboard/*.test.ts'],
    env: on('postgres'),
    globalSetup: SERVE_POSTGRES,
  },
  { name: 'longest: libraries', include: [LIBRARIES] },
  { name: 'longest: every plain program', include: [PLAIN_PROGRAMS], env: { ALL_PROGRAMS: '1' } },
  { name: 'longest: tsserver', include: [TSSERVER] },
  { name: 'longest: linters and VS Code', include: [LINTERS] },
  { name: 'longest: frameworks', include: [...LONG_FRAMEWORKS, OLDER_PLATFORMS] },
];

/** @param liveRuns How many suspended runs stay in memory; 0 replays at every suspension. Default: as many as there are. */
function on(world: string, liveRuns = ''): Record<string, string> {
  return { TEST_WORLD: world, WORKFLOW_LIVE_RUNS: liveRuns };
}

function runtime(where: string, env: Record<string, string>, prefix = ''): Project {
  return { name: `${prefix}runtime ${where}`, include: [RUNTIME], exclude: HEAPS, env, isolate: false };
}

export default defineConfig({
  test: {
    globalSetup: './scripts/vitest-setup.ts',
    // Servers, kills and waits leave a core idle most of the time.
    maxWorkers: availableParallelism() + 1,
    // What a green test prints is nobody's business.
    reporters: ['minimal'],
    silent: 'passed-only',
    projects: [...everyday, ...further, ...longest].map(({ exclude = [], ...project }) => ({
      test: { ...shared, ...project, exclude: [...NOWHERE, ...exclude] },
    })),
  },
});
