import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { signContent } from '../../runtime/http/signature.ts';
import { createHarness } from './harness.ts';
import { lendRuntime } from './process-runtime.ts';

const BASE = 'http://localhost:3000/.well-known/workflow/v1';
const UNKNOWN_RUN = 'wrun_00000000000000000000000000';
const TAKEN = [200, { ok: true }];
const UNSIGNED = [401, 'request_unsigned'];
const handle = createHandler();

async function answerOf(response: Response): Promise<[number, unknown]> {
  const text = await response.text();
  const body = text === '' ? '' : (JSON.parse(text) as { error?: { code: string; message: string } });
  return [response.status, typeof body === 'object' && body.error ? body.error.code : body];
}

const sign = (route: string, body: string, by: { secret: string; nowMs: number }): string =>
  signContent({ method: 'POST', route: `/.well-known/workflow/v1/${route}`, body }, by);

/** A server with a run that has ended, and a way to send it signed messages. */
async function createServer(env: Record<string, string> = {}) {
  const { start, world, runtime } = await createHarness(
    { workflows: { main: async ({ step }) => await step('work')() }, steps: { work: () => 1 } },
    { env },
  );
  const run = await start('main');
  await run.returnValue;
  const ownSecret = runtime.settings.secrets?.[0] ?? (await world.readSecret());
  const send = async (route: string, body: unknown, { nowMs = Date.now(), secret = ownSecret } = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'x-workflow-signature': sign(route, text, { secret, nowMs }) };
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

  it('take each of the secrets of WORKFLOW_SECRET, and not the one of the store any more', async () => {
    const [first, second] = ['a'.repeat(32), 'b'.repeat(64)];
    const { run, send, runtime } = await createServer({ WORKFLOW_SECRET: `${first}, ${second}` });
    const body = { runId: run.runId };
    for (const secret of [first, second]) await expect(send('flow', body, { secret })).resolves.toEqual(TAKEN);
    const { world } = await runtime.connect();
    for (const secret of [await world.readSecret(), `${first}, ${second}`, '']) {
      await expect(send('flow', body, { secret })).resolves.toEqual(UNSIGNED);
    }
  });

  it('refuse a signature that was made for another route or method', async () => {
    const { run, runtime, stepId } = await createServer();
    const secret = await (await runtime.connect()).world.readSecret();
    const body = JSON.stringify({ runId: run.runId, stepId, attempt: 1 });
    const by = { secret, nowMs: Date.now() };
    const seconds = Math.floor(by.nowMs / 1000);
    const path = '/.well-known/workflow/v1';
    const signatures = [
      sign('step', body, by),
      signContent({ method: 'GET', route: `${path}/flow`, body }, by),
      // The form of an earlier version covers the body alone.
      `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
    ];
    for (const signature of signatures) {
      const request = { method: 'POST', body, headers: { 'x-workflow-signature': signature } };
      await expect(answerOf(await handle(new Request(`${BASE}/flow`, request)))).resolves.toEqual(UNSIGNED);
    }
    const good = { method: 'POST', body, headers: { 'x-workflow-signature': signatures[0]! } };
    await expect(answerOf(await handle(new Request(`${BASE}/step`, good)))).resolves.toEqual(TAKEN);
  });

  it.each(['flow', 'step'])('refuse an unsigned, wrongly signed or old message on %s', async (route) => {
    const { run, send } = await createServer();
    const body = JSON.stringify({ runId: run.runId });
    const signatures = [
      {},
      { 'x-workflow-signature': 'nonsense' },
      { 'x-workflow-signature': sign(route, body, { secret: 'a guess', nowMs: Date.now() }) },
    ];
    for (const headers of signatures) {
      const response = await handle(new Request(`${BASE}/${route}`, { method: 'POST', body, headers: { ...headers } }));
      await expect(answerOf(response)).resolves.toEqual(UNSIGNED);
    }
    // A signature has whole seconds, and time goes on until it is checked.
    for (const nowMs of [Date.now() - 301_000, Date.now() + 310_000]) {
      await expect(send(route, body, { nowMs })).resolves.toEqual(UNSIGNED);
    }
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
      lendRuntime(runtime);
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
