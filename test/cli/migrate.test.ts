/** `workflow migrate` as a person calls it who comes from the other package. */
import { afterEach, describe, expect, test } from 'vitest';
import { CliProject } from './cli-project.ts';
import { runCli, type CliOutcome } from './run-cli.ts';

let project: CliProject;
afterEach(() => project.remove());

const ORDER = `import { sleep } from 'workflow';
import { FatalError } from '@workflow/errors';

export async function order(id: string) {
  'use workflow';
  await sleep('1ms');
  return await charge(id);
}
async function charge(id: string) {
  'use step';
  if (id === '') throw new FatalError('no id');
  return id.length;
}
`;
const FILES = {
  'package.json': `${JSON.stringify({ type: 'module', dependencies: { '@workflow/errors': '4', workflow: '^4.8.9' } }, null, 2)}\n`,
  '.env': 'WORKFLOW_TARGET_WORLD=local\n',
  'workflows/order.ts': ORDER,
};

const run = (...args: string[]): Promise<CliOutcome> => runCli(args, { cwd: project.dir });

describe('workflow migrate', () => {
  test('shows everything, and writes it only when told to; the moved project builds', async () => {
    project = new CliProject(FILES);
    const shown = await run('migrate', '--dry-run');
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain(`+ import { FatalError } from 'workflow/errors';`);
    expect(shown.stdout).toMatch(/workflows\/order\.ts +1 +1 +compiles/);
    expect(await run('migrate')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('[cli_option_missing]'),
    });
    expect(project.read('workflows/order.ts')).toBe(ORDER);

    expect((await run('migrate', '--yes')).stdout).toContain('1. npm install');
    expect(project.read('workflows/order.ts')).toBe(ORDER.replace('@workflow/', 'workflow/'));
    expect(project.read('.env')).toBe('WORKFLOW_WORLD=sqlite\n');
    expect(project.read('package.json')).not.toContain('@workflow/errors');
    expect((await run('build')).stdout).toContain('1 workflow and 1 step built');
    const again = JSON.parse((await run('migrate', '--yes', '--json')).stdout) as object;
    expect(again).toMatchObject({ version: 1, written: false, edits: [], differences: [] });
  });

  test('says which files do not compile, and ends with 1', async () => {
    project = new CliProject({ ...FILES, 'workflows/wrong.ts': `export function wrong() { 'use workflow'; }\n` });
    const { exitCode, stdout } = await run('migrate', '--yes');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/workflows\/wrong\.ts +0 +0 +does not compile/);
    expect(stdout).toContain('wrong.ts:1');
  });
});
