import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WAIT } from '../time-limits.ts';
import { CliProject } from './cli-project.ts';
import { runCli, startCli } from './run-cli.ts';

const ORDERS = `export async function checkout() { 'use workflow'; return await charge(); }
async function charge() { 'use step'; return 1; }
`;

let project: CliProject;
beforeEach(() => {
  project = new CliProject({ 'workflows/orders.ts': ORDERS });
});
afterEach(() => project.remove());

const workflowsIn = (manifest: string): string[] =>
  Object.keys((JSON.parse(manifest) as { workflows: Record<string, object> }).workflows);

describe('workflow build', () => {
  test('writes a build that stays out of version control, and counts its contents', async () => {
    const { exitCode, stdout } = await runCli(['build'], { cwd: project.dir });
    expect(stdout).toMatch(/^1 workflow and 1 step built into \.workflow \(build [0-9a-f]{12}\)\n$/);
    expect(workflowsIn(project.read('.workflow/manifest.json'))).toEqual(['workflows/orders.ts']);
    expect(project.read('.workflow/.gitignore')).toBe('*\n');
    expect(exitCode).toBe(0);
  });

  test('says which code workflows leave out, and why', async () => {
    project.write(
      'workflows/orders.ts',
      `${ORDERS}import { EOL } from 'node:os';
const end = EOL.repeat(2);
process.on('exit', () => console.log(end));
`,
    );
    for (let n = 10; n < 22; n++)
      project.write(`workflows/more-${n}.ts`, `export async function f() { 'use workflow'; }\nprocess.title += 'x';\n`);
    const { stdout } = await runCli(['build'], { cwd: project.dir });
    expect(stdout).toContain('Left out of workflows, because it cannot run there:');
    expect(stdout).toContain('  workflows/more-10.ts: line 2 (it uses "process")\n');
    expect(stdout).toContain('\n  and 3 more files: see "leftOut" in manifest.json\n');
    expect(stdout).not.toContain('workflows/orders.ts');
    for (let n = 10; n < 22; n++) project.write(`workflows/more-${n}.ts`, '');
    expect((await runCli(['build'], { cwd: project.dir })).stdout).toContain(
      '  workflows/orders.ts: line 4 (it needs "node:os"), line 5 (it uses "process")\n',
    );
  });

  test('takes folders and root from its options, wherever it is started', async () => {
    project.write('src/pay/pay.ts', ORDERS);
    const args = ['build', '--root', project.dir, '--dirs', 'workflows,src', '--out-dir=build/workflow'];
    expect(await runCli(args)).toMatchObject({ exitCode: 0 });
    expect(workflowsIn(project.read('build/workflow/manifest.json'))).toEqual([
      'src/pay/pay.ts',
      'workflows/orders.ts',
    ]);
  });

  test('fails with the place and source lines of the error, and keeps the previous build', async () => {
    await runCli(['build'], { cwd: project.dir });
    const before = project.read('.workflow/workflows.mjs');
    project.write('workflows/orders.ts', ORDERS.replace('async function charge', 'function charge'));
    const { exitCode, stderr } = await runCli(['build'], { cwd: project.dir });
    expect(stderr).toContain('workflows/orders.ts:2:1: Step "charge" must be async');
    expect(stderr).toContain('> 2 | function charge');
    expect(project.read('.workflow/workflows.mjs')).toBe(before);
    expect(exitCode).toBe(1);
  });

  test('builds again on every change while it watches, and ends on a signal', async () => {
    const child = startCli(['build', '--watch'], { cwd: project.dir });
    const ended = once(child, 'exit');
    await vi.waitUntil(() => project.read('.workflow/manifest.json') !== '', WAIT);
    project.write('workflows/later.ts', ORDERS);
    await vi.waitUntil(() => project.read('.workflow/manifest.json').includes('later.ts'), WAIT);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test.each([
    [['build', '--dirs', 'worklows'], 1, '[integration_folder_missing]'],
    [['build', '--root', 'nowhere'], 1, '[integration_folder_missing]'],
    [['build', '--out-dirs', 'x'], 2, 'did you mean "--out-dir"?'],
    [['build', '--out-dir'], 2, '"--out-dir" must be followed by <folder>'],
    [['build', '--watch=yes'], 2, '"--watch" must be without a value'],
    [['build', 'src'], 2, '[cli_argument_unexpected]'],
    [['biuld'], 2, 'did you mean "workflow build"?'],
    [['publish'], 2, 'use one of: init, migrate, build, graph, check, '],
  ])('refuses %j, and says what is wrong', async (args, exitCode, expected) => {
    const outcome = await runCli(args, { cwd: project.dir });
    expect(outcome.stderr).toContain(expected);
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(project.read('.workflow/manifest.json')).toBe('');
  });

  test.each([
    [['--help'], 'workflow <command> --help'],
    [['build', '--help'], '--out-dir <folder>'],
    [['worker', '-h'], '--concurrency <number>'],
    [['doctor', '--help'], 'workflow doctor [url] [options]'],
  ])('helps with %j', async (args, expected) => {
    const { exitCode, stdout } = await runCli(args);
    expect(stdout).toContain(expected);
    expect(exitCode).toBe(0);
  });
});
