/** `workflow init` as a person calls it, and `workflow doctor` before and after. */
import { afterEach, describe, expect, test } from 'vitest';
import { createWorld } from '../../runtime/world/open.ts';
import { CliProject } from './cli-project.ts';
import { runCli, type CliOutcome } from './run-cli.ts';

let project: CliProject;
afterEach(() => project.remove());

const SVELTEKIT = JSON.stringify({ devDependencies: { '@sveltejs/kit': '2' }, scripts: { dev: 'vite dev' } });
const CONFIG = `export default { plugins: [sveltekit()] };\n`;
const EDITED = `import { workflowPlugin } from 'workflow/sveltekit';\n\nexport default { plugins: [workflowPlugin(), sveltekit()] };\n`;

const run = (...args: string[]): Promise<CliOutcome> => runCli(args, { cwd: project.dir });

describe('workflow init', () => {
  test('shows everything, and writes it only when told to', async () => {
    project = new CliProject({ 'package.json': SVELTEKIT, 'vite.config.js': CONFIG });
    expect((await run('doctor')).stdout).toContain('Nothing tells SvelteKit of workflows');

    const shown = await run('init', '--dry-run');
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain('+ export default { plugins: [workflowPlugin(), sveltekit()] };');
    expect(await run('init')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('[cli_option_missing]') });
    expect(project.read('vite.config.js')).toBe(CONFIG);

    const { stdout } = await run('init', '--yes');
    expect(project.read('vite.config.js')).toBe(EDITED);
    expect(project.read('src/workflows/welcome.js')).toContain("'use workflow'");
    expect(stdout).toContain('Start the application: npm run dev');
    expect((await run('doctor')).stdout).not.toContain('Nothing tells SvelteKit of workflows');
    const again = JSON.parse((await run('init', '--yes', '--json')).stdout) as object;
    expect(again).toMatchObject({ version: 1, framework: 'SvelteKit', written: false, edits: [] });
  });

  test('what it writes builds, and its first workflow runs', async () => {
    project = new CliProject({ 'package.json': '{ "name": "fresh" }' });
    await run('init', '--yes');
    expect(await run('check')).toMatchObject({ exitCode: 0 });
    const store = await createWorld({ kind: 'sqlite', dataDir: project.path('.workflow-data'), durability: 'commit' });
    await store.open();
    await store.close();
    // A server in development leaves no build behind, so the sources tell which workflows there are.
    expect(await run('start', 'welcome', '"ann@example.com"')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^wrun_/),
    });
    expect((await run('build')).stdout).toContain('1 workflow and 1 step built');
  });

  test('refuses what is no project', async () => {
    project = new CliProject({ 'package.json': '{ "name": ' });
    const { exitCode, stderr } = await run('init', '--yes');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('[init_package_invalid]');
  });
});
