/** Time, timers and randomness come from outside, so that the whole engine runs under a virtual clock. */
import { expect, test } from 'vitest';
import ts from 'typescript-6';
import { listFiles, listModules } from './source-files.ts';

/** Where they are made, or why nothing would be won by handing them in. */
const MAKERS: Record<string, string> = {
  'compiler/machine-bound-imports.ts': 'bounds how long answers about files on disk are kept',
  'runtime/worker/system-clock.ts': 'makes the clock of the process',
  'runtime/observe/console-log.ts': 'says when a message was printed',
  'runtime/api/keep-awake.ts': 'bounds a request of the host',
  'runtime/host-values/outside-signals.ts': 'names that no other process gives',
  'runtime/host-values/step-files.ts': 'bounds how long a module of the user loads',
  'runtime/http/cron-call.ts': 'bounds a request of the host',
  'runtime/http/probe-route.ts': 'answers slowly on purpose',
  'runtime/http/webhook-route.ts': 'bounds a request of the host and names its answer',
  'runtime/values/step-errors.ts': 'a constructor that users call: nobody could hand it a clock',
  'runtime/world/memory/memory-world.ts': 'makes the secret of its store',
  'runtime/world/sqlite/migrations.ts': 'makes the secret of its store',
  'runtime/world/postgres/batches.ts': 'gathers the requests of one tick',
  'runtime/world/postgres/change-feed.ts': 'looks again from time to time, and gathers hints',
  'runtime/world/postgres/database-clock.ts': 'compares the clock of the database with that of the machine',
  'runtime/world/postgres/keep-leases.ts': 'renews leases while the thread of the application is held up',
  'runtime/world/postgres/migrations.ts': 'makes the secret of its store',
  'runtime/world/postgres/postgres-world.ts': 'names this connection among all of them',
  'runtime/world/postgres/resting-pool.ts': 'notices that a connection was not used for a while',
  'runtime/world/encrypted/plain-values.ts': 'reads a note of other processes again from time to time',
  'runtime/world/event-loop.ts': 'leaves the event loop to the application',
  'runtime/world/sqlite/busy.ts': 'waits for the lock of another process in real time',
  'runtime/world/sqlite/open-files.ts': 'asks whether a folder has just changed',
  'runtime/world/sqlite/create-files.ts': 'a name that no other process gives at this moment',
  'runtime/world/sqlite/store.ts': 'measures how long the disk takes to make a batch durable',
  'runtime/world/sqlite/writer-upkeep.ts': 'upkeep of the thread that writes',
  'runtime/world/sqlite/workers.ts': 'renews leases while the thread of the application is held up',
  'runtime/world/sqlite/thread-channel.ts':
    'gathers the requests of one tick, and measures how long their answers take',
};

/** They are at the edge of the process: their time is that of a socket, a watcher, an editor, a model. */
const EDGES = [
  'agent/',
  'cli/',
  'compiler/build/',
  'dashboard/',
  'integrations/',
  'ts-plugin/language-server/',
  'ts-plugin/eslint/',
];

/** Calls and constructions, as they are written. */
const SOURCES = [
  'Date.now',
  'performance.now',
  'AbortSignal.timeout',
  'Math.random',
  'randomBytes',
  'randomUUID',
  'randomInt',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'setTimeout',
  'setInterval',
  'setImmediate',
];

test('time, timers and randomness are made only where that is said here, with the reason', () => {
  const makers = listModules()
    .filter(({ file }) => !EDGES.some((edge) => file.startsWith(edge)) && !file.includes('/explanations/'))
    .filter(({ file, text }) => makesTimeOrChance(file, text))
    .map(({ file }) => file);
  expect(makers.toSorted()).toEqual(Object.keys(MAKERS).toSorted());
});

test('fast-check draws its seed from where the gate fixes it', () => {
  const importers = listFiles(/\.m?tsx?$/).filter(({ text }) => /^(?:import|export)\b.*['"]fast-check['"]/m.test(text));
  expect(importers.map(({ file }) => file)).toEqual(['test/fast-check.ts']);
});

function makesTimeOrChance(file: string, text: string): boolean {
  const visit = (node: ts.Node): boolean => {
    if (ts.isCallExpression(node) && SOURCES.includes(node.expression.getText())) return true;
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return true;
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.getText().startsWith("'node:timers")) return true;
    return ts.forEachChild(node, visit) ?? false;
  };
  return visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}
