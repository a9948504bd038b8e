import { userInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { World } from '../../runtime/world/world.ts';
import { toRunId } from '../world/run-fixtures.ts';
import { openOperatorStore, RUNS, TOKEN } from './operator-store.ts';
import { runCli, type CliOutcome } from './run-cli.ts';

const UNKNOWN = toRunId(99);

let cwd: string;
let world: World;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ cwd, world, close } = await openOperatorStore());
});
afterEach(() => close());

const cli = (...args: string[]): Promise<CliOutcome> => runCli(args, { cwd });

/** Whom journals name. */
const BY = `cli:${userInfo().username}`;

/** The messages that wait for a run. */
const messagesOf = async (name: keyof typeof RUNS): Promise<object[]> =>
  (await world.readInbox(RUNS[name])).map(({ content }) => content);

describe('a command that names runs', () => {
  test.each([
    ['cancel', 'Cancelled', ['--reason', 'the customer called'], { type: 'cancel', reason: 'the customer called' }],
    ['pause', 'Paused', [], { type: 'pause' }],
    ['resume', 'Resumed', [], { type: 'resume' }],
    ['wake', 'Woke', [], { type: 'wake' }],
  ])('%s reaches them', async (command, done, options, message) => {
    const outcome = await cli(command, RUNS.sleeping, RUNS.waiting, ...options);
    const stdout = `${done} ${RUNS.sleeping}\n${done} ${RUNS.waiting}\n`;
    expect(outcome).toEqual({ exitCode: 0, stdout, stderr: '' });
    expect([await messagesOf('sleeping'), await messagesOf('waiting')]).toEqual([
      [{ ...message, by: BY }],
      [{ ...message, by: BY }],
    ]);
  });

  test('tells what became of each, and ends with 1 when any failed', async () => {
    const outcome = await cli('cancel', RUNS.completed, RUNS.sleeping, UNKNOWN);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: `Cancelled ${RUNS.sleeping}\n` });
    expect(outcome.stderr).toMatch(/Cannot cancel .*already ended[^]*Cannot cancel .*no run/);
    const { exitCode, stdout } = await cli('pause', RUNS.sleeping, UNKNOWN, '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      runs: [
        { runId: RUNS.sleeping, ok: true },
        { runId: UNKNOWN, ok: false, error: { code: 'run_not_found' } },
      ],
    });
  });

  test('delete removes runs that have ended, and leaves others alone', async () => {
    expect(await cli('delete', RUNS.completed)).toMatchObject({ exitCode: 0, stdout: `Deleted ${RUNS.completed}\n` });
    expect(await world.readRun(RUNS.completed)).toBeNull();
    const refused = await cli('delete', RUNS.sleeping);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[run_') });
    expect(await world.readRun(RUNS.sleeping)).not.toBeNull();
  });

  test.each([
    [['cancel'], 2, '[cli_runs_missing]'],
    [['cancel', 'x'], 2, '[run_id_invalid]'],
    [['cancel', UNKNOWN], 1, '[run_not_found]'],
    [['cancel', RUNS.sleeping, '--status', 'running'], 2, '[cli_argument_unexpected]'],
    [['pause', RUNS.sleeping, '--reason', 'x'], 2, '[cli_option_unknown]'],
    [['retry', RUNS.sleeping], 1, '[run_'],
  ])('answers %j with one line', async (args, exitCode, message) => {
    const outcome = await cli(...args);
    expect(outcome).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('a command with conditions', () => {
  test('acts on the runs that it is for, and on no others', async () => {
    const outcome = await cli('cancel', '--workflow', 'remind', '--yes', '--reason', 'late');
    expect(outcome).toEqual({ exitCode: 0, stdout: 'Cancelled 3 runs.\n', stderr: '' });
    const messages = await Promise.all([messagesOf('sleeping'), messagesOf('parked'), messagesOf('waiting')]);
    expect(messages).toEqual([
      [{ type: 'cancel', reason: 'late', by: BY }],
      [{ type: 'cancel', reason: 'late', by: BY }],
      [],
    ]);
  });

  test.each([
    ['cancel', ['--all'], 6],
    ['pause', ['--all'], 5],
    ['resume', ['--all'], 1],
    ['wake', ['--status', 'pending'], 2],
    ['retry', ['--all'], 1],
    ['retry', ['--status', 'cancelled'], 0],
    ['delete', ['--all'], 4],
    ['delete', ['--until', '150m'], 2],
  ])('%s %j --dry-run touches nothing, and says what it would', async (command, args, count) => {
    const outcome = await cli(command, ...args, '--dry-run', '--json');
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    const { matched, runs } = JSON.parse(outcome.stdout);
    expect({ matched, runs: runs.length }).toEqual({ matched: count, runs: count });
    const all = await world.listRuns({ limit: 99 });
    expect(all.runs).toHaveLength(10);
    expect(await messagesOf('sleeping')).toEqual([]);
  });

  test('lists for people what it would touch', async () => {
    const { stdout } = await cli('cancel', '--paused', '--dry-run');
    expect(stdout).toMatch(new RegExp(`^RUN [^]*\n${RUNS.paused}  remind [^]*\nIt would cancel 1 run\\.\n$`));
  });

  test('needs --yes where nobody can be asked', async () => {
    const outcome = await cli('delete', '--all');
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('[cli_option_missing]') });
    expect((await world.listRuns({ limit: 99 })).runs).toHaveLength(10);
  });

  test('ends with 1 when the action failed for a run, and names it', async () => {
    // The store has no code of the run.
    const { exitCode, stdout, stderr } = await cli('retry', '--all', '--yes');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: 'Retried 0 runs, 1 failed.\n' });
    expect(stderr).toMatch(new RegExp(`^${RUNS.failed}: .*\\[bundle_missing\\]\n$`));
    const asJson = await cli('retry', '--all', '--yes', '--json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      action: 'retry',
      matched: 1,
      done: 0,
      failed: [{ runId: RUNS.failed, error: { code: 'bundle_missing' } }],
    });
  });
});

describe('workflow start', () => {
  test('stores a run with its arguments, for a worker to execute', async () => {
    const options = ['--id', 'order-ü', '--attribute', 'customer=42', '--delay', '1h'];
    const outcome = await cli('start', 'order', '"A-17"', '{"n":[1,null]}', ...options, '--json');
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    const { runId, ...rest } = JSON.parse(outcome.stdout);
    expect(rest).toEqual({ version: 1, workflowName: 'workflow//./shop//order', hasWorker: true });
    const run = (await world.readRun(runId))!;
    expect(run).toMatchObject({ status: 'pending', owner: null, key: 'order-ü', attributes: { customer: 42 } });
    // It waits from the moment of the request on, which is stored a moment later.
    expect(Math.round((run.dueAt! - run.createdAt) / 60_000)).toBe(60);
    const shown = JSON.parse((await cli('show', runId, '--values', '--json')).stdout);
    expect(shown.run.input).toEqual({ value: ['A-17', { n: [1, null] }] });
    const again = await cli('start', 'order', '--id', 'order-ü');
    expect(again).toEqual({ exitCode: 0, stdout: `${runId}\n`, stderr: '' });
  });

  test('takes the id of a workflow that never ran, and says when no worker lives', async () => {
    const [worker] = await world.listWorkers(Date.now());
    await world.leaveWorker(worker!.workerId);
    const { exitCode, stdout, stderr } = await cli('start', 'workflow//./new//first');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'No worker of this store lives now: the run waits for one.\n',
    });
    expect(await world.readRun(stdout.trim() as never)).toMatchObject({ workflowId: 'workflow//./new//first' });
  });

  test.each([
    [[], '[cli_argument_missing]'],
    [['order', 'A-17'], '[cli_argument_invalid]'],
    [['order', '--delay', 'soon'], '[duration_invalid]'],
    [['nobody'], '[query_workflow_unknown]'],
    [['ship'], '[query_workflow_ambiguous]'],
  ])('answers the wrong call %j with one line, and stores nothing', async (args, message) => {
    const outcome = await cli('start', ...args);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect((await world.listRuns({ limit: 99 })).runs).toHaveLength(10);
  });
});

describe('workflow hook', () => {
  test('sends a payload to the run that waits, once for each id', async () => {
    const first = await cli('hook', TOKEN, '{"approved":true}', '--id', 'click-1');
    expect(first).toEqual({ exitCode: 0, stdout: `Sent to ${RUNS.waiting}\n`, stderr: '' });
    const again = await cli('hook', TOKEN, '{"approved":true}', '--id', 'click-1', '--json');
    expect(JSON.parse(again.stdout)).toEqual({ version: 1, runId: RUNS.waiting });
    expect(await messagesOf('waiting')).toMatchObject([{ type: 'hook', call: 0 }]);
  });

  test.each([
    [[], 2, '[cli_argument_missing]'],
    [[TOKEN, 'yes'], 2, '[cli_argument_invalid]'],
    [[TOKEN, '1', '2'], 2, '[cli_argument_unexpected]'],
    [['nothing'], 1, '[hook_not_found]'],
  ])('answers %j with one line', async (args, exitCode, message) => {
    expect(await cli('hook', ...args)).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  });
});
