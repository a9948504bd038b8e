import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cleanEnvironment } from '../frameworks/server-process.ts';
import { WAIT } from '../time-limits.ts';
import { CliProject } from './cli-project.ts';
import { CLI, runCli, startCli } from './run-cli.ts';

/** Windows ends processes without telling them. */
const hasShell = process.platform !== 'win32';
/** Only root may make a process the first of its own world without further settings of the system. */
const canIsolate = process.platform === 'linux' && process.getuid?.() === 0;
const DELIVERIES = `import { appendFileSync, existsSync } from 'node:fs';
import { createWebhook, getWritable } from 'workflow';

const note = (line) => appendFileSync('steps.log', line + '\\n');

export async function deliver(name) { 'use workflow'; await drive(name); await drive(name + ' again'); }
async function drive(name) {
  'use step';
  note('begin ' + name);
  while (!existsSync('arrived')) await new Promise((resolve) => setTimeout(resolve, 5));
  note('end ' + name);
}

export async function awaitCall() { 'use workflow'; const call = createWebhook(); await tell(call.url); await tell(await (await call).text()); }
async function tell(text) { 'use step'; note(text); }
`;

/** As npm runs it, in a shell of its own. */
const SCRIPTS = { scripts: { worker: `"${process.execPath}" "${CLI}" worker` } };

let project: CliProject;
let worker: ChildProcess | null = null;
let output = '';
beforeEach(async () => {
  project = new CliProject({
    'package.json': JSON.stringify({ type: 'module', ...SCRIPTS }),
    'workflows/deliveries.js': DELIVERIES,
  });
  await runCli(['build'], { cwd: project.dir });
});
afterEach(() => {
  worker?.kill('SIGKILL');
  project.remove();
});

/** Starts a worker, and waits until it says what it does. */
const startWorker = (...args: string[]): Promise<ChildProcess> =>
  untilItWorks(startCli(['worker', ...args], { cwd: project.dir }));

async function untilItWorks(child: ChildProcess): Promise<ChildProcess> {
  output = '';
  worker = child;
  for (const stream of [worker.stdout!, worker.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await vi.waitUntil(() => output.includes('Working on'), WAIT);
  return worker;
}

/** Starts a run from another process, which works on nothing. */
async function start(workflow: string, ...args: string[]): Promise<void> {
  const code = `import { start } from 'workflow/api';
    import { getWorld } from 'workflow/runtime';
    await start({ workflowId: 'workflow//./workflows/deliveries//${workflow}' }, ${JSON.stringify(args)});
    await getWorld().close();`;
  const options = { cwd: project.dir, env: { ...cleanEnvironment(), WORKFLOW_ROLE: 'producer' } };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], options);
}

/** Whoever is left. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // Nobody is.
  }
}

const log = (): string[] => project.read('steps.log').split('\n').filter(Boolean);

describe('workflow worker', () => {
  test('ends with an error when its store is deleted, so that its supervisor starts it again', async () => {
    const child = await startWorker();
    const ended = once(child, 'exit');
    rmSync(join(project.dir, '.workflow-data'), { recursive: true });
    await expect(ended).resolves.toEqual([1, null]);
    expect(output.match(/store_gone/g)).toHaveLength(1);
  });

  test('prints the build that it serves, and works on runs that other processes start', async () => {
    await startWorker();
    expect(output).toMatch(/^Working on 2 workflows and 2 steps of build [0-9a-f]{12}\n$/);
    project.write('arrived', '');
    await start('deliver', 'parcel');
    await vi.waitUntil(() => log().includes('end parcel again'), WAIT);
    expect(log()).toEqual(['begin parcel', 'end parcel', 'begin parcel again', 'end parcel again']);
  });

  test('finishes running steps when it gets a signal, and another worker continues', async () => {
    const first = await startWorker();
    await start('deliver', 'parcel');
    await vi.waitUntil(() => log().includes('begin parcel'), WAIT);
    const ended = once(first, 'exit');
    first.kill('SIGTERM');
    project.write('arrived', '');
    expect(await ended).toEqual([0, null]);
    await startWorker();
    await vi.waitUntil(() => log().includes('end parcel again'), WAIT);
    expect(log().filter((line) => line === 'begin parcel')).toHaveLength(1);
  });

  test.runIf(hasShell)(
    'finishes running steps when its npm gets a signal that the shell between them keeps',
    async () => {
      const options = { cwd: project.dir, env: cleanEnvironment(), detached: true };
      const npm = await untilItWorks(
        spawn('npm', ['run', 'worker'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }),
      );
      onTestFinished(() => endGroup(npm));
      await start('deliver', 'parcel');
      await vi.waitUntil(() => log().includes('begin parcel'), WAIT);
      // The worker holds the other ends of the pipes.
      const workerEnded = once(npm, 'close');
      npm.kill('SIGTERM');
      await vi.waitUntil(() => output.includes('has ended, so it ends'), WAIT);
      project.write('arrived', '');
      await workerEnded;
      expect(log()).toEqual(['begin parcel', 'end parcel']);
    },
  );

  test.runIf(canIsolate)('finishes running steps also as the first process of a container', async () => {
    const args = ['--pid', '--fork', '--kill-child', process.execPath, CLI, 'worker'];
    const options = { cwd: project.dir, env: cleanEnvironment() };
    const outer = await untilItWorks(spawn('unshare', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
    await start('deliver', 'parcel');
    await vi.waitUntil(() => log().includes('begin parcel'), WAIT);
    const ended = once(outer, 'exit');
    process.kill(Number(readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8')), 'SIGTERM');
    project.write('arrived', '');
    expect(await ended).toEqual([0, null]);
    expect(log()).toContain('end parcel');
  });

  test('runs no more steps at the same time than its limit', async () => {
    await startWorker('--concurrency', '1');
    await Promise.all([start('deliver', 'one'), start('deliver', 'two')]);
    await vi.waitUntil(() => log().length > 0, WAIT);
    project.write('arrived', '');
    await vi.waitUntil(() => log().filter((line) => line.endsWith('again')).length === 4, WAIT);
    const running = log().map((line) => (line.startsWith('begin') ? 1 : -1));
    const most = Math.max(...running.map((_, index) => running.slice(0, index + 1).reduce((sum, one) => sum + one, 0)));
    expect(most).toBe(1);
  });

  test('serves webhooks on a port', async () => {
    await startWorker('--port', '0');
    await start('awaitCall');
    await vi.waitUntil(() => log().length === 1, WAIT);
    expect(await fetch(log()[0]!, { method: 'POST', body: 'hello' })).toMatchObject({ status: 202 });
    await vi.waitUntil(() => log()[1] === 'hello', WAIT);
  });

  test('serves routes in which the doctor finds no problem, with the secret of the store', async () => {
    await startWorker('--port', '0');
    const [, url] = /(http:\S+)\n$/.exec(output)!;
    const { exitCode, stdout } = await runCli(['doctor', url!, '--data-dir', project.path('.workflow-data')]);
    expect(stdout).toContain('19 of 19');
    expect(exitCode).toBe(0);
  });

  test.each([
    [['--out-dir', 'nowhere'], 1, '[server_build_missing]'],
    [['--concurrency', '0'], 2, 'a whole number from 1 to 100000'],
    [['--port', 'x'], 2, 'a whole number from 0 to 65535'],
  ])('refuses %j', async (args, exitCode, expected) => {
    const outcome = await runCli(['worker', ...args], { cwd: project.dir });
    expect(outcome.stderr).toContain(expected);
    expect(outcome.exitCode).toBe(exitCode);
  });

  test('reports that its port is taken', async () => {
    await startWorker('--port', '0');
    const [, port] = /:(\d+)\n$/.exec(output)!;
    const outcome = await runCli(['worker', '--port', port!], { cwd: project.dir });
    expect(outcome.stderr).toContain('[cli_port_unusable]');
    expect(outcome.exitCode).toBe(1);
  });
});
