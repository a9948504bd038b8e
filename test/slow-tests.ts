/**
 * Why a test file, or each of a folder, takes more than fifteen seconds: by the beginning of its path. `npm test` names
 * those that are missing here.
 */

const FRAMEWORK =
  'npm installs a framework, which then builds the application; each crash is a new start of its server';
const PROCESSES = 'real processes are killed, and others start and take over';

export const SLOW_TESTS: Readonly<Record<string, string>> = {
  'test/frameworks/': FRAMEWORK,
  'test/libraries/': 'npm installs two hundred packages, and each program is built and run three times',
  'test/platform/': 'a build of Nitro for each preset, and functions in processes of their own',
  'test/crash/': PROCESSES,
  'test/agent/example.test.ts': `the example as a user starts it, in development and production; ${PROCESSES}`,
  'test/agent/crash/crash-points.test.ts': 'an answer is played again for each place where its process may end',
  'test/agent/crash/kills.test.ts': PROCESSES,
  'test/agent/crash/kill-storm.test.ts': PROCESSES,
  'test/process-life/nobody-takes-it.test.ts': 'each script is a process, which compiles what it loads',
  'test/class-programs/class-programs.test.ts': '78 programs are built and run three times, also on a Node from npm',
  'test/cli/check.test.ts': 'each command is a process, and TypeScript reads a project in it',
  'test/cli/control-working.test.ts': 'each command is a process, beside a worker that executes what it asks for',
  'test/cli/control.test.ts': 'each command is a process, on a store of its own',
  'test/cli/replay-inspect.test.ts': 'each command is a process, which builds, works, or waits for a debugger',
  'test/cli/runs.test.ts': 'each command is a process',
  'test/cli/store-commands.test.ts': 'each command is a process, on a store of its own',
  'test/cli/terminal.test.ts': 'each command is a process in a terminal of its own',
  'test/cli/web.test.ts': 'each command is a process, on a store of its own',
  'test/dashboard/': 'people use each page of the dashboard in a real browser',
  'test/cli/worker.test.ts': 'each command is a process, which builds and works',
  'test/crash-points/crash-points.test.ts':
    'each of 50 workflows is played again for each place where its process may end',
  'test/crash-points/real-processes.test.ts': PROCESSES,
  'test/process-life/': PROCESSES,
  'test/package/package.test.ts': 'npm installs the packed package, and each entry is loaded in a process of its own',
  'test/agent/abort.test.ts': 'limits of time are waited for, live and replaying',
  'test/generated-programs/generated-programs.test.ts':
    'each of 100 random programs is built and run, plain and compiled',
  'test/runtime/memory.test.ts':
    'hundreds of runs go through each kind of wait, and the collector runs after each round',
  'test/runtime/values.test.ts': 'each value crosses every boundary of a run, on a store whose commits are synced',
  'test/samples.test.ts': 'each of 225 samples is built and run, plain and compiled',
  'test/simulation/simulation.test.ts': 'seeds that nobody has tried are worth the time that they get',
  'test/ts-plugin/tsserver.test.ts':
    'each test starts a tsserver, which reads the library of TypeScript for a second or two',
  'test/world/encrypted.test.ts': 'the same as for SQLite, encrypted, and once more in memory',
  'test/world/sqlite.test.ts': 'every commit is synced to the disk, 131 tests on a store of their own',
  'test/postgres/postgres-moving.test.ts': `1,500 runs are moved and executed; ${PROCESSES}`,
  'test/postgres/postgres-locks.test.ts': 'circles of waiting are rare: many rounds are needed to be in one',
  'test/world/postgres.test.ts': 'each test has a schema of its own, made by the migrations of a real PostgreSQL',
};
