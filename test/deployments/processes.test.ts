/** Deployments as they happen: the program builds, a worker follows another, and callers are other processes. */
import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CliProject } from '../cli/cli-project.ts';
import { runCli, startCli } from '../cli/run-cli.ts';
import { cleanEnvironment } from '../frameworks/server-process.ts';
import { WAIT } from '../time-limits.ts';

const SECRET = 'a secret of at least 32 characters';

const HEAD = `import { createHook } from 'workflow';
export class Money {
  constructor(cents) { this.cents = cents; }
  static [Symbol.for('workflow-serialize')](money) { return money.cents; }
  static [Symbol.for('workflow-deserialize')](cents) { return new Money(cents); }
}
`;
const CAPTURES = (name: string): string => `${HEAD}export async function order(${name}) {
  'use workflow';
  await createHook({ token: 'go' });
  const charge = async () => { 'use step'; return new Money(${name} * 2); };
  return (await charge()).cents;
}
`;

let project: CliProject;
let worker: ChildProcess | null = null;
let output = '';
let env: Record<string, string>;
beforeEach(() => {
  project = new CliProject({});
  env = { WORKFLOW_SECRET: SECRET };
});
afterEach(() => {
  worker?.kill('SIGKILL');
  project.remove();
});

/** Builds this code, and has a worker with it take the place of the one before. */
async function deploy(code: string, ...args: string[]): Promise<void> {
  if (worker) {
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    await ended;
  }
  project.write('workflows/order.js', code);
  expect(await runCli(['build'], { cwd: project.dir })).toMatchObject({ exitCode: 0 });
  output = '';
  worker = startCli(['worker', ...args], { cwd: project.dir, env });
  for (const stream of [worker.stdout!, worker.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await vi.waitUntil(() => output.includes('Working on'), WAIT);
}

/** A process that only calls: prints what `code` logs. */
async function call(code: string): Promise<string> {
  const text = `import { getRun, resumeHook, start } from 'workflow/api';
    import { getWorld } from 'workflow/runtime';
    ${code}
    await getWorld().close();`;
  const options = { cwd: project.dir, env: { ...cleanEnvironment(), WORKFLOW_ROLE: 'producer' } };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text], options);
  return stdout.trim();
}

/** Starts `order`, and waits until a worker has brought it to its hook. */
const begin = (): Promise<string> =>
  call(`const run = await start({ workflowId: 'workflow//./workflows/order//order' }, [5]);
    while (!(await run.status === 'running')) await new Promise((next) => setTimeout(next, 20));
    console.log(run.runId);`);
const resume = (): Promise<string> => call(`await resumeHook('go', 'go');`);
const resultOf = (runId: string): Promise<string> => call(`console.log(await getRun('${runId}').returnValue);`);
const checkAgainst = (...args: string[]) => runCli(['check', '--against', ...args], { cwd: project.dir, env });

test('a run that sleeps through deployments waits for one that fits, and CI knows before', async () => {
  await deploy(CAPTURES('amount'), '--port', '0');
  const runId = await begin();
  const address = /http:\/\/\S+?(?=[\s,]|$)/.exec(output)![0];
  project.write('workflows/order.js', CAPTURES('cents'));
  const warned = await checkAgainst(address, '--format', 'json');
  expect(warned).toMatchObject({ exitCode: 1, stderr: '' });
  expect(JSON.parse(warned.stdout)).toMatchObject({
    changes: [{ kind: 'captures', id: 'step//./workflows/order//order/charge', missing: ['cents'], runs: 1 }],
  });
  expect((await checkAgainst('.workflow-data')).stdout).toMatch(/changed step "charge"[^]*at most 1 run that has/);
  expect(await checkAgainst('.workflow')).toMatchObject({ exitCode: 1 });
  env = { WORKFLOW_SECRET: `${SECRET} or another` };
  expect(await checkAgainst(address)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('another WORKFLOW_SECRET'),
  });
  env = { WORKFLOW_SECRET: SECRET };

  await deploy(CAPTURES('cents'));
  await resume();
  await vi.waitUntil(() => output.includes('step_code_differs'), WAIT);
  expect(output).toMatch(/workflows\/order\.js:10\) uses "cents"/);
  await deploy(CAPTURES('amount').replace('* 2', '* 3'));
  expect(await resultOf(runId)).toBe('15');
  expect(await checkAgainst('.workflow-data')).toMatchObject({ exitCode: 0 });
});

test('a run calls the step code of its own build where the store keeps that', async () => {
  env = { WORKFLOW_KEEP_STEPS: '1' };
  await deploy(CAPTURES('amount'));
  const runId = await begin();
  await deploy(CAPTURES('cents'));
  await resume();
  expect(await resultOf(runId)).toBe('10');
  expect(output).not.toContain('run_parked');
});
