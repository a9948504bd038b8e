/** The network and the server fail while a World is at work: what callers see, and that all goes on afterwards. */
import { Client, Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { World } from '../../runtime/world/world.ts';
import { completed, ownRun, RUN, stepCreated, toCommit } from '../world/run-fixtures.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { FlakyNetwork } from './flaky-network.ts';

async function setUp(config: Parameters<typeof openPostgresWorld>[1] = {}) {
  const network = await FlakyNetwork.start(postgresUrl());
  onTestFinished(() => network.close());
  const schema = makeSchema();
  const world = await openPostgresWorld(schema, { url: network.url, listenUrl: postgresUrl(), ...config });
  await ownRun(world);
  return { network, world, schema };
}

const finish = (world: World) => world.commit(toCommit({ events: [completed()] }));

test('a commit whose answer is lost is there, and the same commit again is refused', async () => {
  const { network, world } = await setUp();
  network.loseAnswers(1, /update .*runs/s);
  await expect(finish(world)).rejects.toMatchObject({ code: 'world_database_unreachable' });
  expect(network.answersLost).toBe(1);
  await expect(finish(world)).resolves.toEqual({ ok: false, reason: 'fenced' });
  await expect(world.readRun(RUN)).resolves.toMatchObject({ status: 'completed' });
});

test('a database that falls silent is given up after a while, and asked again on another connection', async () => {
  const { network, world } = await setUp({ statementTimeoutMs: 100 });
  network.fallSilent();
  await expect(finish(world)).rejects.toMatchObject({ code: 'world_database_unreachable' });
  network.goOn();
  await expect(world.readRun(RUN)).resolves.toMatchObject({ runId: RUN });
});

test('tables that somebody else has changed are read as they are now', async () => {
  const { world, schema } = await setUp();
  await world.readRun(RUN);
  await query(`alter table ${schema}.runs add column later text`);
  await expect(world.readRun(RUN)).resolves.toMatchObject({ runId: RUN });
  await expect(finish(world)).resolves.toEqual({ ok: true });
});

test('a pooler that keeps nothing prepared is worked with all the same', async () => {
  const pool = new Pool({ connectionString: postgresUrl(), max: 1 });
  const world = await openPostgresWorld(makeSchema(), { pool });
  onTestFinished(() => pool.end());
  await ownRun(world);
  await world.readRun(RUN);
  // As if the next statement met a connection that others had before.
  await pool.query('deallocate all');
  const prepared = async (): Promise<unknown[]> => (await pool.query('select name from pg_prepared_statements')).rows;
  await expect(world.readRun(RUN)).resolves.toMatchObject({ runId: RUN });
  // Other statements, which the World sends from time to time, may have come in between.
  const before = await prepared();
  await expect(finish(world)).resolves.toEqual({ ok: true });
  expect(await prepared()).toEqual(before);
});

test('anything may come by NOTIFY', async () => {
  const { world, schema } = await setUp();
  const heard = new Promise<void>((resolve) => {
    world.subscribe((change) => change.kind === 'elsewhere' && resolve());
  });
  const stranger = new Client(postgresUrl());
  await stranger.connect();
  onTestFinished(() => stranger.end());
  for (const text of ['', 'hello', '{}', '{"from":"me","hints":7}', '{"from":"me","hints":[["run"],null,[]]}'])
    await stranger.query('select pg_notify($1, $2)', [`workflow_${schema}`, text]);
  await heard;
  await expect(world.commit(toCommit({ events: [stepCreated(0)] }))).resolves.toEqual({ ok: true });
});
