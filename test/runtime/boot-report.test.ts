import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Build } from '../../runtime/contract/build.ts';
import type { StepName, WorkflowId } from '../../runtime/contract/ids.ts';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import { WAIT } from '../time-limits.ts';
import { buildFromFunctions, type TestCode } from './build-from-functions.ts';

/** A build whose manifest names two workflows and a step. */
function buildOfThree(): Build {
  const build = buildFromFunctions({ workflows: { main: async () => 1 } });
  const place = { graph: { nodes: [], edges: [] } };
  const [main, other] = ['workflow//./shop//main', 'workflow//./shop//other'] as WorkflowId[];
  const workflows = { 'shop.ts': { main: { workflowId: main!, ...place }, other: { workflowId: other!, ...place } } };
  const steps = { 'shop.ts': { act: { stepId: 'step//./shop//act' as StepName } } };
  return { ...build, manifest: { ...build.manifest, workflows, steps } };
}

const opened: Runtime[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const runtime of opened.splice(0)) await runtime.close();
});

/** A runtime as it is outside of tests, and what it prints. */
function openRuntime(env: Record<string, string> = {}) {
  const printed: string[] = [];
  for (const level of ['info', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((text: string) => void printed.push(text));
  const runtime = new Runtime(
    readSettings({
      WORKFLOW_DATA_DIR: mkdtempSync(join(tmpdir(), 'workflow-boot-')),
      WORKFLOW_WORLD: 'memory',
      ...env,
    }),
  );
  opened.push(runtime);
  return { runtime, printed };
}

it('says once what it is, when its address is known', async () => {
  const { runtime, printed } = openRuntime({ NODE_ENV: 'production', WORKFLOW_LOG: 'json' });
  await runtime.useBuild(buildOfThree());
  await runtime.start();
  expect(printed).toEqual([]);
  runtime.setBaseUrl('http://localhost:4321');
  await vi.waitUntil(() => printed.length > 0, WAIT);
  await runtime.start();
  await runtime.useBuild(buildOfThree());
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([
    {
      event: 'ready',
      level: 'info',
      workflows: 2,
      steps: 1,
      role: 'worker',
      store: 'memory',
      address: 'http://localhost:4321',
      node: process.versions.node,
    },
  ]);
});

it('says it for people in development', async () => {
  const { runtime, printed } = openRuntime({ WORKFLOW_ROLE: 'producer', WORKFLOW_BASE_URL: 'https://shop.example' });
  await runtime.useBuild(buildOfThree());
  await runtime.start();
  runtime.setBaseUrl('http://localhost:1');
  await vi.waitUntil(() => printed.length > 0, WAIT);
  expect(printed[0]).toContain('[workflow] Ready: 2 workflows, 1 step.');
  expect(printed[0]).toContain('memory (runs are started here, and executed elsewhere)');
  expect(printed[0]).toContain('https://shop.example');
});

it('says nothing where the level of the log says so, nor of a script, nor of a process without a build', async () => {
  const quiet = openRuntime({ WORKFLOW_LOG_LEVEL: 'warn' });
  quiet.runtime.setBaseUrl('http://localhost:1');
  await quiet.runtime.useBuild(buildOfThree());
  await quiet.runtime.start();
  const script = openRuntime({ WORKFLOW_BASE_URL: 'http://localhost:1' });
  await script.runtime.useBuild(buildOfThree());
  await script.runtime.start();
  const empty = openRuntime();
  empty.runtime.setBaseUrl('http://localhost:1');
  await empty.runtime.start();
  expect([...quiet.printed, ...script.printed, ...empty.printed]).toEqual([]);
});

const WEBHOOK: TestCode = {
  workflows: { main: async ({ createWebhook }) => (createWebhook() as { url: string }).url },
};

async function urlOfWebhook(runtime: Runtime): Promise<string> {
  await runtime.useBuild(buildFromFunctions(WEBHOOK));
  await runtime.start();
  const connection = await runtime.connect();
  await connection.createRun({
    workflowId: 'workflow//./test//main' as never,
    payload: '{"json":[]}',
  });
  return runtime.webhookBaseUrl;
}

it('warns once in production of a webhook that only this machine reaches', async () => {
  const { runtime, printed } = openRuntime({
    NODE_ENV: 'production',
    WORKFLOW_LOG: 'line',
    WORKFLOW_LOG_LEVEL: 'warn',
  });
  await urlOfWebhook(runtime);
  await vi.waitUntil(() => printed.length > 0, WAIT);
  await urlOfWebhook(runtime);
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain('webhook_address_local');
  expect(printed[0]).toContain('WORKFLOW_TRUST_PROXY=1');
});

it('gives webhooks the address that a trusted proxy was asked for', async () => {
  const { runtime, printed } = openRuntime({ NODE_ENV: 'production', WORKFLOW_TRUST_PROXY: '1' });
  runtime.setBaseUrl('http://localhost:4321');
  runtime.learnFromProxy((name) => ({ 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' })[name]);
  expect(await urlOfWebhook(runtime)).toBe('https://shop.example');
  expect(printed.filter((line) => line.includes('webhook_address_local'))).toEqual([]);
});

it('believes no header without that setting', () => {
  const { runtime } = openRuntime();
  runtime.setBaseUrl('http://localhost:4321');
  runtime.learnFromProxy((name) => ({ 'x-forwarded-host': 'evil.example' })[name]);
  expect(runtime.baseUrl).toBe('http://localhost:4321');
});
