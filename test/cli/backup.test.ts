import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ChildWorld } from '../world/child-world.ts';
import { RUN, toNewRun, toRunId } from '../world/run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from '../world/test-store.ts';
import { runCli } from './run-cli.ts';

describe('workflow backup', () => {
  test('copies the store of a running server, which `workflow restore` makes a store of', async () => {
    const cwd = makeDataDir();
    const server = await ChildWorld.open(join(cwd, '.workflow-data'));
    await server.call('createRun', toNewRun());
    const backup = await runCli(['backup', 'runs.db'], { cwd });
    expect(backup).toMatchObject({ exitCode: 0, stderr: '' });
    expect(backup.stdout).toMatch(/^Wrote .*runs\.db \(\d+ kB\), a copy of the store in .*\.workflow-data\n$/);
    expect(statSync(join(cwd, 'runs.db')).mode & 0o777).toBe(0o600);
    await server.call('createRun', toNewRun({ runId: toRunId(2) }));

    const occupied = await runCli(['restore', 'runs.db'], { cwd });
    expect(occupied).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[world_restore_occupied]') });
    const env = { WORKFLOW_DATA_DIR: 'restored' };
    const restored = await runCli(['restore', 'runs.db'], { cwd, env });
    expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(join(cwd, 'restored')) });
    const world = await openSqliteWorld(join(cwd, 'restored'));
    const { runs } = await world.listRuns({ limit: 9 });
    expect(runs.map(({ runId }) => runId)).toEqual([RUN]);
  });

  test('makes nothing in a folder without a store, and says where it looked', async () => {
    const cwd = makeDataDir();
    const outcome = await runCli(['backup', 'runs.db', '--data-dir', 'other'], { cwd });
    expect(outcome).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(join(cwd, 'other', 'workflow.db')) });
    expect(outcome.stderr).toContain('[world_store_missing]');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each(['backup', 'restore'])('without a file `%s` says how to call it', async (command) => {
    const outcome = await runCli([command]);
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`workflow ${command} <file>`) });
  });

  test('restores nothing from a file that is not there', async () => {
    const cwd = makeDataDir();
    mkdirSync(join(cwd, 'empty'));
    const outcome = await runCli(['restore', 'missing.db', '--data-dir', 'empty/new'], { cwd });
    expect(outcome).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[world_restore_failed]') });
    expect(existsSync(join(cwd, 'empty/new'))).toBe(false);
  });
});
