/**
 * The tests, as projects of vitest. `npm test` runs those that a change is likely to break; those whose name begins with
 * "further" are the same on more Worlds, more versions and more random ground, and run in `npm run test:all` only.
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
/** Each builds for every preset of a hosting platform. */
const PLATFORMS = 'test/platform/nitro*.test.ts';
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
  'test/analysis/{agreement-samples,fix-types}.test.ts',
  'test/class-programs/*.test.ts',
  'test/crash/kill-storm.test.ts',
  'test/crash-points/real-processes.test.ts',
  'test/crash/{keys,lease}.test.ts',
  'test/deployments/processes.test.ts',
  'test/simulation/planted-bugs.test.ts',
  'test/world/encrypted.test.ts',
];
/** npm installs two hundred packages for it, once per machine. */
const LIBRARIES = 'test/libraries/*.test.ts';
/** They measure a heap that nobody else fills. */
const HEAPS = [
  'test/runtime/memory.test.ts',
  'integrations/shared/evaluate-module.test.ts',
  'runtime/steps/step-queue-heap.test.ts',
];
const NOWHERE = ['**/node_modules/**'];

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
  /** Settings of the tests, and how far they go. */
  env?: Record<string, string>;
  /** Whether each file has a process of its own. Default: true. */
  isolate?: boolean;
}

const shared = { pool: 'forks', testTimeout: 20_000, expect: { requireAssertions: true } } as const;

const everyday: Project[] = [
  {
    name: 'all',
    include: ['{test,scripts}/**/*.test.ts'],
    exclude: [
      'test/samples/**',
      'test/frameworks/**',
      PLATFORMS,
      TSSERVER,
      LINTERS,
      LIBRARIES,
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
];

const further: Project[] = [
  runtime('on memory', on('memory'), 'further: '),
  runtime('on memory, room for three', on('memory', '3'), 'further: '),
  runtime('on sqlite, replaying', on('sqlite', '0'), 'further: '),
  runtime('on sqlite, encrypted', { ...on('sqlite'), TEST_KEYS: '1' }, 'further: '),
  { name: 'further: heaps', include: HEAPS, env: on('sqlite') },
  { name: 'further: agents on AI SDK 5 and 7', include: [AGENTS], env: { AI_SDKS: '5,7' } },
  {
    name: 'further: other TypeScripts',
    include: ['test/ts-plugin/*.test.ts', 'test/analysis/{open-types,serializable,typed}.test.ts'],
    exclude: [TSSERVER],
    env: { EDITORS: '5.9', TYPESCRIPTS: '5.9,7.1' },
  },
  { name: 'further: tsserver', include: [TSSERVER] },
  { name: 'further: libraries', include: [LIBRARIES] },
  { name: 'further: linters and VS Code', include: [LINTERS] },
  {
    name: 'further: storms',
    include: ['test/{simulation,crash,generated-programs,plain-programs,deployments}/**/*.test.ts', ...PROOFS],
    env: {
      AI_SDKS: '6',
      SIMULATION_SEEDS: '3000',
      SIMULATION_SECONDS: '60',
      CRASH_RUNS: '600',
      STORM_RUNS: '400',
      GENERATED_PROGRAMS: '800',
      ALL_PROGRAMS: '1',
      RANDOM_DEPLOYMENTS: '400',
      AGENT_STORM_KILLS: '30',
      POINTS_APART: '2',
    },
  },
  {
    name: 'further: frameworks',
    include: ['test/frameworks/**/*.test.ts', PLATFORMS],
    exclude: FRAMEWORKS,
  },
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
    projects: [...everyday, ...further].map(({ exclude = [], ...project }) => ({
      test: { ...shared, ...project, exclude: [...NOWHERE, ...exclude] },
    })),
  },
});
