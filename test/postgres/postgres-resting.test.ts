/** A process that its host stops between requests: the connections that it has meanwhile, and those that it opens. */
import { expect, test } from 'vitest';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { RUN, toNewRun } from '../world/run-fixtures.ts';
import type { World } from '../../runtime/world/world.ts';

/** Opens a World whose connections can be told from those of other tests. */
async function open(): Promise<{ world: World; connections(): Promise<{ pid: number }[]> }> {
  const schema = makeSchema();
  const url = new URL(postgresUrl());
  // The address takes precedence over the name that the World gives.
  url.searchParams.set('application_name', schema);
  const world = await openPostgresWorld(schema, { url: url.href, rests: true });
  const listing = `select pid from pg_stat_activity where application_name = '${schema}'`;
  return { world, connections: () => query(listing) };
}

test('it has one connection however much it asks, none when it rests, and one again afterwards', async () => {
  const { world, connections } = await open();
  await world.createRun(toNewRun());
  await Promise.all(Array.from({ length: 20 }, () => world.readRun(RUN)));
  expect(await connections()).toHaveLength(1);
  await world.rest();
  await expect.poll(connections).toEqual([]);
  expect(await world.readRun(RUN)).toMatchObject({ runId: RUN });
  expect(await connections()).toHaveLength(1);
});

test('requests that meet the rest are answered', async () => {
  const { world } = await open();
  await world.createRun(toNewRun());
  const asked = Array.from({ length: 50 }, async (_, i) => {
    if (i % 10 === 5) await world.rest();
    return await world.readRun(RUN);
  });
  expect(await Promise.all(asked)).toSatisfy((runs: unknown[]) => runs.every((run) => run !== null));
});

test('the database is told to end the connections of a process that was stopped before its rest', async () => {
  const { world, connections } = await open();
  await world.readRun(RUN);
  const [{ pid }] = (await connections()) as [{ pid: number }];
  // As the database does it, after ten seconds without a request.
  await query(`select pg_terminate_backend(${pid})`);
  await expect.poll(connections).toEqual([]);
  await expect.poll(() => world.readRun(RUN).catch((error: unknown) => error)).toBeNull();
});
