/** Tests of applications beyond serving: their own tests and controllers, providers in steps, mistakes. */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppClient } from '../app-client.ts';
import type { Command, Framework } from '../framework.ts';
import { InstalledProject } from '../installed-project.ts';
import { serve } from '../server-command.ts';
import { findFreePort, type ServerProcess } from '../server-process.ts';
import { nest11Swc, nest12Express } from './nest.ts';

const INSTALL_LIMIT_MS = 600_000;
const PRODUCTION = { NODE_ENV: 'production' };
const EVERY_BYTE = Buffer.from(Uint8Array.from({ length: 256 }, (_, byte) => byte)).toString('base64');

/** A compiled application with its workflows built. */
async function createBuiltProject(framework: Framework): Promise<InstalledProject> {
  const project = await InstalledProject.create(framework);
  for (const command of [framework.build!].flat()) {
    const { ok, output } = await project.run(command);
    if (!ok) throw new Error(output);
  }
  return project;
}

/** Resolves when the application answers. */
async function startServer(
  { dir }: InstalledProject,
  command: Command,
): Promise<{ server: ServerProcess; client: AppClient }> {
  const port = await findFreePort();
  const effectsFile = `${dir}/effects.jsonl`;
  const server = serve({ command, dir, port, effectsFile });
  await server.start();
  return { server, client: new AppClient({ url: server.url, effectsFile }) };
}

describe.each([nest12Express, nest11Swc])('steps on $name', (framework) => {
  let project: InstalledProject;
  beforeAll(async () => {
    project = await createBuiltProject(framework);
  }, INSTALL_LIMIT_MS);
  afterAll(() => project?.remove());

  test('get the same providers as the rest of the application', async () => {
    const { server, client } = await startServer(project, { script: 'dist/main.js', env: PRODUCTION });
    try {
      const workflowId = 'workflow//./src/workflows/counting//countUp';
      expect(await client.result(await client.startById(workflowId))).toBe(1);
      expect(await client.result(await client.startById(workflowId))).toBe(2);
      expect(await (await client.request('/count')).json()).toEqual({ count: 2 });
    } finally {
      await server.end('SIGKILL');
    }
  });
});

describe('an application of ES modules', () => {
  let project: InstalledProject;
  beforeAll(async () => {
    project = await createBuiltProject(nest12Express);
    for (const name of ['call-webhook.mjs', 'testing.mjs', 'controller.mjs', 'worker.mjs']) {
      await copyFile(join(import.meta.dirname, 'probes', name), project.path(name));
    }
  }, INSTALL_LIMIT_MS);
  afterAll(() => project?.remove());

  /** Runs a program of `probes/`. @returns Its last line. */
  async function probe(script: string, ...args: string[]): Promise<any> {
    const { ok, output } = await project.run({ script, args, env: PRODUCTION });
    if (!ok) throw new Error(output);
    const [answers] = output.split('\n').filter((line) => line.startsWith('ANSWERS '));
    return JSON.parse(answers!.slice('ANSWERS '.length));
  }

  test('works in tests, before parsers, guards and origin checks, also twice in one process', async () => {
    const answers = await probe('testing.mjs');
    const received = { method: 'POST', header: 'bank', body: btoa('{ "half":') };
    const expected = { status: 201, body: EVERY_BYTE, received };
    expect(answers).toMatchObject([expected, expected, expected]);
    // Only the server knows its port.
    for (const { url, origin } of answers) expect(url).toContain(`${origin}/.well-known/workflow/v1/webhook/`);
  });

  test.each(['express', 'fastify'])('has a controller on %s that serves the bytes that Nest keeps', async (server) => {
    expect(await probe('controller.mjs', server, 'raw')).toMatchObject({
      json: { status: 201, body: EVERY_BYTE, received: { body: btoa('{ "odd":\t1.0 }') } },
      empty: { status: 201, received: { method: 'DELETE', body: '' } },
      manual: { status: 203, body: btoa('nialp'), received: { method: 'PUT', body: btoa('plain') } },
      unsigned: 401,
      manifest: 404,
    });
  });

  test.each(['express', 'fastify'])(
    'has a controller on %s that reports an error if Nest does not keep the bytes',
    async (server) => {
      const { json } = await probe('controller.mjs', server);
      expect(json.status).toBe(500);
      expect(atob(json.body)).toContain('integration_body_parsed');
    },
  );

  test('does not start with "skipBuild" and without a build', async () => {
    await rename(project.path('.nestjs'), project.path('.nestjs-away'));
    const { ok, output } = await project.run({ script: 'dist/main.js', env: { ...PRODUCTION, PORT: '0' } });
    await rename(project.path('.nestjs-away'), project.path('.nestjs'));
    expect(ok).toBe(false);
    expect(output).toContain('[nest_build_missing]');
  });

  test('may start development with a broken file: its workflows work as soon as it is fixed', async () => {
    const file = project.appFile('workflows/greeting.ts');
    await project.edit(file, 'async function salute', 'function salute');
    await project.delete('.nestjs');
    const { server, client } = await startServer(project, { script: 'dist/main.js' });
    try {
      expect(server.output).toContain('[compile_function_sync]');
      await project.edit(file, 'function salute', 'async function salute');
      const greet = async (): Promise<unknown> => await client.result(await client.start('greet', 'Ann'));
      await expect.poll(() => greet().catch(() => null)).toBe('Hello, Ann! (first edition)');
    } finally {
      await server.end('SIGKILL');
    }
  });

  test('is not built if a workflow file has an error, whose place is shown', async () => {
    const file = project.appFile('workflows/greeting.ts');
    await project.edit(file, 'async function salute', 'function salute');
    const { ok, output } = await project.run({ script: 'build-workflows.mjs' });
    await project.edit(file, 'function salute', 'async function salute');
    expect(ok).toBe(false);
    expect(output).toContain(
      'src/workflows/greeting.ts:8:1: Step "salute" must be async because its result is stored.',
    );
    expect(output).not.toContain('    at ');
  });

  test('needs neither options nor a server, and can run from its sources', async () => {
    await project.delete('.nestjs');
    expect(await probe('worker.mjs', './dist/workflows/greeting.js')).toBe('Hello, Ann! (first edition)');
    // Node does not run decorators.
    await project.delete(project.appFile('workflows/counting.ts'));
    await project.delete('dist');
    await copyFile(project.path('worker.mjs'), project.path('worker.ts'));
    expect(await probe('worker.ts', './src/workflows/greeting.ts')).toBe('Hello, Ann! (first edition)');
  });
});
