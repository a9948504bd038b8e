import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { ChildWorld } from '../world/child-world.ts';
import { readStore } from '../world/read-store.ts';
import { fillStore } from '../world/rich-store.ts';
import { ALICE, RUN, toNewRun, toRunId } from '../world/run-fixtures.ts';
import { openSqliteWorld } from '../world/test-store.ts';
import { HANGS_AFTER_MS } from '../time-limits.ts';
import { CLI, runCli, type CliOutcome } from './run-cli.ts';

const NEW = toNewRun({ runId: toRunId(9) });

/** Reads what a store has, once no process of the program has it open any more. */
async function readAll(dataDir: string): Promise<unknown> {
  const world = await openSqliteWorld(dataDir);
  const all = await readStore(world);
  await world.close();
  return all;
}

describe('workflow export, workflow import', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'moving-'));
  const file = join(cwd, 'runs.jsonl');
  let frozen: CliOutcome;

  afterAll(() => rmSync(cwd, { recursive: true, force: true }));
  beforeAll(async () => {
    const world = await createWorld({ kind: 'sqlite', dataDir: join(cwd, 'from') });
    await world.open();
    await fillStore(world);
    await world.close();
    frozen = await runCli(['export', '--freeze', '--data-dir', 'from', 'runs.jsonl'], { cwd });
  });

  test('write all runs of a store to a file that only its owner reads, and close the store', async () => {
    expect(frozen).toMatchObject({ exitCode: 0, stdout: `Exported 6 runs to ${file}.\n` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const world = await openSqliteWorld(join(cwd, 'from'));
    await expect(world.createRun(NEW)).rejects.toMatchObject({ code: 'world_store_exported' });
    await world.close();
  });

  test('make the same store of the file, and skip what is there already', async () => {
    const imported = await runCli(['import', '--data-dir', 'to', 'runs.jsonl'], { cwd });
    expect(imported).toEqual({ exitCode: 0, stdout: 'Imported 6 runs. 0 were there already.\n', stderr: '' });
    expect(await readAll(join(cwd, 'to'))).toEqual(await readAll(join(cwd, 'from')));
    const again = await runCli(['import', '--data-dir', 'to', 'runs.jsonl', '--json'], { cwd });
    expect(JSON.parse(again.stdout)).toMatchObject({ version: 1, imported: 0, skipped: 6, refused: [] });
  });

  test('work as a pipe', async () => {
    const program = `"${process.execPath}" "${CLI}"`;
    const pipe = `${program} export --data-dir from | ${program} import --data-dir piped`;
    const { stdout } = await promisify(execFile)('sh', ['-c', pipe], { cwd });
    expect(stdout).toBe('Imported 6 runs. 0 were there already.\n');
    expect(await readAll(join(cwd, 'piped'))).toEqual(await readAll(join(cwd, 'from')));
  });

  test.each([
    ['is cut', 'world_import_cut', (path: string) => truncateSync(path, statSync(path).size - 20)],
    [
      'was edited',
      'world_import_damaged',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('why', 'who')),
    ],
    [
      'has a newer form',
      'world_import_newer',
      (path: string) =>
        writeFileSync(path, readFileSync(path, 'utf8').replace('"workflowExport":1', '"workflowExport":2')),
    ],
    ['is something else', 'world_import_foreign', (path: string) => writeFileSync(path, '{}\n')],
  ])('import nothing from a file that %s', async (_, code, spoil) => {
    const path = join(cwd, `${code}.jsonl`);
    writeFileSync(path, readFileSync(file));
    spoil(path);
    const outcome = await runCli(['import', '--data-dir', code, path], { cwd });
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining(`[${code}]`) });
    expect(existsSync(join(cwd, code))).toBe(false);
  });

  test('leave a store alone whose worker lives', async () => {
    const dataDir = join(cwd, 'live');
    const server = await ChildWorld.open(dataDir);
    await server.call('createRun', toNewRun());
    await server.call('joinWorker', ALICE, Date.now() + HANGS_AFTER_MS);
    const cases = [
      [['export', 'live.jsonl'], 'world_export_live'],
      [['export', '--freeze', 'live.jsonl'], 'world_export_worker'],
      [['import', 'runs.jsonl'], 'world_project_differs'],
    ] as const;
    await server.call('joinProject', { name: 'blog', formerName: null });
    for (const [args, code] of cases) {
      const outcome = await runCli([...args, '--data-dir', 'live'], { cwd });
      expect(outcome).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`[${code}]`) });
    }
    expect(existsSync(join(cwd, 'live.jsonl'))).toBe(false);
    const ended = await runCli(['export', '--status', 'completed,failed,cancelled', '--data-dir', 'live', '-'], {
      cwd,
    });
    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('{"end":{"runs":0,') });
  });

  test('export what is asked for, never over a file, and open a store again', async () => {
    const one = await runCli(['export', '--run', RUN, '--data-dir', 'from', 'one.jsonl', '--json'], { cwd });
    expect(JSON.parse(one.stdout)).toEqual({ version: 1, file: join(cwd, 'one.jsonl'), runs: 1 });
    expect(readFileSync(join(cwd, 'one.jsonl'), 'utf8')).not.toContain('"secret"');
    const taken = await runCli(['export', '--data-dir', 'from', 'one.jsonl'], { cwd });
    expect(taken).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[cli_file_exists]') });
    const wrong = await runCli(['export', '--status', 'done', 'x.jsonl'], { cwd });
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('[cli_option_invalid]') });
    const thawed = await runCli(['export', '--thaw', '--data-dir', 'from'], { cwd });
    expect(thawed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('open again') });
    const world = await openSqliteWorld(join(cwd, 'from'));
    await expect(world.createRun(NEW)).resolves.toEqual({ ok: true });
    await world.close();
  });
});
