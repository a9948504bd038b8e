/** Commands that look into a store, on a database. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { runCli } from '../cli/run-cli.ts';
import { postgresUrl } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { RUN, toNewRun } from '../world/run-fixtures.ts';
import { makeDataDir } from '../world/test-store.ts';

const KEYS = `new:${Buffer.alloc(32, 1).toString('base64')}`;

/** A store with one run, and how commands find it. */
async function setUp() {
  const schema = makeSchema();
  const world = await openPostgresWorld(schema);
  const run = toNewRun();
  await world.createRun(run);
  const cwd = makeDataDir();
  const env = { WORKFLOW_WORLD: 'postgres', WORKFLOW_DATABASE_URL: postgresUrl(), WORKFLOW_DATABASE_SCHEMA: schema };
  return { world, run, cwd, env };
}

test('workflow reencrypt encrypts the values in it', async () => {
  const { world, run, cwd, env } = await setUp();
  const outcome = await runCli(['reencrypt'], { cwd, env: { ...env, WORKFLOW_ENCRYPTION_KEYS: KEYS } });
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  expect(outcome.stdout).toMatch(/^Values rewritten: \d+, in 1 runs of the store in the database\. /);
  expect(JSON.stringify(await world.readJournal(RUN))).toContain('enc1t:new:');
  await expect(new EncryptedWorld(world, parseKeyRing(KEYS)).readJournal(RUN)).resolves.toEqual(run.events);
});

test('workflow check --against compares with the builds of its runs, and those that have not begun', async () => {
  const { cwd, env } = await setUp();
  mkdirSync(join(cwd, 'workflows'));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(cwd, 'workflows/pay.ts'), `export async function charge() { 'use step'; }\n`);
  const { WORKFLOW_DATABASE_SCHEMA } = env;
  const against = (url: string) =>
    runCli(['check', '--against', url], { cwd, env: { WORKFLOW_DATABASE_SCHEMA, WORKFLOW_DATA_DIR: 'nowhere' } });
  const waiting = await against(postgresUrl());
  expect(waiting).toMatchObject({ exitCode: 1, stderr: '' });
  expect(waiting.stdout).toMatch(/vanished workflow "order" [^]* 1 run of it has not begun/);
  const { stderr } = await against('postgres://app:secret@127.0.0.1:1/shop');
  expect(stderr).toContain('[cli_against_unreadable]');
  expect(stderr).not.toContain('secret');
});

test('workflow backup says that the database has tools for that', async () => {
  const { cwd, env } = await setUp();
  const { exitCode, stderr } = await runCli(['backup', 'copy.db'], { cwd, env });
  expect(stderr).toContain('[world_backup_elsewhere]');
  expect(exitCode).toBe(1);
});
