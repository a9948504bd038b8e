/** Addresses, rights and schemas that are wrong: each is an error that says so, and never shows the password. */
import { expect, onTestFinished, test } from 'vitest';
import { createWorld, type PostgresConfig } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { completed, ownRun, RUN, toCommit } from '../world/run-fixtures.ts';

/** The address of the server with something else in it. */
function changedUrl(change: (url: URL) => void): string {
  const url = new URL(postgresUrl());
  change(url);
  return url.href;
}

async function failureOf(config: Partial<PostgresConfig>, creates = true): Promise<Error & { code: string }> {
  const world = await createWorld({ kind: 'postgres', url: postgresUrl(), schema: makeSchema(), ...config });
  try {
    await world.open({ creates });
    throw new Error('It opened.');
  } catch (error) {
    return error as Error & { code: string };
  } finally {
    await world.close();
  }
}

test.each<[string, Partial<PostgresConfig> | (() => Partial<PostgresConfig>), string]>([
  ['a wrong password', () => ({ url: changedUrl((url) => (url.password = 'hunter2')) }), 'world_database_refused'],
  [
    'a database that does not exist',
    () => ({ url: changedUrl((url) => (url.pathname = '/none')) }),
    'world_database_missing',
  ],
  ['a server that is not there', () => ({ url: changedUrl((url) => (url.port = '1')) }), 'world_database_unreachable'],
  ['tables that it may not make', { migrates: false }, 'world_schema_older'],
])('%s is told', async (_what, config, code) => {
  const error = await failureOf(typeof config === 'function' ? config() : config);
  expect(error).toMatchObject({ code });
  expect(error.message).toContain('Fix: ');
  expect(error.message).not.toMatch(/hunter2|workflow:/);
});

test('a store that is not there is not made for those who only look', async () => {
  expect(await failureOf({}, false)).toMatchObject({ code: 'world_database_empty' });
});

test.each([
  [undefined, /it is not set/],
  ['db.example.com', /it is no URL/],
  ['mysql://app:hunter2@db/shop', /begins with "mysql:"/],
])('the address %s is refused before anything is asked', async (url, message) => {
  const config = { kind: 'postgres' as const, ...(url !== undefined && { url }) };
  await expect(createWorld(config)).rejects.toMatchObject({
    code: 'world_address_invalid',
    message: expect.stringMatching(message),
  });
  await expect(createWorld(config)).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') });
});

test('a user who may not create a schema is told who has to do what', async () => {
  const role = makeSchema();
  await query(`create role ${role} login password 'hunter2'`);
  const url = changedUrl((it) => Object.assign(it, { username: role, password: 'hunter2' }));
  const error = await failureOf({ url });
  await query(`drop role ${role}`);
  expect(error).toMatchObject({ code: 'world_database_forbidden' });
  expect(error.message).toContain('workflow migrate-store');
});

test('a user who may only read and write works on tables that another one has made', async () => {
  const schema = makeSchema();
  const role = makeSchema();
  await (await openPostgresWorld(schema)).close();
  await query(`create role ${role} login password 'hunter2'`);
  await query(`grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant usage on all sequences in schema ${schema} to ${role}`);
  const url = changedUrl((it) => Object.assign(it, { username: role, password: 'hunter2' }));
  const world = await openPostgresWorld(schema, { url, migrates: false });
  await expect(world.readSecret()).resolves.toMatch(/^[0-9a-f]{64}$/);
  await world.close();
  await query(`drop owned by ${role}; drop role ${role}`);
});

/** Another user, with all rights on a schema. */
async function makeUser(schema: string, settings: string): Promise<string> {
  const role = makeSchema();
  await query(`create role ${role} login password 'hunter2' ${settings}`);
  await query(`grant all on schema ${schema} to ${role};
    grant all on all tables in schema ${schema} to ${role}; grant all on all sequences in schema ${schema} to ${role}`);
  onTestFinished(async () => void (await query(`drop owned by ${role}; drop role ${role}`)));
  return role;
}

const urlOf = (role: string): string => changedUrl((it) => Object.assign(it, { username: role, password: 'hunter2' }));

test.each([
  ['can only be read', `alter role @ set default_transaction_read_only = on`, 'world_database_read_only'],
  ['has no connection left', `alter role @ connection limit 0`, 'world_database_busy'],
  ['lets the user in no more', `alter role @ nologin`, 'world_database_refused'],
  ['took a right away', `revoke all on all tables in schema $ from @`, 'world_database_forbidden'],
])('a database that %s in the middle is told, and all goes on afterwards', async (_what, change, code) => {
  const schema = makeSchema();
  await (await openPostgresWorld(schema)).close();
  const role = await makeUser(schema, '');
  const write = (text: string) => query(text.replaceAll('@', role).replaceAll('$', schema));
  const disconnect = () => write(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '@'`);
  const world = await openPostgresWorld(schema, { url: urlOf(role), migrates: false });
  await ownRun(world);
  const finish = () => world.commit(toCommit({ events: [completed()] }));
  await write(change);
  await disconnect();
  // The first request may meet a connection that has just ended.
  await finish().catch(() => undefined);
  const error = await finish().catch((thrown: unknown) => thrown as Error);
  expect(error).toMatchObject({ code, message: expect.stringContaining('Fix: ') });

  await write('alter role @ login connection limit 100; alter role @ reset default_transaction_read_only');
  await write('grant all on all tables in schema $ to @');
  await disconnect();
  await finish().catch(() => undefined);
  await expect(world.readRun(RUN)).resolves.toMatchObject({ status: 'completed' });
  await world.close();
});

test('any number of processes may create the tables at the same moment', async () => {
  const schema = makeSchema();
  const worlds: World[] = await Promise.all(
    Array.from({ length: 8 }, () => openPostgresWorld(schema, { poolSize: 2 })),
  );
  const secrets = await Promise.all(worlds.map((world) => world.readSecret()));
  expect(new Set(secrets).size).toBe(1);
});
