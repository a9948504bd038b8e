/** Commands beside a worker that executes the runs. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WAIT } from '../time-limits.ts';
import { CliProject } from './cli-project.ts';
import { runCli, startCli, type CliOutcome } from './run-cli.ts';

const SHOP = `import { existsSync } from 'node:fs';
import { sleep, getWritable } from 'workflow';

export async function order(id) { 'use workflow'; const paid = await charge(id); return [paid, await ship(id)]; }
async function charge(id) { 'use step'; return 'paid ' + id; }
async function ship(id) {
  'use step';
  if (!existsSync('truck')) throw Object.assign(new Error('no truck for ' + id), { code: 'TRUCK' });
  return 'shipped ' + id;
}
ship.maxRetries = 0;

export async function remind() { 'use workflow'; await say('begin'); await sleep('1d'); await say('end'); }
async function say(text) { 'use step'; const writer = getWritable().getWriter(); await writer.write(text); writer.releaseLock(); }
`;

const OTHER_SHOP = SHOP.replace('return [paid, await ship(id)];', 'return [await ship(id), paid];');

let project: CliProject;
let worker: ChildProcess;
const cli = (...args: string[]): Promise<CliOutcome> => runCli(args, { cwd: project.dir });
const json = async (...args: string[]): Promise<any> => JSON.parse((await cli(...args, '--json')).stdout);

/** Resolves when the run has the status. */
async function untilIt(runId: string, status: string): Promise<void> {
  await vi.waitUntil(async () => (await json('show', runId)).run.status === status, WAIT);
}

/** Builds the project and starts a worker, which waits for work when this resolves. */
async function work(): Promise<void> {
  await cli('build');
  worker = startCli(['worker'], { cwd: project.dir });
  let output = '';
  worker.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  worker.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text));
  await vi.waitUntil(() => output.includes('Working on'), WAIT);
}

async function endWorker(): Promise<void> {
  const ended = once(worker, 'close');
  worker.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  project = new CliProject({ 'workflows/shop.js': SHOP });
  await work();
});
afterAll(async () => {
  await endWorker();
  project.remove();
});

test('a run that failed is retried and forked, with the steps that had succeeded', async () => {
  const { stdout } = await cli('start', 'order', '"A-17"');
  const runId = stdout.trim();
  await untilIt(runId, 'failed');
  const { run, steps } = await json('show', runId);
  expect(run.error).toEqual({
    name: 'Error',
    message: 'no truck for A-17',
    code: 'TRUCK',
    at: expect.stringMatching(/workflows\/shop\.js:8:\d+$/),
    stepName: expect.stringMatching(/\/ship$/),
  });
  expect(steps).toMatchObject([
    { shortName: 'charge', status: 'completed' },
    { shortName: 'ship', status: 'failed' },
  ]);
  writeFileSync(project.path('truck'), '');
  const retried = await cli('retry', runId);
  expect(retried).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(`^Retried ${runId} as wrun_`) });
  const [, copy] = / as (\S+)/.exec(retried.stdout)!;
  await untilIt(copy!, 'completed');
  const shown = await json('show', copy!, '--values');
  expect(shown.run).toMatchObject({ forkedFrom: runId, output: { value: ['paid A-17', 'shipped A-17'] } });

  const edited = await json('fork', copy!, '--result', '0="paid twice"');
  await untilIt(edited.newRunId, 'completed');
  const { run: fork } = await json('show', edited.newRunId, '--values');
  expect(fork.output).toEqual({ value: ['paid twice', 'shipped A-17'] });
  const again = await json('fork', copy!, '--from', '1', '--input', '["A-17"]');
  await untilIt(again.newRunId, 'completed');
});

test.each([
  [['fork'], 2, '[cli_argument_missing]'],
  [['fork', 'wrun_00000000000000000000000099'], 1, '[run_not_found]'],
  [['fork', 'wrun_00000000000000000000000099', '--input', '{}'], 2, '[cli_option_invalid]'],
  [['fork', 'wrun_00000000000000000000000099', '--result', 'x'], 2, '[cli_option_invalid]'],
])('answers %j with one line', async (args, exitCode, message) => {
  expect(await cli(...args)).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
});

test('a sleeping run is woken, and whoever follows it sees it end', async () => {
  const { stdout } = await cli('start', 'remind');
  const runId = stdout.trim();
  const [logs, stream] = [cli('logs', runId, '--follow'), cli('stream', runId, '--follow')];
  await vi.waitUntil(async () => (await json('show', runId)).waits.length === 1, WAIT);
  expect(await cli('wake', '--workflow', 'remind', '--yes')).toMatchObject({ exitCode: 0, stdout: 'Woke 1 run.\n' });
  expect((await logs).stdout).toMatch(/wait_created[^]*wait_completed[^]*run_completed/);
  expect((await stream).stdout).toBe('begin\nend\n');
});

test('a paused run goes on when it is resumed, and is cancelled with its reason', async () => {
  const { stdout } = await cli('start', 'remind');
  const runId = stdout.trim();
  await cli('pause', runId);
  await vi.waitUntil(async () => (await json('show', runId)).run.isPaused, WAIT);
  expect(await json('runs', '--paused')).toMatchObject({ runs: [{ runId, isPaused: true }] });
  await cli('resume', runId);
  await vi.waitUntil(async () => !(await json('show', runId)).run.isPaused, WAIT);
  await cli('cancel', runId, '--reason', 'too late');
  await untilIt(runId, 'cancelled');
  expect((await json('show', runId)).run).toMatchObject({ cancelReason: 'too late' });
});

test('a retry takes the newest code that fits, which another run has begun with', async () => {
  rmSync(project.path('truck'));
  const { stdout } = await cli('start', 'order', '"C-19"');
  const runId = stdout.trim();
  await untilIt(runId, 'failed');
  await endWorker();
  writeFileSync(project.path('truck'), '');
  project.write('workflows/shop.js', OTHER_SHOP);
  await work();
  await untilIt((await cli('start', 'order', '"D-20"')).stdout.trim(), 'completed');
  const { runs } = await json('retry', runId);
  await untilIt(runs[0].newRunId, 'completed');
  const { run } = await json('show', runs[0].newRunId, '--values');
  expect(run.output).toEqual({ value: ['shipped C-19', 'paid C-19'] });
});

test('runs are replayed against the build of the project, which changes nothing', async () => {
  writeFileSync(project.path('truck'), '');
  const runId = (await cli('start', 'order', '"E-21"')).stdout.trim();
  await untilIt(runId, 'completed');
  expect(await cli('replay', runId)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(`^${runId}  fits build [0-9a-f]{12}\n$`),
  });
  project.write('workflows/shop.js', SHOP.replace('await charge(id); return', 'await ship(id); return'));
  await cli('build');
  const { exitCode, stdout } = await cli('replay', runId);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    new RegExp(`^${runId}  does not fit from event \\d+, workflows/shop\\.js:4:\\d+ on\\n {2}.*//charge"`),
  );
  expect(await json('replay', runId)).toMatchObject({ runs: [{ runId, fits: false, code: 'run_diverged' }] });
  expect((await json('show', runId)).run).toMatchObject({ status: 'completed' });
  for (const [args, message] of [
    [['replay'], '[cli_argument_missing]'],
    [['replay', runId, '--out-dir', 'nowhere'], '[server_build_missing]'],
    [['replay', 'wrun_00000000000000000000000099'], '[run_not_found]'],
  ] as const)
    expect((await cli(...args)).stderr).toContain(message);
});
