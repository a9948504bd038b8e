import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { ALICE } from '../world/run-fixtures.ts';
import { openOperatorStore, RUNS } from './operator-store.ts';
import { runCli, type CliOutcome } from './run-cli.ts';

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

let cwd: string;
let world: World;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ cwd, world, close } = await openOperatorStore());
});
afterEach(() => close());

const cli = (...args: string[]): Promise<CliOutcome> => runCli(args, { cwd });

describe('workflow stats', () => {
  test('counts runs, and says what waits, what is parked, and who works', async () => {
    const { exitCode, stdout } = await cli('stats');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Store: sqlite, \d+(?:\.\d)? [kM]B\nOldest pending run: 8h old\n/);
    expect(stdout).toMatch(/\nWORKFLOW +PENDING +RUNNING +COMPLETED +FAILED\n/);
    expect(stdout).toMatch(/\norder +2 +1\n/);
    expect(stdout).toMatch(/\nworkflow\/\/\.\/a\/\/ship +1\n/);
    expect(stdout).toMatch(/\nall +2 +4 +3 +1\n/);
    expect(stdout).toContain('\n1 step_missing: no worker has the step "mail"\n');
    expect(stdout).toMatch(new RegExp(`\n${ALICE} +9m \\d+s left +3 +0\n$`));
  });

  test('prints them as JSON', async () => {
    const { stdout } = await cli('stats', '--json');
    const { counts, parked, workers, bytes, version } = JSON.parse(stdout);
    expect(version).toBe(1);
    expect(counts).toContainEqual(
      expect.objectContaining({
        workflowName: 'workflow//./shop//order',
        shortName: 'order',
        status: 'failed',
        runs: 1,
      }),
    );
    expect(parked).toMatchObject([{ code: 'step_missing', runs: 1 }]);
    expect(workers).toMatchObject([{ workerId: ALICE, isAlive: true, runs: 3, steps: 0 }]);
    expect(bytes).toBeGreaterThan(10_000);
  });
});

test('workflow stats --parts says what takes the room, as text and as JSON', async () => {
  expect((await cli('stats', '--parts')).stdout).toMatch(/\nWhat takes the room\n(?:[a-z]+ +[\d.]+ [kM]?B\n)+/);
  const { parts } = JSON.parse((await cli('stats', '--parts', '--json')).stdout);
  expect(parts).toContainEqual({ name: 'journals', bytes: expect.any(Number) });
});

describe('workflow workers', () => {
  test('tells the living from the dead, and says when there is none', async () => {
    await world.joinWorker('wkr_DEAD' as never, Date.now() - 60_000);
    const { stdout } = await cli('workers');
    expect(stdout).toMatch(/wkr_ALICE +9m \d+s left[^]*wkr_DEAD +ended 1m \d*s? ?ago +0 +0/);
    for (const { workerId } of await world.listWorkers(0)) await world.leaveWorker(workerId);
    expect((await cli('workers')).stdout).toBe('No worker lives: runs wait for one.\n');
    expect(JSON.parse((await cli('workers', '--json')).stdout)).toEqual({ version: 1, workers: [] });
  });
});

describe('workflow purge', () => {
  test('removes runs that ended before a time', async () => {
    const first = await cli('purge', '--before', '90m', '--status', 'failed');
    expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Removed 1 run that ended before /) });
    expect(await world.readRun(RUNS.failed)).toBeNull();
    const rest = await cli('purge', '--before', '0s', '--json');
    expect(JSON.parse(rest.stdout)).toMatchObject({ version: 1, runs: 3 });
  });

  test.each([
    [[], '[cli_option_missing]'],
    [['--before', 'soon'], '[cli_option_invalid]'],
    [['--before', '1d', '--status', 'running'], '[cli_option_invalid]'],
  ])('answers the wrong call %j with one line, and removes nothing', async (args, message) => {
    expect(await cli('purge', ...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
    expect((await world.listRuns({ limit: 99 })).runs).toHaveLength(10);
  });
});

describe('workflow check-store', () => {
  test('names what is wrong, and ends with 1', async () => {
    const outcome = await cli('check-store');
    // The store has no code of its runs.
    expect(outcome).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^wrun_\d+ bundle_missing: /) });
    const { problems } = JSON.parse((await cli('check-store', '--json')).stdout);
    expect(problems[0]).toMatchObject({ code: 'bundle_missing', runId: expect.stringMatching(/^wrun_/) });
  });

  test('says that a sound store is sound', async () => {
    const empty = await createWorld({ kind: 'sqlite', dataDir: join(cwd, 'empty') });
    await empty.open();
    await empty.close();
    expect(await cli('check-store', '--data-dir', 'empty')).toEqual({
      exitCode: 0,
      stdout: 'The store is sound.\n',
      stderr: '',
    });
  });
});

describe('workflow completion', () => {
  test.skipIf(!hasBash)('completes commands and options in bash', async () => {
    const { stdout } = await cli('completion', 'bash');
    const complete = (...words: string[]): string[] => {
      const script = `${stdout}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _workflow; echo "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split(' ');
    };
    expect(complete('workflow', 'can')).toEqual(['cancel']);
    expect(complete('workflow', 'runs', '--pa')).toEqual(['--parent', '--parked', '--paused']);
  });

  test.each(['zsh', 'fish'])('has all commands for %s', async (shell) => {
    const { exitCode, stdout } = await cli('completion', shell);
    expect(exitCode).toBe(0);
    for (const word of ['cancel', 'check-store', 'backup', 'dry-run']) expect(stdout).toContain(word);
  });

  test.each([
    [[], '[cli_argument_missing]'],
    [['tcsh'], '[cli_shell_unknown]'],
  ])('answers the wrong call %j with one line', async (args, message) => {
    expect(await cli('completion', ...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  });
});

test('every command that works on a store has real examples in its help', async () => {
  const commands = ['runs', 'show', 'logs', 'stream', 'start', 'cancel', 'retry', 'fork', 'pause', 'resume', 'wake'];
  for (const command of [...commands, 'hook', 'delete', 'purge', 'stats', 'workers', 'check-store', 'completion']) {
    const { stdout } = await cli(command, '--help');
    expect(stdout).toMatch(new RegExp(`\n\n  workflow ${command}\\b.*(?:\n  workflow .*)*\n$`));
  }
});
