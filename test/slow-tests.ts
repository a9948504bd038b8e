/** Why a test file takes more than fifteen seconds. `npm test` names those that are missing here. */

const FRAMEWORK =
  'npm installs a framework, which then builds the application; each crash is a new start of its server';
const PROCESSES = 'real processes are killed, and others start and take over';

export const SLOW_TESTS: Readonly<Record<string, string>> = {
  'test/frameworks/astro/astro.production.test.ts': FRAMEWORK,
  'test/frameworks/nest/nest-12.production.test.ts': `${FRAMEWORK}; Nest compiles twice`,
  'test/frameworks/next/next.production.test.ts': `${FRAMEWORK}; a build of Next takes fifteen seconds`,
  'test/frameworks/nitro/nitro.production.test.ts': FRAMEWORK,
  'test/frameworks/nuxt/nuxt.production.test.ts': `${FRAMEWORK}; npm brings 600 packages`,
  'test/frameworks/server/server.production.test.ts': FRAMEWORK,
  'test/frameworks/sveltekit/sveltekit.production.test.ts': FRAMEWORK,
  'test/frameworks/vite/vite.production.test.ts': FRAMEWORK,
  'test/platform/nitro.test.ts': 'a build of Nitro for each preset, and functions in processes of their own',
  'test/agent/example.test.ts': `the example as a user starts it, in development and production; ${PROCESSES}`,
  'test/agent/crash/crash-points.test.ts': 'an answer is played again for each place where its process may end',
  'test/agent/crash/kills.test.ts': PROCESSES,
  'test/agent/crash/kill-storm.test.ts': PROCESSES,
  'test/cli/check.test.ts': 'each command is a process, and TypeScript reads a project in it',
  'test/cli/worker.test.ts': 'each command is a process, which builds and works',
  'test/crash-points/crash-points.test.ts':
    'each of 50 workflows is played again for each place where its process may end',
  'test/crash-points/real-processes.test.ts': PROCESSES,
  'test/package/package.test.ts': 'npm installs the packed package, and each entry is loaded in a process of its own',
  'test/agent/abort.test.ts': 'limits of time are waited for, live and replaying',
  'test/generated-programs/generated-programs.test.ts':
    'each of 200 random programs is built and run, plain and compiled',
  'test/runtime/values.test.ts': 'each value crosses every boundary of a run, on a store whose commits are synced',
  'test/samples.test.ts': 'each of 225 samples is built and run, plain and compiled',
  'test/simulation/simulation.test.ts': 'seeds that nobody has tried are worth the time that they get',
  'test/ts-plugin/tsserver.test.ts':
    'each test starts a tsserver, which reads the library of TypeScript for a second or two',
  'test/world/sqlite.test.ts': 'every commit is synced to the disk, 131 tests on a store of their own',
};
