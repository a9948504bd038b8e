/** Several connections on one store: how they hear of each other, and how else they may connect. */
import { Client, Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Change, World } from '../../runtime/world/world.ts';
import { ALICE, completed, LEASE_UNTIL, NOW, ownRun, RUN, toCommit, toNewRun } from '../world/run-fixtures.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';

/** Resolves with the next change of this kind that a World tells of. */
function heard<Kind extends Change['kind']>(world: World, kind: Kind): Promise<Extract<Change, { kind: Kind }>> {
  return new Promise((resolve) => {
    const stop = world.subscribe((change) => {
      if (change.kind !== kind) return;
      stop();
      resolve(change as Extract<Change, { kind: Kind }>);
    });
  });
}

/** Two Worlds that know of each other. */
async function openTwo(): Promise<[World, World, string]> {
  const schema = makeSchema();
  const first = await openPostgresWorld(schema);
  // It listens.
  await heard(first, 'elsewhere');
  const second = await openPostgresWorld(schema);
  // It listens, and then it has been welcomed.
  for (let times = 0; times < 2; times++) await heard(second, 'elsewhere');
  return [first, second, schema];
}

test('a process hears of what another one did, before it looks by itself', async () => {
  const [here, there] = await openTwo();
  await ownRun(here);
  const message = heard(here, 'inbox');
  await there.deliver(RUN, { type: 'wake' }, NOW);
  await expect(message).resolves.toMatchObject({ runId: RUN, message: { n: 1, content: { type: 'wake' } } });

  const chunks = heard(there, 'chunks');
  await here.appendChunks(RUN, 'log', ['1']);
  await expect(chunks).resolves.toEqual({ kind: 'chunks', runId: RUN, stream: 'log' });

  const end = heard(there, 'run');
  await here.commit(toCommit({ events: [completed()] }));
  await expect(end).resolves.toEqual({ kind: 'run', runId: RUN, status: 'completed' });

  const due = heard(here, 'due');
  await there.createRun(toNewRun({ runId: `${RUN.slice(0, -1)}7` as typeof RUN }));
  await expect(due).resolves.toEqual({ kind: 'due', dueAt: NOW });
});

test('it hears again after its connection for notifications was cut', async () => {
  const [here, there, schema] = await openTwo();
  const listening = `from pg_stat_activity where query = 'listen "workflow_${schema}"'`;
  await query(`select pg_terminate_backend(pid) ${listening}`);
  // It looks again when it listens again, and from time to time.
  while ((await query(`select 1 ${listening}`)).length < 2) await heard(here, 'elsewhere');
  const due = heard(here, 'due');
  await there.createRun(toNewRun());
  await expect(due).resolves.toEqual({ kind: 'due', dueAt: NOW });
});

test('connections of the application are used, and stay open', async () => {
  const pool = new Pool({ connectionString: postgresUrl(), max: 3 });
  onTestFinished(() => pool.end());
  const config = { kind: 'postgres' as const, pool, schema: makeSchema() };
  const { createWorld } = await import('../../runtime/world/open.ts');
  const world = await createWorld(config);
  await world.open();
  await ownRun(world);
  await world.close();
  await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test('statements need not be prepared', async () => {
  const schema = makeSchema();
  const world = await openPostgresWorld(schema, { prepares: false });
  await ownRun(world);
  await world.commit(toCommit({ events: [completed()] }));
  await expect(world.readRun(RUN)).resolves.toMatchObject({ status: 'completed' });
  const [row] = await query<{ count: string }>(`select count(*) from pg_prepared_statements`);
  expect(row).toEqual({ count: '0' });
});

test.each([['NUL \0 and half \ud83d'], ['\\backslash'], ['ä😀 "quoted" {braces}']])(
  'names keep every character: %j',
  async (name) => {
    const world = await openPostgresWorld(makeSchema());
    await ownRun(world, {
      created: { key: name, attributes: { [name]: name } },
      events: [{ type: 'hook_created', at: NOW, call: 0, token: name }],
    });
    await world.appendChunks(RUN, name, [name, new Uint8Array([0, 255])]);
    await expect(world.findHook(name)).resolves.toMatchObject({ token: name });
    await expect(world.listRuns({ key: name, attributes: { [name]: name }, limit: 2 })).resolves.toMatchObject({
      runs: [{ key: name, attributes: { [name]: name } }],
    });
    await expect(world.readChunks(RUN, name, 0, 9)).resolves.toMatchObject({
      chunks: [name, new Uint8Array([0, 255])],
    });
    await expect(world.readJournal(RUN, 1)).resolves.toMatchObject([{ token: name }]);
  },
);

test('a process that is stopped in the middle of a transaction does not keep a run from others', async () => {
  const schema = makeSchema();
  const world = await openPostgresWorld(schema);
  await ownRun(world);
  const stopped = new Client(postgresUrl());
  await stopped.connect();
  onTestFinished(() => stopped.end().catch(() => undefined));
  stopped.on('error', () => {});
  // As this package begins its own transactions.
  await stopped.query('begin; set local idle_in_transaction_session_timeout = 500');
  await stopped.query(`select * from ${schema}.runs for update`);
  await expect(world.commit(toCommit({ events: [completed()] }))).resolves.toEqual({ ok: true });
});

test('a worker whose lease ended is given up by the clock of the database', async () => {
  const [here, there] = await openTwo();
  await here.joinWorker(ALICE, LEASE_UNTIL);
  await expect(there.hasWorker(LEASE_UNTIL)).resolves.toBe(true);
  await expect(there.joinWorker(ALICE, Date.now() + 60_000)).resolves.toBeUndefined();
  await expect(here.joinWorker(ALICE, Date.now() + 60_000)).rejects.toMatchObject({ code: 'world_worker_taken' });
});
