/** Builds of the application that the contract does not cover. */
import { rename } from 'node:fs/promises';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppClient } from '../app-client.ts';
import { InstalledProject, type Outcome } from '../installed-project.ts';
import { serve } from '../server-command.ts';
import { findFreePort } from '../server-process.ts';
import { nitro } from './nitro.ts';

const CONFIG = 'nitro.config.ts';
const BUILD_DIR = 'node_modules/.nitro/workflow';

describe('a build', () => {
  let project: InstalledProject;
  beforeAll(async () => {
    project = await InstalledProject.create(nitro);
  });
  afterAll(() => project?.remove());

  const build = (options: { args?: string[]; env?: Record<string, string> } = {}): Promise<Outcome> =>
    project.run({ ...nitro.build, ...options, args: [...nitro.build.args, ...(options.args ?? [])] });

  /** Builds with one change of a file, then reverts the change. */
  async function buildWith({ file, from, to }: { file: string; from: string; to: string }): Promise<Outcome> {
    await project.edit(file, from, to);
    try {
      return await build();
    } finally {
      await project.edit(file, to, from);
    }
  }

  test('writes its five files to the build folder', async () => {
    expect(await build()).toMatchObject({ ok: true });
    const files = readdirSync(project.path(BUILD_DIR)).filter((file) => !file.endsWith('.map'));
    expect(files.toSorted()).toEqual([
      'manifest-handler.mjs',
      'manifest.json',
      'steps.mjs',
      'webhook.mjs',
      'workflows.mjs',
    ]);
  });

  test('with Rollup makes a working server', async () => {
    const { ok, output } = await build({ args: ['--builder', 'rollup'] });
    if (!ok) throw new Error(output);
    const dir = mkdtempSync(join(tmpdir(), 'workflow-output-'));
    await rename(project.path('.output'), join(dir, '.output'));
    const port = await findFreePort();
    const effectsFile = join(dir, 'effects.jsonl');
    const server = serve({ command: nitro.production.serve(port), dir, port, effectsFile });
    try {
      await server.start();
      const client = new AppClient({ url: server.url, effectsFile });
      expect(await client.result(await client.start('checkOut', 10))).toMatchObject({ total: 20, attempts: 3 });
    } finally {
      await server.end('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    }
  });

  test('fails with place and fix of an error in a workflow file', async () => {
    const { ok, output } = await buildWith({
      file: 'workflows/greeting.ts',
      from: 'async function salute',
      to: 'function salute',
    });
    expect(ok).toBe(false);
    expect(output).toContain('workflows/greeting.ts:8:1: Step "salute" must be async because its result is stored.');
    expect(output).toContain('Fix: add "async" [compile_function_sync]');
    expect(output).not.toContain('    at ');
  });

  test('searches the folders in "dirs", and takes what the application imports', async () => {
    await project.write('flows/only.ts', `export async function only() { 'use workflow'; return 1; }`);
    await project.write('workflows/unused.ts', `export async function unused() { 'use workflow'; return 1; }`);
    const outcome = await buildWith({
      file: CONFIG,
      from: 'serverDir',
      to: `workflow: { dirs: ['flows'] },\n  serverDir`,
    });
    expect(outcome).toMatchObject({ ok: true });
    const manifest = JSON.parse(await project.read(`${BUILD_DIR}/manifest.json`)) as { workflows: object };
    const files = Object.keys(manifest.workflows);
    expect(files).toContain('flows/only.ts');
    expect(files).toContain('workflows/numbers.ts');
    expect(files).not.toContain('workflows/unused.ts');
  });

  test('fails on an unknown option with the list of known options', async () => {
    const { ok, output } = await buildWith({
      file: CONFIG,
      from: 'serverDir',
      to: `workflow: { dir: 'flows' },\n  serverDir`,
    });
    expect(ok).toBe(false);
    expect(output).toContain('There is no option "workflow.dir".');
    expect(output).toContain('dirs, typescriptPlugin, runtime');
  });
});
