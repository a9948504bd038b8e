/**
 * Which tests run when. The gate decides whether a change lands: what is in it passes on any machine, offline and busy,
 * unless there is a defect. All else is in lanes, which run by name: other Worlds and versions, unseen seeds, storms,
 * measurements of time, and whatever asks a registry.
 */
import { matchesGlob } from 'node:path';
import { GATE_FRAMEWORKS } from './frameworks/gate-frameworks.ts';

/** A project of vitest. */
export interface Project {
  name: string;
  include: string[];
  exclude?: string[];
  /** Settings of the tests, and how far they go. */
  env?: Record<string, string>;
  /** Whether each file has a process of its own. Default: true. */
  isolate?: boolean;
  /** A module that runs once before all its tests. */
  globalSetup?: string;
}

export interface Lane {
  /** Its purpose, in a few words. */
  what: string;
  projects: Project[];
}

const RUNTIME = 'test/runtime/**/*.test.ts';
/** The part of it that depends on the store most. */
const RUNTIME_ON_FILES = ['test/runtime/{draining,forks,hooks,replay,runs,steps,streams}.test.ts'];
/** Starting a process takes longer than most of these files, so they share some, and leave nothing behind in them. */
const TOGETHER = [
  '{agent,cli,compiler,integrations,runtime,ts-plugin,bench}/**/*.test.ts',
  'test/{analysis,compiler-build,stacks,style}/**/*.test.ts',
];
const EVERY_FRAMEWORK = 'test/frameworks/**/*.test.ts';
/** Builds of Nitro, one after the other. */
const NITRO_BUILDS = 'integrations/nitro/{application-files,page-bundles}.test.ts';
/** Servers that start with each kind of broken code. */
const BROKEN_SERVERS = 'integrations/server/broken-code.test.ts';
/** The rest of the tests of agents does not depend on the version of the AI SDK, or is quick on all of them. */
const AGENTS =
  'test/agent/{abort,approval,errors,history,loop,options,output,page-history,parity,repair,secrets,streaming,telemetry,tools,tools-of-providers}.test.ts';
/** Real processes are killed and halted, agents among them. */
const AGENT_STORMS = 'test/agent/crash/*.test.ts';
/** Agents in the packed package and on a real server, and the types of their options. */
const AGENT_PACKAGES = 'test/agent/{chat/package,chat/real-agent,options-types}.test.ts';
const STORMS = [
  'test/crash/{crash,keys,kill-storm,lease,retry,sharing}.test.ts',
  'test/crash-points/real-processes.test.ts',
  'test/deployments/processes.test.ts',
];
const SIMULATIONS = 'test/simulation/*.test.ts';
/** Its host stands still on the real clock. */
const HALTED_HOST = 'test/runtime/halted-host.test.ts';
/** Commands and servers that work in processes of their own until a signal ends them, some in a terminal. */
const PROCESSES = [
  'test/cli/{control,control-working,doctor,doctor-editor,moving,replaced-workers,replay-inspect}.test.ts',
  'test/cli/{init,runs,store-commands,terminal,worker}.test.ts',
  'test/durability/disk-trouble.test.ts',
  'test/process-life/*.test.ts',
  'test/world/sqlite-{backup,processes}.test.ts',
  HALTED_HOST,
];
/** People use each page in a real browser. */
const DASHBOARD = 'test/dashboard/{pages,server}.test.ts';
/** They run the simulator until it has found each planted defect. */
const PLANTED_BUGS = 'test/simulation/planted-bugs.test.ts';
/** They measure a heap that nobody else fills. */
const HEAPS = [
  'test/runtime/memory.test.ts',
  'integrations/shared/evaluate-module.test.ts',
  'runtime/steps/step-queue-heap.test.ts',
];
/** They measure times, which other work on the machine changes. */
const TIMED = '**/*.timed.test.ts';
/** Hundreds of programs are built and run several times. */
const PROGRAMS = ['test/class-programs/*.test.ts', 'test/plain-programs/*.test.ts'];
/** Tests whose seed is fixed in the gate. */
const PROPERTIES = [
  'agent/model/written-chunks.test.ts',
  'runtime/sandbox/web/{text-coding,url-search-params}.test.ts',
  'runtime/values/{base64,clone.property,codec.property}.test.ts',
  'test/compiler-build/incremental.test.ts',
  'test/{generated-programs,linearizability}/*.test.ts',
];
const LIBRARIES = 'test/libraries/*.test.ts';
const LINTERS = 'test/linters/*.test.ts';
const VSCODE = 'test/vscode/*.test.ts';
const TYPESCRIPTS = ['test/ts-plugin/*.test.ts', 'test/analysis/{open-types,serializable,typed,stored-types}.test.ts'];
/** Each test starts a tsserver of its own. */
const TSSERVER = 'test/ts-plugin/tsserver.test.ts';
const EDITOR_PROOFS = [
  'test/analysis/{agreement-pages,agreement-samples,fix-types,planted-in-editor}.test.ts',
  'test/{lsp/lsp,ts-plugin/convert-tree}.test.ts',
];
/** They start npm, which asks a registry; or an example that is tested elsewhere, too. */
const READMES = [
  'scripts/lock-platforms.test.ts',
  'test/agent/example.test.ts',
  'test/docs/readme.test.ts',
  'test/package/old-node.test.ts',
];
const PLATFORMS = 'test/platform/*.test.ts';
/** Each runs a platform's functions on PostgreSQL, one process for each call. */
const FUNCTIONS = 'test/platform/functions/*.test.ts';
const POSTGRES_CONTRACT = 'test/world/postgres.test.ts';
const POSTGRES = ['test/postgres/*.test.ts', 'test/golden/golden-postgres.test.ts'];
/** Databases that die and networks that are silent; clocks differ only where machines share a store. */
const POSTGRES_CHAOS = [
  'test/crash/{chaos,clocks}.test.ts',
  'test/postgres/postgres-{locks,moving,network,pooler,restart,upgrade}.test.ts',
];
/** Several servers on one database. */
const FLEETS = ['test/postgres/fleet-example.test.ts', 'scripts/start/fleet-story.test.ts'];
/** It runs the contract twice more. */
const ENCRYPTED = 'test/world/encrypted.test.ts';
const NOT_IN_THE_GATE = [
  EVERY_FRAMEWORK,
  NITRO_BUILDS,
  BROKEN_SERVERS,
  AGENT_STORMS,
  AGENT_PACKAGES,
  ...STORMS,
  ...PROCESSES,
  DASHBOARD,
  PLANTED_BUGS,
  ...HEAPS,
  TIMED,
  ...PROGRAMS,
  LIBRARIES,
  LINTERS,
  VSCODE,
  TSSERVER,
  ...EDITOR_PROOFS,
  ...READMES,
  PLATFORMS,
  FUNCTIONS,
  POSTGRES_CONTRACT,
  ...POSTGRES,
  ...POSTGRES_CHAOS,
  ...FLEETS,
  ENCRYPTED,
];

const SERVE_POSTGRES = './test/postgres/serve-postgres.ts';
/** Of many versions the gate takes those in use. */
const ONE_VERSION = { AI_SDKS: '6', TYPESCRIPTS: '6.0,7.0', EDITORS: '6' };
/** Property tests draw new seeds, and print the seed of a failure. */
const NEW_SEEDS = { NEW_SEEDS: '1' };

export const GATE: readonly Project[] = [
  {
    name: 'gate: apart',
    include: ['{test,scripts}/**/*.test.ts'],
    exclude: [RUNTIME, ...TOGETHER, ...NOT_IN_THE_GATE],
    env: { ...ONE_VERSION, CRASH_POINTS_APART: '3', GENERATED_PROGRAMS: '40', SIMULATION_SEEDS: '60' },
  },
  { name: 'gate: together', include: TOGETHER, exclude: NOT_IN_THE_GATE, env: ONE_VERSION, isolate: false },
  // The set-up has installed their packages.
  { name: 'gate: frameworks', include: Object.keys(GATE_FRAMEWORKS), env: { WORKFLOW_OFFLINE: '1' } },
  runtimeOn('gate: runtime', on('memory')),
  runtimeOn('gate: runtime, replaying', on('memory', '0')),
  { ...runtimeOn('gate: runtime on sqlite', on('sqlite')), include: RUNTIME_ON_FILES },
];

export const LANES: Readonly<Record<string, Lane>> = {
  ...frameworkLanes(),
  platforms: {
    what: 'the output for hosting platforms, of each preset of Nitro; their functions on PostgreSQL',
    projects: [
      { name: 'platforms: output', include: [PLATFORMS] },
      { name: 'platforms: functions', include: [FUNCTIONS], globalSetup: SERVE_POSTGRES },
    ],
  },
  libraries: {
    what: 'programs on two hundred packages of npm',
    projects: [{ name: 'libraries', include: [LIBRARIES] }],
  },
  linters: { what: 'ESLint and oxlint with our rules', projects: [{ name: 'linters', include: [LINTERS] }] },
  vscode: { what: 'the packed extension of VS Code', projects: [{ name: 'vscode', include: [VSCODE] }] },
  typescripts: {
    what: 'the other versions of TypeScript, real tsservers, and proofs on the rules of the editor',
    projects: [
      {
        name: 'typescripts: others',
        include: TYPESCRIPTS,
        exclude: [TSSERVER],
        env: { EDITORS: '5.9', TYPESCRIPTS: '5.9,7.1' },
      },
      { name: 'typescripts: tsserver', include: [TSSERVER] },
      { name: 'typescripts: proofs', include: EDITOR_PROOFS, env: ONE_VERSION },
    ],
  },
  agents: {
    what: 'agents on the AI SDK 5 and 7, and agents whose processes are killed',
    projects: [
      { name: 'agents: others', include: [AGENTS], env: { AI_SDKS: '5,7' } },
      { name: 'agents: packages', include: [AGENT_PACKAGES], env: ONE_VERSION },
      { name: 'agents: storms', include: [AGENT_STORMS], env: { AI_SDKS: '6', AGENT_STORM_KILLS: '10' } },
    ],
  },
  runtimes: {
    what: 'the runtime suite with other settings of the store; the contract of Worlds, encrypted',
    projects: [
      runtimeOn('runtimes: sqlite', on('sqlite')),
      runtimeOn('runtimes: sqlite, replaying', on('sqlite', '0')),
      runtimeOn('runtimes: sqlite, encrypted', { ...on('sqlite'), TEST_KEYS: '1' }),
      runtimeOn('runtimes: memory, room for three', on('memory', '3')),
      { name: 'runtimes: contract, encrypted', include: [ENCRYPTED] },
    ],
  },
  storms: {
    what: 'real processes that are killed, halted and replaced while they work',
    projects: [
      {
        name: 'storms',
        include: ['test/{crash,crash-points,deployments}/**/*.test.ts'],
        exclude: POSTGRES_CHAOS,
        env: { AI_SDKS: '6', CRASH_RUNS: '200', STORM_RUNS: '150', RANDOM_DEPLOYMENTS: '120', POINTS_APART: '2' },
      },
    ],
  },
  processes: {
    what: 'commands and servers that work until a signal ends them, terminals, debuggers',
    projects: [{ name: 'processes', include: PROCESSES, env: on('sqlite') }],
  },
  dashboard: {
    what: 'each page of the dashboard in a real browser, on a file and on PostgreSQL',
    projects: [
      { name: 'dashboard: sqlite', include: [DASHBOARD] },
      {
        name: 'dashboard: postgres',
        include: [DASHBOARD],
        env: on('postgres'),
        globalSetup: SERVE_POSTGRES,
      },
    ],
  },
  simulation: {
    what: 'the simulator on new seeds, whose failures print a command; planted defects that it has to find',
    projects: [
      {
        name: 'simulation',
        include: [SIMULATIONS],
        env: { ...NEW_SEEDS, SIMULATION_SEEDS: '1000', SIMULATION_SECONDS: '60' },
      },
    ],
  },
  programs: {
    what: 'many more programs, plain and compiled, and property tests on new seeds',
    projects: [
      { name: 'programs', include: PROGRAMS, env: { ALL_PROGRAMS: '1' } },
      {
        name: 'programs: new seeds',
        include: PROPERTIES,
        env: { ...NEW_SEEDS, GENERATED_PROGRAMS: '300' },
      },
      {
        name: 'programs: new values',
        include: ['test/runtime/value-routes.test.ts'],
        env: { ...on('sqlite'), ...NEW_SEEDS, VALUE_ROUTES: '500' },
      },
    ],
  },
  heaps: { what: 'memory that has to stay flat', projects: [{ name: 'heaps', include: HEAPS, env: on('sqlite') }] },
  timed: { what: 'times, on a quiet machine', projects: [{ name: 'timed', include: [TIMED] }] },
  readme: {
    what: 'the README and an example from an empty folder, over the network; an old Node',
    projects: [{ name: 'readme', include: READMES, env: { AI_SDKS: '6' } }],
  },
  postgres: {
    what: 'the contract of Worlds, the runtime suite, trouble and stored formats on PostgreSQL',
    projects: [
      {
        name: 'postgres: store',
        include: [POSTGRES_CONTRACT, ...POSTGRES],
        exclude: [...POSTGRES_CHAOS, ...FLEETS],
        env: { TEST_WORLD: 'postgres' },
        globalSetup: SERVE_POSTGRES,
      },
      { ...runtimeOn('postgres: runtime', on('postgres')), globalSetup: SERVE_POSTGRES },
      { ...runtimeOn('postgres: runtime, replaying', on('postgres', '0')), globalSetup: SERVE_POSTGRES },
      runtimeOn('postgres: several databases', on('databases')),
    ],
  },
  'postgres-chaos': {
    what: 'databases that die, silent networks, poolers, kills, crash points and fleets on PostgreSQL',
    projects: [
      {
        name: 'postgres-chaos',
        include: ['test/crash/{kill-storm,lease,sharing,telemetry}.test.ts', ...POSTGRES_CHAOS, ...FLEETS],
        env: { TEST_WORLD: 'postgres', STORM_RUNS: '120', LOCK_ROUNDS: '20' },
        globalSetup: SERVE_POSTGRES,
      },
      {
        name: 'postgres-chaos: crash points',
        include: ['test/crash-points/crash-points.test.ts'],
        env: { TEST_WORLD: 'postgres', CRASH_POINTS_APART: '3' },
        globalSetup: SERVE_POSTGRES,
      },
    ],
  },
};

const FRAMEWORK_LANES = Object.keys(LANES).filter((name) => name.startsWith('frameworks-'));

/** One for each framework, with all its versions, in production and development. */
function frameworkLanes(): Record<string, Lane> {
  const of = (folders: string): string => `test/frameworks/${folders}/*.test.ts`;
  const lanes: [name: string, what: string, ...include: string[]][] = [
    ['astro', 'Astro', of('astro')],
    ['nest', 'NestJS, also in Jest', of('nest')],
    ['next', 'Next', of('next')],
    ['nitro', 'Nitro', of('nitro'), NITRO_BUILDS],
    ['nuxt', 'Nuxt', of('nuxt')],
    [
      'servers',
      'Express, Fastify, Hono and node:http',
      of('{express,fastify,hono,server,server-bundled}'),
      BROKEN_SERVERS,
    ],
    ['starts', 'a first hour, Bun, Deno, deployments, models', of('{bun,deno,first-steps,providers,rolling-restart}')],
    ['sveltekit', 'SvelteKit', of('sveltekit')],
    ['vite', 'Vite, components, React Router', of('{components,react-router,vite}')],
  ];
  return Object.fromEntries(
    lanes.map(([framework, what, ...include]) => {
      const name = `frameworks-${framework}`;
      return [name, { what, projects: [{ name, include }] }];
    }),
  );
}

/**
 * The lanes that a change calls for, by the beginning of the changed file's path; the longest counts. A changed test
 * calls for its own lanes, too.
 */
export const CALLED_FOR: Readonly<Record<string, readonly string[]>> = {
  '': [],
  'agent/': ['agents'],
  'cli/moving/': ['processes', 'postgres'],
  'cli/store/': ['processes', 'postgres'],
  'compiler/': ['programs', 'libraries', 'frameworks-nitro', 'frameworks-next', 'frameworks-vite'],
  'cli/': ['processes'],
  'dashboard/': ['dashboard'],
  'examples/': ['readme'],
  'integrations/astro/': ['frameworks-astro'],
  'integrations/nest/': ['frameworks-nest'],
  'integrations/next/': ['frameworks-next'],
  'integrations/nitro/': ['frameworks-nitro', 'frameworks-nuxt', 'platforms'],
  'integrations/nuxt/': ['frameworks-nuxt'],
  'integrations/platform/': ['platforms'],
  'integrations/register/': ['frameworks-servers'],
  'integrations/server/': ['frameworks-servers', 'frameworks-starts'],
  'integrations/shared/': [...FRAMEWORK_LANES, 'platforms'],
  'integrations/sveltekit/': ['frameworks-sveltekit'],
  'integrations/vite/': ['frameworks-vite', 'frameworks-sveltekit'],
  'integrations/vscode/': ['vscode'],
  'package-lock.json': [...FRAMEWORK_LANES, 'libraries', 'linters', 'vscode', 'readme'],
  'runtime/': ['runtimes', 'simulation', 'storms', 'processes', 'timed'],
  'runtime/operations/': ['dashboard', 'postgres', 'processes'],
  'runtime/engine/': ['runtimes', 'simulation', 'storms', 'timed', 'heaps'],
  'runtime/sandbox/': ['runtimes', 'programs', 'libraries'],
  'runtime/steps/': ['runtimes', 'simulation', 'storms', 'heaps'],
  'runtime/values/': ['runtimes', 'programs', 'libraries'],
  'runtime/world/': ['runtimes', 'simulation', 'storms', 'heaps', 'postgres'],
  'runtime/world/postgres/': ['postgres', 'postgres-chaos', 'platforms'],
  'runtime/world/sharded/': ['postgres', 'postgres-chaos'],
  'scripts/postgres-server.ts': ['postgres'],
  'scripts/start': ['readme', 'postgres-chaos'],
  'test/agent/': ['agents'],
  'test/crash/': ['storms', 'postgres-chaos'],
  'test/crash-points/': ['storms'],
  'test/deployments/': ['storms'],
  'test/frameworks/': FRAMEWORK_LANES,
  'test/libraries/': ['libraries'],
  'test/platform/': ['platforms'],
  'test/postgres/': ['postgres', 'postgres-chaos'],
  'test/runtime/': ['runtimes'],
  'test/simulation/': ['simulation'],
  'test/world/': ['runtimes', 'postgres'],
  'ts-plugin/': ['typescripts', 'linters', 'vscode'],
  'README.md': ['readme'],
};

/** The lanes that a change of this file calls for. @param file Path, relative to the repository. */
export function lanesForFile(file: string): string[] {
  const beginning = Object.keys(CALLED_FOR)
    .filter((path) => file.startsWith(path))
    .reduce((longest, path) => (path.length > longest.length ? path : longest), '');
  const own = Object.keys(LANES).filter((lane) => LANES[lane]!.projects.some((project) => holds(project, file)));
  return [...new Set([...(CALLED_FOR[beginning] ?? []), ...own])];
}

/** Whether a project runs this file. */
export function holds({ include, exclude = [] }: Project, file: string): boolean {
  const isIn = (globs: string[]): boolean => globs.some((glob) => matchesGlob(file, glob));
  return isIn(include) && !isIn(exclude);
}

/** @param liveRuns How many suspended runs stay in memory; 0 replays at every suspension. Default: all of them. */
function on(world: string, liveRuns = ''): Record<string, string> {
  return { TEST_WORLD: world, WORKFLOW_LIVE_RUNS: liveRuns };
}

function runtimeOn(name: string, env: Record<string, string>): Project {
  return { name, include: [RUNTIME], exclude: [...HEAPS, HALTED_HOST, TIMED], env, isolate: false };
}
