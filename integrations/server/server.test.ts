import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest';
import { getRun, start } from '../../runtime/entries/api.ts';
import { leaveRuntime } from '../../test/runtime/process-runtime.ts';
import { setRegisteredRoot } from '../shared/project-root.ts';
import { createHandler, type WorkflowServer, type WorkflowServerOptions } from './server.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const WEBHOOK = `import { createWebhook } from 'workflow';
export async function listen() { 'use workflow'; return createWebhook().url; }
`;

let rootDir = '';
let server: WorkflowServer | null = null;
// Other files are run by the same process, and the runtime reads its settings once.
afterAll(leaveRuntime);
beforeEach(() => {
  vi.stubEnv('WORKFLOW_WORLD', 'memory');
  vi.stubEnv('PORT', '3000');
  rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-server-')));
  mkdirSync(join(rootDir, 'workflows'));
  mkdirSync(join(rootDir, 'node_modules'));
  symlinkSync(PACKAGE, join(rootDir, 'node_modules/workflow'), 'junction');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.ready.catch(() => undefined);
  await server?.close();
  rmSync(rootDir, { recursive: true, force: true, maxRetries: 5 });
});

/** @param source Of the one file with workflows. */
function create(source: string, options: WorkflowServerOptions = {}): WorkflowServer {
  writeFileSync(join(rootDir, 'workflows/calls.ts'), source);
  server = createHandler({ rootDir, watch: false, ...options });
  return server;
}

const ask = (path: string): Request => new Request(`http://localhost${path}`, { method: 'POST', body: 'x' });

describe('a server', () => {
  test('answers requests to its routes, and leaves all others unread to the application', async () => {
    const handle = create(WEBHOOK);
    expect(await handle(ask('/v2/.well-known/workflow/v1/flow'))).toMatchObject({ status: 401 });
    const other = ask('/orders');
    expect(await handle(other)).toBeNull();
    expect(await other.text()).toBe('x');
  });

  test('knows its address as soon as it listens', async () => {
    await create(WEBHOOK).ready;
    const listening = createServer().listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    listening.close();
    const { runId } = await start({ workflowId: 'workflow//./workflows/calls//listen' });
    expect(await getRun<string>(runId).returnValue).toContain(
      `http://127.0.0.1:${port}/.well-known/workflow/v1/webhook/`,
    );
  });

  test('warns once if its address is unknown', async () => {
    vi.stubEnv('PORT', '');
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const handle = create(WEBHOOK);
    for (let count = 0; count < 2; count++) await handle(ask('/orders'));
    expect(warn.mock.calls.flat().join()).toMatch(
      /^\[workflow\] The address of this server is not known.*WORKFLOW_BASE_URL/,
    );
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  test('rejects ready with the place of the error if the workflows cannot be built', async () => {
    const { ready } = create(WEBHOOK.replace('async ', ''));
    await expect(ready).rejects.toThrow('workflows/calls.ts:2:8: Workflow "listen" must be async');
  });

  test('that watches has the dashboard from the first request on', async () => {
    const page = await create(WEBHOOK, { watch: true })(new Request('http://localhost/_workflow/'));
    expect([page?.status, await page?.text()]).toEqual([200, expect.stringContaining('<base href=')]);
  });

  test('that watches keeps serving while a build fails', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const handle = create(WEBHOOK.replace('async ', ''), { watch: true });
    await handle.ready;
    expect(error.mock.lastCall?.join(' ')).toContain('[compile_function_sync]');
    expect(await handle(ask('/.well-known/workflow/v1/flow'))).toMatchObject({ status: 401 });
    error.mockRestore();
  });

  test('refuses a root that differs from the one of workflow/register', () => {
    onTestFinished(() => setRegisteredRoot(null));
    setRegisteredRoot(tmpdir());
    expect(() => create(WEBHOOK)).toThrow('[server_root_differs]');
    setRegisteredRoot(rootDir);
    expect(() => create(WEBHOOK)).not.toThrow();
  });
});
