import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { toRunId } from '../world/run-fixtures.ts';
import { fillOperatorStore, RUNS, TOKEN } from './operator-store.ts';
import { cliEnvironment, runCli, type CliOutcome } from './run-cli.ts';

const OPS = 'o'.repeat(32);
const READER = 'r'.repeat(32);

let cwd: string;
let server: ChildProcess;
let url: string;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'url-'));
  const dataDir = join(cwd, 'store-of-the-server');
  const world = await createWorld({ kind: 'sqlite', dataDir });
  await world.open();
  await fillOperatorStore(world);
  await world.close();
  server = spawn(process.execPath, [join(import.meta.dirname, 'operations-server.ts')], {
    env: {
      ...cliEnvironment(),
      WORKFLOW_DATA_DIR: dataDir,
      WORKFLOW_ROLE: 'producer',
      WORKFLOW_OPERATIONS_TOKENS: `ops:read+act+values:${OPS},reader:read:${READER}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  [url] = (await once(createInterface(server.stdout!), 'line')) as [string];
});
afterAll(async () => {
  server.kill();
  await once(server, 'exit');
  rmSync(cwd, { recursive: true, force: true });
});

const cli = (args: string[], token = OPS): Promise<CliOutcome> =>
  runCli(args, { cwd, env: token === '' ? {} : { WORKFLOW_OPERATIONS_TOKEN: token } });

describe('a command with --url', () => {
  test('shows the runs of an application', async () => {
    const { exitCode, stdout } = await cli(['runs', '--url', url, '--status', 'completed', '--json']);
    expect(exitCode).toBe(0);
    const { runs } = JSON.parse(stdout) as { runs: { runId: string }[] };
    expect(runs.map(({ runId }) => runId)).toContain(RUNS.completed);
    const shown = await cli(['show', RUNS.completed, '--url', `${url}/`, '--values']);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('A-17') });
    expect((await cli(['stream', RUNS.completed, '--url', url, '--namespace', 'log'])).stdout).toContain('one');
  });

  test('acts on runs there', async () => {
    const cancelled = await cli(['cancel', RUNS.sleeping, '--url', url, '--reason', 'a mistake']);
    expect(cancelled).toEqual({ exitCode: 0, stdout: `Cancelled ${RUNS.sleeping}\n`, stderr: '' });
    const many = await cli(['delete', '--status', 'completed', '--workflow', 'order', '--yes', '--url', url, '--json']);
    expect(many.exitCode).toBe(0);
    expect(JSON.parse(many.stdout)).toMatchObject({ matched: 2, done: 2 });
  });

  test('takes the token from a file, and shows what it allows', async () => {
    const file = join(cwd, 'token');
    writeFileSync(file, `${READER}\n`);
    const shown = await cli(['show', RUNS.waiting, '--url', url, '--token-file', file], '');
    expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('[masked]') });
    expect(shown.stdout).not.toContain(TOKEN);
    expect((await cli(['show', RUNS.waiting, '--url', url])).stdout).toContain(TOKEN);
    const refused = await cli(['pause', RUNS.waiting, '--url', url, '--token-file', file]);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('lacks the scope "act"') });
  });

  test.each([
    [['show', toRunId(99)], OPS, 1, '[run_not_found]'],
    [['show', 'x'], OPS, 2, '[run_id_invalid]'],
    [['runs', '--workflow', 'ordr'], OPS, 2, '[query_workflow_unknown]'],
    [['runs'], 'x'.repeat(32), 1, '[operations_token_wrong]'],
    [['runs'], '', 2, '[cli_token_missing]'],
    [['runs', '--token-file', 'nowhere'], '', 2, '[cli_path_missing]'],
    [['runs', '--data-dir', '.'], OPS, 2, '[cli_option_invalid]'],
    [['runs', '--database', 'postgres://db'], OPS, 2, '[cli_option_invalid]'],
  ])('answers %j with one line', async (args, token, exitCode, message) => {
    const outcome = await cli([...args, '--url', url], token);
    expect(outcome).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    [['runs', '--url', 'localhost:3000'], 2, '[cli_url_invalid]'],
    [['runs', '--url', 'http://127.0.0.1:1'], 1, '[operations_unreachable]'],
    [['runs', '--token-file', 'nowhere'], 2, '[cli_option_invalid]'],
  ])('says what is wrong with %j', async (args, exitCode, message) => {
    expect(await cli(args)).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
  });
});
