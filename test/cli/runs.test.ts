import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { WAIT } from '../time-limits.ts';
import { completed, toCommit, toRunId } from '../world/run-fixtures.ts';
import { fillOperatorStore, MESSAGE, RUNS, TOKEN } from './operator-store.ts';
import { runCli, startCli, type CliOutcome } from './run-cli.ts';

const UNKNOWN = toRunId(99);

let cwd: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'operator-'));
  const world = await createWorld({ kind: 'sqlite', dataDir: join(cwd, '.workflow-data') });
  await world.open();
  await fillOperatorStore(world);
  await world.close();
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const cli = (...args: string[]): Promise<CliOutcome> => runCli(args, { cwd });

async function json(...args: string[]): Promise<any> {
  const outcome = await cli(...args, '--json');
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  return JSON.parse(outcome.stdout);
}

describe('workflow runs', () => {
  test('lists runs, the newest first, with what keeps them from going on', async () => {
    const { exitCode, stdout, stderr } = await cli('runs');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^RUN +WORKFLOW +STATUS +AGE +TOOK +NOTE$/);
    expect(lines[1]).toMatch(new RegExp(`^${RUNS.completed}  order +completed  1h +\\d+ms +key order-1$`));
    expect(stdout).toMatch(new RegExp(`${RUNS.parked}  remind .*parked: step_missing`));
    expect(stdout).toMatch(new RegExp(`${RUNS.paused}  remind .*paused`));
    expect(stdout).toMatch(new RegExp(`${RUNS.pending}  ship .*waits for a worker since 1h`));
    expect(stdout).not.toContain('\u001b');
  });

  test.each([
    [['--status', 'failed,cancelled'], ['failed']],
    [
      ['--status', 'failed', '--status', 'pending'],
      ['failed', 'pending', 'namesake'],
    ],
    [
      ['--workflow', 'order'],
      ['completed', 'failed', 'unreadable'],
    ],
    [['--workflow', 'workflow//./b//ship'], ['namesake']],
    [['--since', '90m'], ['completed']],
    [
      ['--until', '9h'],
      ['child', 'unreadable'],
    ],
    [['--since', '150m', '--until', new Date(Date.now() - 5_400_000).toISOString()], ['failed']],
    [['--attribute', 'customer=42', '--attribute', 'region=eu'], ['completed']],
    [['--attribute', 'customer="42"'], []],
    [['--key', 'order-1'], ['completed']],
    [['--parent', RUNS.completed], ['child']],
    [['--parked'], ['parked']],
    [['--paused'], ['paused']],
  ] as [string[], (keyof typeof RUNS)[]][])('takes the conditions %j', async (args, expected) => {
    const { runs } = await json('runs', ...args);
    expect(runs.map(({ runId }: any) => runId)).toEqual(expected.map((name) => RUNS[name]));
  });

  test('goes through the pages', async () => {
    const first = await cli('runs', '--limit', '9');
    const [, cursor] = /--cursor (\S+)/.exec(first.stderr)!;
    const { runs, ...rest } = await json('runs', '--limit', '9', '--cursor', cursor!);
    expect(rest).toEqual({ version: 1, cursor: null });
    expect(runs).toMatchObject([
      { runId: RUNS.unreadable, shortName: 'order', workflowName: 'workflow//./shop//order' },
    ]);
  });

  test('says so when there are none', async () => {
    expect(await cli('runs', '--key', 'none')).toEqual({ exitCode: 0, stdout: 'No runs.\n', stderr: '' });
  });

  test.each([
    [['--status', 'done'], '[cli_option_invalid]'],
    [['--since', 'yesterday'], '[cli_option_invalid]'],
    [['--attribute', 'customer'], '[cli_option_invalid]'],
    [['--limit', '0'], '[cli_option_invalid]'],
    [['--cursor', 'x'], '[world_cursor_invalid]'],
    [['--parent', 'x'], '[option_invalid]'],
    [['--workflow', 'ordr'], 'did you mean "order"? [query_workflow_unknown]'],
    [['--workflow', 'ship'], 'workflow//./a//ship, workflow//./b//ship'],
    [['extra'], '[cli_argument_unexpected]'],
  ])('answers the wrong call %j with one line and ends with 2', async (args, message) => {
    const { exitCode, stdout, stderr } = await cli('runs', ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('makes no store where there is none, and refuses one that cannot be read', async () => {
    const missing = await cli('runs', '--data-dir', 'nowhere');
    expect(missing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[world_store_missing]') });
    mkdirSync(join(cwd, 'broken'));
    writeFileSync(join(cwd, 'broken/workflow.db'), 'no database at all, but some text that is long enough');
    const broken = await cli('runs', '--data-dir', 'broken');
    expect(broken).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('[world_') });
  });

  test('follows what happens, until it is told to end', async () => {
    const dataDir = join(cwd, 'followed');
    const world = await createWorld({ kind: 'sqlite', dataDir });
    await world.open();
    await fillOperatorStore(world);
    const child = startCli(['runs', '--follow', '--json', '--data-dir', dataDir, '--limit', '3'], { cwd });
    let output = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
    const lines = (): any[] =>
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    await vi.waitUntil(() => output.split('\n').length > 3, WAIT);
    expect(lines().map(({ runId }) => runId)).toEqual([RUNS.sleeping, RUNS.failed, RUNS.completed]);
    await world.commit(toCommit({ runId: RUNS.sleeping, afterSeq: 5, events: [completed()] }));
    await vi.waitUntil(() => output.split('\n').length > 4, WAIT);
    expect(lines().at(-1)).toMatchObject({ runId: RUNS.sleeping, status: 'completed' });
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([0, null]);
    await world.close();
  });
});

describe('workflow show', () => {
  test('shows what a run has done, and its children and streams', async () => {
    const { exitCode, stdout } = await cli('show', RUNS.completed, '--values');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Workflow   order (workflow//./shop//order)');
    expect(stdout).toContain('Attributes customer=42, region=eu');
    expect(stdout).toContain('Input      ["A-17"]');
    expect(stdout).toContain('Output     42');
    expect(stdout).toMatch(
      /\n0 {2}charge {2}completed {2}1 .*\n {4}input: \["A-17","7n"\]\n {4}result: \{"paid":true\}\n/,
    );
    expect(stdout).toMatch(new RegExp(`Children\n.*\n${RUNS.child}  audit`));
    expect(stdout).toMatch(/Streams\n.*\nlog +2 +closed\n/);
  });

  test('shows why a run failed, and lets no text of it steer the terminal', async () => {
    const { stdout } = await cli('show', RUNS.failed);
    expect(stdout).toContain('Error      Error: The card was declined 日本');
    expect(stdout).toMatch(
      /Error .*\n +from the step step\/\/.\/shop\/\/charge\n +at .*operator-store.ts:\d+:\d+\)?\n/,
    );
    expect(stdout).toMatch(/0 {2}charge \(card 7\) {2}failed {2}2 .*Error: The card was declined/);
    expect(stdout).not.toContain('\u001b');
  });

  test('shows what a run waits for: the next try, the end of a sleep, the token of a hook', async () => {
    const sleeping = await cli('show', RUNS.sleeping);
    expect(sleeping.stdout).toMatch(/0 {2}charge {2}pending +2 .*next try in \d+m.*; Error: busy/);
    expect(sleeping.stdout).toMatch(/Waits for\n.*\n0 {2}attempt 2 of step charge after Error: busy .*\n1 {2}sleep /);
    expect(sleeping.stdout).toMatch(/1 {2}sleep {3}pending .*ends in 2h 5\dm/);
    const waiting = await cli('show', RUNS.waiting);
    expect(waiting.stdout).toMatch(new RegExp(`Hooks that wait\n.*\n0  ${TOKEN}  hook`));
    const parked = await cli('show', RUNS.parked);
    expect(parked.stdout).toContain('Parked     no worker has the step "mail"');
  });

  test('names a value that cannot be decoded here, and shows the rest', async () => {
    const { exitCode, stdout } = await cli('show', RUNS.unreadable, '--values');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Input +\(cannot be read here: .*k2026/);
    expect(stdout).toContain('Output     42');
    const { run } = await json('show', RUNS.unreadable, '--values');
    expect(run).toMatchObject({ input: { unreadable: { code: 'value_key_missing' } }, output: { value: 42 } });
  });

  test('prints all of it as JSON', async () => {
    const { run, steps, waits, hooks, children, streams } = await json('show', RUNS.completed);
    expect(run).toMatchObject({ status: 'completed', key: 'order-1', error: null });
    expect(run).not.toHaveProperty('input');
    expect(steps).toMatchObject([{ shortName: 'charge', status: 'completed', attempt: 1 }]);
    expect([waits, hooks]).toEqual([[], []]);
    expect(children).toMatchObject([{ runId: RUNS.child }]);
    expect(streams).toEqual([{ namespace: 'log', length: 2, isClosed: true }]);
    const failed = await json('show', RUNS.failed);
    const at = expect.stringMatching(/operator-store.ts:\d+:\d+$/) as string;
    expect(failed.run.error).toEqual({
      name: 'Error',
      message: MESSAGE,
      code: null,
      at,
      stepName: 'step//./shop//charge',
    });
    expect(failed.run.stack).toMatch(/\n +at .*operator-store.ts/);
    expect((await json('show', RUNS.waiting)).waitingFor).toMatchObject([{ kind: 'hook', token: TOKEN, until: null }]);
  });
});

describe('workflow logs', () => {
  test('prints the journal, one event on a line', async () => {
    const { exitCode, stdout } = await cli('logs', RUNS.completed, '--values');
    expect(exitCode).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^\S+Z {4}1 run_created .*key=order-1.*\["A-17"\]$/);
    expect(lines[3]).toMatch(/ 4 step_completed +charge #0 .*\{"paid":true\}$/);
    const failed = await cli('logs', RUNS.failed);
    expect(failed.stdout).toMatch(/step_failed +charge #0 .*Error: The card was declined/);
  });

  test('follows a run until it has ended', async () => {
    const outcome = await cli('logs', RUNS.completed, '--follow', '--json');
    expect(outcome.exitCode).toBe(0);
    const entries = outcome.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    const { entries: same, hasEnded } = await json('logs', RUNS.completed);
    expect({ same, hasEnded }).toEqual({ same: entries, hasEnded: true });
  });
});

describe('workflow stream', () => {
  test('prints texts as they are and other chunks as JSON', async () => {
    const outcome = await cli('stream', RUNS.completed, '--namespace', 'log', '--follow');
    expect(outcome).toEqual({ exitCode: 0, stdout: 'one\n{"n":2}\n', stderr: '' });
    const last = await json('stream', RUNS.completed, '--namespace', 'log', '--from', '-1');
    expect(last).toMatchObject({ chunks: [{ index: 1, chunk: { value: { n: 2 } } }], isClosed: true });
    expect(await json('stream', RUNS.sleeping)).toMatchObject({ namespace: null, chunks: [], isClosed: false });
  });
});

describe.each(['show', 'logs', 'stream'])('workflow %s', (command) => {
  test.each([
    [[], 2, '[cli_argument_missing]'],
    [['order'], 2, '[run_id_invalid]'],
    [[UNKNOWN], 1, '[run_not_found]'],
    [[UNKNOWN, UNKNOWN], 2, '[cli_argument_unexpected]'],
  ])('answers %j with one line', async (args, exitCode, message) => {
    const outcome = await cli(command, ...args);
    expect(outcome).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
  });
});
