import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import { WAIT } from '../time-limits.ts';
import { ChildWorld } from '../world/child-world.ts';
import { RUN, toNewRun, toRunId } from '../world/run-fixtures.ts';
import { makeDataDir, openSqliteWorld } from '../world/test-store.ts';
import { runCli, startCli } from './run-cli.ts';

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

  test.runIf(process.platform !== 'win32')('leaves no file when a signal ends it', async () => {
    const cwd = makeDataDir();
    const dataDir = join(cwd, '.workflow-data');
    await (await openSqliteWorld(dataDir)).close();
    // The copy begins, and then waits for 5 seconds.
    const db = new DatabaseSync(toPaths(dataDir).file);
    onTestFinished(() => db.close());
    db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const child = startCli(['backup', 'runs.db'], { cwd });
    const ended = once(child, 'exit');
    await vi.waitUntil(() => readdirSync(cwd).length === 3, WAIT);
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(readdirSync(cwd)).toEqual(['.workflow-data']);
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
