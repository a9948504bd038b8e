/** Processes that start runs and do not work on them: plain scripts, tests, and builds that have lost their boot. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanEnvironment } from '../frameworks/server-process.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const WARNING =
  /^\[workflow] run_not_taken runId=wrun_\w+ store=\S+ reason=no worker is on this store fix=correct the workflows if they could not be built; else add createHandler\(\) /;

let dir = '';
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-test-')));
  write('package.json', '{ "type": "module" }');
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(PACKAGE, join(dir, 'node_modules/workflow'), 'junction');
  mkdirSync(join(dir, 'workflows'));
  write('workflows/greet.ts', `export async function greet() { 'use workflow'; return 'hello'; }`);
  write('start.ts', `${START}\nawait start(greet);`);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const START = `import { start } from 'workflow/api';\nimport { greet } from './workflows/greet.ts';`;
const write = (file: string, text: string): void => writeFileSync(join(dir, file), text);

/** Runs a script as a user does. @returns Its two outputs, and its exit code. */
async function run(file: string, env: Record<string, string> = {}, args: string[] = []) {
  const options = { cwd: dir, env: { ...cleanEnvironment(), ...env } };
  const all = ['--import', 'workflow/register', ...args, join(dir, file)];
  return await promisify(execFile)(process.execPath, all, options).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ stdout, stderr, code }),
  );
}

test.each([
  ['that ends at once', ''],
  ['that exits', '\nprocess.exit();'],
  ['that closes the store', `\nconst { getWorld } = await import('workflow/runtime');\nawait getWorld().close();`],
  ['that waits for the result', '\nsetTimeout(() => process.exit(), 6_000);\nawait (await start(greet)).returnValue;'],
])('a script %s is told once that nobody will execute the run that it has started', async (_, rest) => {
  write('start.ts', `${START}\nawait start(greet);\nawait start(greet);${rest}`);
  const { stderr } = await run('start.ts');
  expect(stderr.split('\n').filter((line) => WARNING.test(line))).toHaveLength(1);
});

test('a producer is meant to work on nothing, and a worker without workflows is refused', async () => {
  expect((await run('start.ts', { WORKFLOW_ROLE: 'producer' })).stderr).not.toContain('run_not_taken');
  const refused = await run('start.ts', { WORKFLOW_ROLE: 'worker' });
  expect(refused.stderr).toContain('WORKFLOW_ROLE is "worker", but this process has no build of workflows');
  expect(refused.code).toBe(1);
});

test('nothing is said while a worker of another process is there, nor when the own one comes a moment later', async () => {
  const boot = `import { createHandler } from 'workflow/server';\nimport { execFileSync } from 'node:child_process';`;
  const child = `execFileSync(process.execPath, ['--import', 'workflow/register', 'start.ts'], { stdio: 'inherit' });`;
  const handler = 'const handler = createHandler({ watch: false });\nawait handler.ready;';
  write('server.ts', `${boot}\n${handler}\n${child}\nawait handler.close();`);
  const beside = await run('server.ts');
  expect(beside).toMatchObject({ code: 0, stderr: expect.not.stringContaining('run_not_taken') });
  const late = `const run = await start(greet);\n${handler}\nconsole.log(await run.returnValue);\nawait handler.close();`;
  write('late.ts', `${boot}\n${START}\n${late}`);
  const own = await run('late.ts');
  expect(own).toMatchObject({ code: 0, stdout: 'hello\n', stderr: expect.not.stringContaining('run_not_taken') });
});

test('a run that a test leaves is not in the store of the next server, but in that of processes which the test starts', async () => {
  write('list.ts', `import { listRuns } from 'workflow/api';\nconsole.log((await listRuns()).runs.length);`);
  const child = `execFileSync(process.execPath, ['--import', 'workflow/register', 'list.ts'], { stdio: 'inherit' });`;
  const body = `import { test } from 'node:test';\nimport { execFileSync } from 'node:child_process';\n${START}`;
  write('orders.test.ts', `${body}\ntest('orders', async () => { await start(greet); ${child} });`);
  const { stdout } = await run('orders.test.ts', {}, ['--test']);
  expect(stdout).toMatch(/^(?:ℹ |# )?1$/m);
  expect(existsSync(join(dir, '.workflow-data/test/workflow.db'))).toBe(true);
  expect(existsSync(join(dir, '.workflow-data/workflow.db'))).toBe(false);
});
