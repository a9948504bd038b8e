import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CliProject } from './cli-project.ts';
import { runCli } from './run-cli.ts';

const ORDERS = `export async function checkout() { 'use workflow'; return await charge(); }
export async function refund() { 'use workflow'; return 1; }
async function charge() { 'use step'; return 1; }
`;

let project: CliProject;
beforeAll(() => {
  project = new CliProject({ 'workflows/orders.ts': ORDERS });
});
afterAll(() => project.remove());

describe('workflow graph', () => {
  test('prints a flowchart for each workflow', async () => {
    const { exitCode, stdout } = await runCli(['graph'], { cwd: project.dir });
    expect(stdout).toMatch(/^%% checkout \(workflows\/orders\.ts\)\nflowchart TD\n[^]+%% refund /);
    expect(stdout).toContain('["charge"]');
    expect(exitCode).toBe(0);
  });

  test('prints only the workflow with a given name', async () => {
    const { stdout } = await runCli(['graph', 'refund'], { cwd: project.dir });
    expect(stdout).toMatch(/^%% refund /);
    expect(stdout).not.toContain('checkout');
  });

  test('suggests a name for one that does not exist, and ends with 2', async () => {
    const { exitCode, stderr } = await runCli(['graph', 'chekout'], { cwd: project.dir });
    expect(stderr).toBe(
      'The project has no workflow "chekout". Fix: did you mean "checkout"? [cli_workflow_unknown]\n',
    );
    expect(exitCode).toBe(2);
  });
});
