import { describe, expect, it, onTestFinished } from 'vitest';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { signBody } from '../../runtime/http/signature.ts';
import { createHarness } from './harness.ts';

const BASE = 'http://localhost:3000/.well-known/workflow/v1';
const UNKNOWN_RUN = 'wrun_00000000000000000000000000';
const handle = createHandler();

async function answerOf(response: Response): Promise<[number, unknown]> {
  const text = await response.text();
  const body = text === '' ? '' : (JSON.parse(text) as { error?: { code: string; message: string } });
  return [response.status, typeof body === 'object' && body.error ? body.error.code : body];
}

/** A server with a run that has ended, and a way to send it signed messages. */
async function createServer(env: Record<string, string> = {}) {
  const { start, world, runtime } = await createHarness(
    { workflows: { main: async ({ step }) => await step('work')() }, steps: { work: () => 1 } },
    { env },
  );
  const run = await start('main');
  await run.returnValue;
  const secret = env['WORKFLOW_SECRET'] ?? (await world.readSecret());
  const send = async (route: string, body: unknown, nowMs = Date.now()) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'x-workflow-signature': signBody({ secret, body: text, nowMs }) };
    return await answerOf(await handle(new Request(`${BASE}/${route}`, { method: 'POST', body: text, headers })));
  };
  return { run, send, runtime, stepId: `step_${run.runId.slice('wrun_'.length)}_0` };
}

describe('the flow and step routes', () => {
  it('take signed messages, any number of times', async () => {
    const { run, send, stepId } = await createServer();
    for (let i = 0; i < 2; i++) {
      await expect(send('flow', { runId: run.runId })).resolves.toEqual([200, { ok: true }]);
      await expect(send('step', { runId: run.runId, stepId, attempt: 1 })).resolves.toEqual([200, { ok: true }]);
    }
  });

  it('sign with WORKFLOW_SECRET where it is set', async () => {
    const { run, send } = await createServer({ WORKFLOW_SECRET: 'shared by all machines' });
    await expect(send('flow', { runId: run.runId })).resolves.toEqual([200, { ok: true }]);
  });

  it.each(['flow', 'step'])('refuse an unsigned, wrongly signed or old message on %s', async (route) => {
    const { run, send } = await createServer();
    const body = JSON.stringify({ runId: run.runId });
    const signatures = [
      {},
      { 'x-workflow-signature': 'nonsense' },
      { 'x-workflow-signature': signBody({ secret: 'a guess', body, nowMs: Date.now() }) },
    ];
    for (const headers of signatures) {
      const response = await handle(new Request(`${BASE}/${route}`, { method: 'POST', body, headers: { ...headers } }));
      await expect(answerOf(response)).resolves.toEqual([401, 'request_unsigned']);
    }
    await expect(send(route, body, Date.now() - 301_000)).resolves.toEqual([401, 'request_unsigned']);
    await expect(send(route, body, Date.now() + 301_000)).resolves.toEqual([401, 'request_unsigned']);
  });

  it('refuse malformed bodies', async () => {
    const { run, send, stepId } = await createServer();
    for (const body of ['', '{', '[]', 'null', '{}', { runId: 5 }, { runId: 'wrun_1' }]) {
      await expect(send('flow', body)).resolves.toEqual([400, 'request_malformed']);
    }
    for (const body of [
      { runId: run.runId },
      { runId: run.runId, stepId: 'x', attempt: 1 },
      { runId: UNKNOWN_RUN, stepId, attempt: 1 },
    ]) {
      await expect(send('step', body)).resolves.toEqual([400, 'request_malformed']);
    }
  });

  it('know only runs and steps that exist', async () => {
    const { run, send, stepId } = await createServer();
    await expect(send('flow', { runId: UNKNOWN_RUN })).resolves.toEqual([404, 'run_not_found']);
    const other = stepId.replace(/_0$/, '_7');
    await expect(send('step', { runId: run.runId, stepId: other, attempt: 1 })).resolves.toEqual([
      404,
      'step_not_found',
    ]);
  });

  it('refuse other methods and large bodies', async () => {
    const { send } = await createServer();
    const response = await handle(new Request(`${BASE}/flow`));
    expect(response.headers.get('allow')).toBe('POST');
    await expect(answerOf(response)).resolves.toEqual([405, 'request_method']);
    await expect(send('flow', 'x'.repeat(64 * 1024 + 1))).resolves.toEqual([413, 'request_too_large']);
  });
});

describe('the health route', () => {
  const askHealth = async (method = 'GET') => await answerOf(await handle(new Request(`${BASE}/health`, { method })));

  it('says whether requests and runs should come here', async () => {
    const { runtime } = await createServer();
    await expect(askHealth()).resolves.toEqual([200, { status: 'ready' }]);
    await expect(askHealth('HEAD')).resolves.toEqual([200, { status: 'ready' }]);
    await expect(askHealth('POST')).resolves.toEqual([405, 'request_method']);
    const drained = runtime.drain();
    await expect(askHealth()).resolves.toEqual([503, { status: 'ending' }]);
    await drained;
    await runtime.close();
    await expect(askHealth()).resolves.toEqual([503, { status: 'ending' }]);
  });

  it('says that a process without a build cannot work yet, and that a producer needs none', async () => {
    for (const [role, answer] of [
      ['all', [503, { status: 'starting' }]],
      ['producer', [200, { status: 'ready' }]],
    ] as const) {
      const runtime = new Runtime(readSettings({ WORKFLOW_WORLD: 'memory', WORKFLOW_ROLE: role }));
      onTestFinished(() => runtime.close());
      (globalThis as Record<symbol, unknown>)[Symbol.for('workflow.runtime')] = runtime;
      await expect(askHealth()).resolves.toEqual(answer);
    }
  });
});

describe('the manifest', () => {
  it('is there only when it was made public', async () => {
    await createServer();
    await expect(answerOf(await handle(new Request(`${BASE}/manifest.json`)))).resolves.toEqual([404, '']);
    const { runtime } = await createServer({ WORKFLOW_PUBLIC_MANIFEST: '1' });
    const [status, manifest] = await answerOf(await handle(new Request(`${BASE}/manifest.json`)));
    expect([status, manifest]).toEqual([200, runtime.build!.manifest]);
  });
});

describe('an application below a path of its own', () => {
  it('has the same routes there', async () => {
    await createServer();
    const response = await handle(new Request('http://localhost:3000/shop/.well-known/workflow/v1/flow'));
    await expect(answerOf(response)).resolves.toEqual([405, 'request_method']);
  });
});

describe('any other path', () => {
  it('is not found', async () => {
    await createServer();
    for (const path of ['', '/nothing', '/webhook', '/webhook/']) {
      expect((await handle(new Request(`${BASE}${path}`))).status).toBe(404);
    }
  });
});
