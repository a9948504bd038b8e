import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { RUN, toNewRun } from '../world/run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from '../world/test-store.ts';
import { runCli } from './run-cli.ts';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const [OLD, NEW] = [`old:${key(1)}`, `new:${key(2)}`];

describe('workflow reencrypt', () => {
  test('brings the values of a store to the first key, and says which one is needed no more', async () => {
    const cwd = makeDataDir();
    const store = await openSqliteWorld(join(cwd, '.workflow-data'));
    const run = toNewRun();
    await new EncryptedWorld(store, parseKeyRing(OLD)).createRun(run);
    const first = await runCli(['reencrypt'], { cwd, env: { WORKFLOW_ENCRYPTION_KEYS: `${NEW},${OLD}` } });
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^Values rewritten: 1, in 1 runs of the store in .*\. They are encrypted with "new" now\.\n/,
    );
    expect(first.stdout).toContain('No value needs "old" any more.');
    expect(first.stdout).toContain('The store takes no plain values from now on.');
    expect(JSON.stringify(await store.readJournal(RUN))).not.toMatch(/enc[12]t:old:/);
    await expect(new EncryptedWorld(store, parseKeyRing(NEW)).readJournal(RUN)).resolves.toEqual(run.events);
  });

  test('leaves values whose key is missing, names the key, and fails', async () => {
    const cwd = makeDataDir();
    const store = await openSqliteWorld(join(cwd, '.workflow-data'));
    await new EncryptedWorld(store, parseKeyRing(OLD)).createRun(toNewRun());
    const outcome = await runCli(['reencrypt'], { cwd, env: { WORKFLOW_ENCRYPTION_KEYS: NEW } });
    expect(outcome).toMatchObject({ exitCode: 1, stderr: '' });
    expect(outcome.stdout).toContain(
      'Values that stay as they are: 1, because this process cannot read them with a key "old".',
    );
  });

  test('leaves plain values that the store takes no more, until their owner trusts them', async () => {
    const cwd = makeDataDir();
    const env = { WORKFLOW_ENCRYPTION_KEYS: NEW };
    const store = await openSqliteWorld(join(cwd, '.workflow-data'));
    await runCli(['reencrypt'], { cwd, env });
    await store.createRun(toNewRun());
    const refused = await runCli(['reencrypt'], { cwd, env });
    expect(refused).toMatchObject({ exitCode: 1, stderr: '' });
    expect(refused.stdout).toContain('Values that stay as they are: 1, because they are plain; see value_altered.');
    const trusted = await runCli(['reencrypt', '--trust-plain'], { cwd, env });
    expect(trusted).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Values rewritten: 1,') });
  });

  test('needs keys and a store, and shows no part of a key that is wrong', async () => {
    const cwd = makeDataDir();
    const env = { WORKFLOW_ENCRYPTION_KEYS: NEW };
    const nowhere = await runCli(['reencrypt'], { cwd, env });
    expect(nowhere).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[world_store_missing]') });
    await openSqliteWorld(join(cwd, '.workflow-data'));
    const without = await runCli(['reencrypt'], { cwd, env: { WORKFLOW_ENCRYPTION_KEYS: '' } });
    expect(without).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[encryption_keys_missing]') });
    const wrong = await runCli(['reencrypt'], { cwd, env: { WORKFLOW_ENCRYPTION_KEYS: 'k1:topsecret' } });
    expect(wrong).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[encryption_keys_invalid]') });
    expect(wrong.stderr).not.toContain('topsecret');
  });
});
