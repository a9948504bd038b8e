import { rename } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppClient, SECRET } from './app-client.ts';
import { describeApp } from './app-contract.ts';
import { type AppProject, createAppProject, type ToolOutcome } from './app-project.ts';
import { findFreePort, ServerProcess } from './server-process.ts';

const OUTPUTS = mkdtempSync(join(tmpdir(), 'workflow-output-'));
const servers: ServerProcess[] = [];
let project: AppProject;

beforeAll(async () => {
  project = await createAppProject();
}, 60_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  project.remove();
  rmSync(OUTPUTS, { recursive: true, force: true });
});

/** Takes the output of a build to a directory where nothing else is. @param name Of that directory. */
async function takeServer(name: string, { ok, output }: ToolOutcome): Promise<ServerProcess> {
  if (!ok) throw new Error(output);
  const dir = join(OUTPUTS, name);
  await rename(project.path('.output'), dir);
  const port = await findFreePort();
  const server = new ServerProcess({
    script: join(dir, 'server/index.mjs'),
    cwd: dir,
    port,
    env: {
      NITRO_PORT: String(port),
      NITRO_HOST: '127.0.0.1',
      WORKFLOW_SECRET: SECRET,
      EFFECTS_FILE: join(dir, 'effects.jsonl'),
    },
  });
  servers.push(server);
  return server;
}

const clientOf = ({ url }: ServerProcess, name: string): AppClient =>
  new AppClient({ url, effectsFile: join(OUTPUTS, name, 'effects.jsonl') });

describe('a production server, without the sources', () => {
  let server: ServerProcess;
  let client: AppClient;
  beforeAll(async () => {
    server = await takeServer('plain', await project.build());
    client = clientOf(server, 'plain');
    await server.start();
  }, 60_000);

  describeApp(() => ({
    client,
    async crash() {
      await server.end('SIGKILL');
      await server.start();
    },
  }));

  test('ends in good order when it is told to, and a run that waits goes on with the next one', async () => {
    const runId = await client.start('askForApproval', 'over-night');
    expect(await client.firstLine(runId)).toBe('open');
    await server.end('SIGTERM');
    await server.start();
    await client.resumeHook('over-night', 1);
    await client.resumeHook('over-night', 2);
    expect(await client.result(runId)).toEqual([1, 2]);
  });

  test('runs go on at boot, before a request comes', async () => {
    const runId = await client.start('travel', 5);
    await server.end('SIGKILL');
    const before = await client.effects(runId);
    await server.start();
    await expect.poll(async () => (await client.effects(runId)).length).toBeGreaterThan(before.length);
  });
});

describe('the manifest of a production server', () => {
  test('is served when it was public at the build and is public now', async () => {
    const isPublic = { WORKFLOW_PUBLIC_MANIFEST: '1' };
    const server = await takeServer('public', await project.build({ env: isPublic }));
    const client = clientOf(server, 'public');
    await server.start(isPublic);
    const response = await client.call('manifest.json');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      version: '1',
      workflows: {
        'workflows/greeting.ts': {
          greet: { workflowId: expect.stringMatching(/^workflow\/\/.*workflows\/greeting\/\/greet$/) },
        },
      },
      steps: {
        'workflows/greeting.ts': {
          salute: { stepId: expect.stringMatching(/^step\/\/.*workflows\/greeting\/\/salute$/) },
        },
      },
    });
    await server.end('SIGTERM');
    await server.start();
    expect(await client.call('manifest.json')).toMatchObject({ status: 404 });
  }, 60_000);
});

describe('a build', () => {
  test.each([
    ['Rollup', () => project.build({ args: ['--builder', 'rollup'] })],
    ['Vite', () => project.runTool('vite/bin/vite.js', ['build'])],
  ])('with %s gives a server that works as well', async (name, build) => {
    await project.write(
      'vite.config.mjs',
      `import { nitro } from 'nitro/vite';
       export default { plugins: [nitro()], logLevel: 'error' };`,
    );
    const outcome = await build();
    await project.delete('vite.config.mjs');
    const server = await takeServer(name, outcome);
    await server.start();
    const client = clientOf(server, name);
    expect(await client.result(await client.start('checkOut', 10))).toMatchObject({ total: 20, attempts: 3 });
  });

  test('fails when a workflow file is wrong, and says where and what to do', async () => {
    await project.edit('workflows/greeting.ts', 'async function salute', 'function salute');
    const { ok, output } = await project.build();
    await project.edit('workflows/greeting.ts', 'function salute', 'async function salute');
    expect(ok).toBe(false);
    expect(output).toContain('workflows/greeting.ts:8:1: Step "salute" must be async because its result is stored.');
    expect(output).toContain('Fix: add "async" [compile_function_sync]');
    expect(output).not.toContain('    at ');
  });

  test('looks for workflows only in the folders that "dirs" names', async () => {
    await project.write('flows/only.ts', `export async function only() { 'use workflow'; return 1; }`);
    await project.edit('nitro.config.ts', 'serverDir', `workflow: { dirs: ['flows'] },\n  serverDir`);
    const { ok, output } = await project.build();
    await project.edit('nitro.config.ts', `workflow: { dirs: ['flows'] },\n  serverDir`, 'serverDir');
    expect(output).not.toContain('ERROR');
    expect(ok).toBe(true);
    const manifest = JSON.parse(await project.read('node_modules/.nitro/workflow/manifest.json'));
    expect(Object.keys(manifest.workflows)).toContain('flows/only.ts');
    expect(Object.keys(manifest.workflows)).not.toContain('workflows/numbers.ts');
  });

  test('for the hosting platform makes each route a function, with the server runtime that "runtime" names', async () => {
    await project.edit('nitro.config.ts', 'serverDir', `workflow: { runtime: 'nodejs22.x' },\n  serverDir`);
    const { ok } = await project.build({ args: ['--preset', 'vercel'] });
    await project.edit('nitro.config.ts', `workflow: { runtime: 'nodejs22.x' },\n  serverDir`, 'serverDir');
    expect(ok).toBe(true);
    const output = '.vercel/output';
    const { routes } = JSON.parse(await project.read(`${output}/config.json`)) as {
      routes: { src: string; dest: string }[];
    };
    for (const [path, route] of [
      ['flow', 'flow'],
      ['step', 'step'],
      ['webhook/a-token', 'webhook/[token]'],
    ]) {
      const dest = `/.well-known/workflow/v1/${route}`;
      expect(routes.find(({ src }) => new RegExp(src).test(`/.well-known/workflow/v1/${path}`))).toMatchObject({
        dest,
      });
      const config = JSON.parse(await project.read(`${output}/functions${dest}.func/.vc-config.json`));
      expect(config).toMatchObject({ runtime: 'nodejs22.x', maxDuration: 'max', handler: 'index.mjs' });
      expect(await project.read(`${output}/functions${dest}.func/index.mjs`)).not.toBe('');
    }
  });
});
