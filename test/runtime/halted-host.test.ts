/** Hosts that halt a process when its answer is sent, unless a request keeps it awake; and whose cron wakes it. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { resumeHook } from '../../runtime/entries/api.ts';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { getStepMetadata, RetryableError } from '../../runtime/entries/workflow.ts';
import { signContent } from '../../runtime/http/signature.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { Log } from '../../runtime/contract/log.ts';
import type { World } from '../../runtime/world/world.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';

const BASE = 'http://localhost:3000/.well-known/workflow/v1';
const CRON_SECRET = 'only the cron knows it';
const PLATFORM_CONTEXT = Symbol.for('@vercel/request-context');
const handle = createHandler();

/** The step `work` takes until `finish` is called. */
function createCode(): { code: TestCode; begun: Promise<void>; finish: () => void } {
  const begun = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const code: TestCode = {
    workflows: {
      workAndSleep: async ({ step, sleep }) => {
        await step('work')();
        await sleep('1d');
      },
      work: async ({ step }) => await step('work')(),
      retrySoon: async ({ step }) => await step('failTwice')(),
      waitForHook: async ({ createHook, step }) => {
        const payload = await createHook({ token: 'halted' });
        await step('work')();
        return payload;
      },
      receiveCall: async ({ createWebhook, step }) => {
        await createWebhook();
        await step('work')();
      },
    },
    steps: {
      work: async () => {
        begun.resolve();
        await finished.promise;
      },
      failTwice: () => {
        if (getStepMetadata().attempt < 3) throw new RetryableError('not yet', { retryAfter: 50 });
      },
    },
  };
  return { code, begun: begun.promise, finish: () => finished.resolve() };
}

async function createServer(options?: HarnessOptions): Promise<Harness & ReturnType<typeof createCode>> {
  const made = createCode();
  const harness = await createHarness(made.code, options);
  onTestFinished(made.finish);
  return { ...made, ...harness };
}

const never = (): AbortSignal => new AbortController().signal;

/** The same World for a second process, whose end must not close it for the first. */
function withoutClose(world: World): World {
  const get = (target: World, name: keyof World): unknown => {
    if (name === 'close') return async () => {};
    const value: unknown = target[name];
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return new Proxy(world, { get: get as ProxyHandler<World>['get'] & {} });
}

/** Whether a promise is settled once everything that was ready to run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => (settled = true));
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

/** The promises that a host is handed during the test, as the context of all requests. */
function provideContext(): Promise<unknown>[] {
  const promises: Promise<unknown>[] = [];
  const context = { waitUntil: (promise: Promise<unknown>) => void promises.push(promise) };
  const holder = globalThis as Record<symbol, unknown>;
  holder[PLATFORM_CONTEXT] = { get: () => context };
  onTestFinished(() => void delete holder[PLATFORM_CONTEXT]);
  return promises;
}

describe('a process may be halted', () => {
  it('at once when it has nothing to do', async () => {
    const { runtime } = await createServer();
    await expect(runtime.rest(never())).resolves.toBeUndefined();
  });

  it('when its step is done and its run sleeps, which another process may then take without a wait', async () => {
    const { runtime, start, begun, finish, until, world } = await createServer();
    const run = await start('workAndSleep');
    await begun;
    const rest = runtime.rest(never());
    expect(await isSettled(rest)).toBe(false);
    finish();
    await rest;
    await until(run, (journal) => journal.some(({ type }) => type === 'wait_created'));
    expect(await world.readRun(run.runId as RunId)).toMatchObject({ owner: null });
  });

  it('only when a retry that is due soon has been made', async () => {
    const { runtime, start } = await createServer();
    const run = await start('retrySoon');
    await runtime.rest(never());
    expect(await run.status).toBe('completed');
  });

  it('at the latest when the limit is over', async () => {
    const { runtime, start, begun } = await createServer();
    await start('work');
    await begun;
    const limit = new AbortController();
    const rest = runtime.rest(limit.signal);
    expect(await isSettled(rest)).toBe(false);
    limit.abort();
    await rest;
  });

  it('when it is closed', async () => {
    const { runtime, start, begun, finish } = await createServer();
    await start('work');
    await begun;
    const rest = runtime.rest(never());
    const closed = runtime.close();
    await expect(rest).resolves.toBeUndefined();
    finish();
    await closed;
  });

  it('and goes on with its runs afterwards', async () => {
    const { runtime, start, untilEvent, finish } = await createServer();
    const run = await start('waitForHook');
    await untilEvent(run, 'hook_created');
    await runtime.rest(never());
    finish();
    await resumeHook('halted', 'payload');
    expect(await run.returnValue).toBe('payload');
  });
});

describe('a process that may be halted at any time', () => {
  const env = { VERCEL: '1', CRON_SECRET };

  it('takes no run that it could not finish: only while a request keeps it awake', async () => {
    const producer = await createServer({ env: { WORKFLOW_ROLE: 'producer' } });
    const { world } = producer;
    const { runId } = await producer.start('work');
    const { code, finish } = createCode();
    const { runtime } = await createHarness(code, { world, env });
    finish();
    await runtime.start();
    expect(await world.readRun(runId as RunId)).toMatchObject({ status: 'pending', owner: null });
    await runtime.rest(never());
    expect(await world.readRun(runId as RunId)).toMatchObject({ status: 'completed' });
  });

  it('finishes what a request sets going, also when its host says nothing', async () => {
    const { start, finish } = await createServer({ env });
    const run = await start('work');
    finish();
    expect(await run.returnValue).toBeUndefined();
  });
});

describe('a process that wakes after its lease', () => {
  it('has lost nothing when it had given its runs back, and does not warn', async () => {
    const { runtime, start, world, untilEvent, finish } = await createServer();
    const warnings: string[] = [];
    (runtime.log as { warn: Log['warn'] }).warn = (event) => warnings.push(event);
    const run = await start('waitForHook');
    await untilEvent(run, 'hook_created');
    await runtime.rest(never());
    // As the next process does when it looks for dead workers after this one's lease.
    await world.releaseDead(Date.now() + 3_600_000);
    await runtime.rest(never());
    finish();
    await resumeHook('halted', 'payload');
    expect(await run.returnValue).toBe('payload');
    expect(warnings).toEqual([]);
  });
});

describe('a process that wakes while another one has its runs', () => {
  it('gives the result to whoever waits for it there, although it took the run for its own when it ended', async () => {
    const { runtime, start, begun, finish, world } = await createServer();
    const run = await start('work');
    await begun;
    const { watchers } = await runtime.connect();
    const end = watchers.waitForEnd(run.runId as RunId);
    await world.releaseDead(Date.now() + 3_600_000);
    const heir = createCode();
    heir.finish();
    const { untilEvent } = await createHarness(heir.code, { world: withoutClose(world) });
    await untilEvent(run, 'run_completed');
    finish();
    expect(await end).toMatchObject({ type: 'run_completed' });
  });
});

describe('a request keeps the process awake until nothing is left to do', () => {
  it('when it starts a run', async () => {
    const promises = provideContext();
    const { start, finish, world } = await createServer();
    const run = await start('work');
    expect(promises).toHaveLength(1);
    expect(await isSettled(promises[0]!)).toBe(false);
    finish();
    await promises[0];
    expect(await world.readRun(run.runId as RunId)).toMatchObject({ status: 'completed' });
  });

  it('when it resumes a hook', async () => {
    const { start, finish, untilEvent, world } = await createServer();
    const run = await start('waitForHook');
    await untilEvent(run, 'hook_created');
    const promises = provideContext();
    await resumeHook('halted');
    finish();
    await Promise.all(promises);
    expect(promises).toHaveLength(1);
    expect(await world.readRun(run.runId as RunId)).toMatchObject({ status: 'completed' });
  });

  it('when it is a call of a webhook, through the context that the handler is given', async () => {
    const { start, finish, untilEvent, world } = await createServer();
    const run = await start('receiveCall');
    const created = (await untilEvent(run, 'hook_created')).find((event) => event.type === 'hook_created');
    const promises: Promise<unknown>[] = [];
    const context = { waitUntil: (promise: Promise<unknown>) => void promises.push(promise) };
    const response = await handle(new Request(`${BASE}/webhook/${created!.token}`, { method: 'POST' }), context);
    expect(response.status).toBe(202);
    finish();
    await Promise.all(promises);
    expect(promises).toHaveLength(1);
    expect(await world.readRun(run.runId as RunId)).toMatchObject({ status: 'completed' });
  });

  it('through the context that Netlify keeps in its global', async () => {
    const promises: Promise<unknown>[] = [];
    const context = { waitUntil: (promise: Promise<unknown>) => void promises.push(promise) };
    Object.assign(globalThis, { Netlify: { context } });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'Netlify'));
    const { start, finish, world } = await createServer();
    const run = await start('work');
    finish();
    await Promise.all(promises);
    expect(promises).toHaveLength(1);
    expect(await world.readRun(run.runId as RunId)).toMatchObject({ status: 'completed' });
  });

  it('by its answer, when it is a signed message and the host waits for nothing else', async () => {
    const env = { AWS_LAMBDA_FUNCTION_NAME: 'shop', WORKFLOW_SECRET: 'a secret of the tests that is long enough' };
    const { start, begun, finish, world } = await createServer({ env });
    const { runId } = await start('work');
    await begun;
    const content = { method: 'POST', route: '/.well-known/workflow/v1/flow', body: JSON.stringify({ runId }) };
    const signature = signContent(content, { secret: env.WORKFLOW_SECRET, nowMs: Date.now() });
    const headers = { 'x-workflow-signature': signature };
    const answer = handle(new Request(`${BASE}/flow`, { method: 'POST', body: content.body, headers }));
    expect(await isSettled(answer)).toBe(false);
    finish();
    expect((await answer).status).toBe(200);
    expect(await world.readRun(runId as RunId)).toMatchObject({ status: 'completed' });
  });

  it('and a request that sets nothing going does not', async () => {
    const promises = provideContext();
    await createServer();
    await handle(new Request(`${BASE}/webhook/unknown`, { method: 'POST' }));
    await handle(new Request(`${BASE}/flow`, { method: 'POST' }));
    await expect(resumeHook('unknown')).rejects.toThrow();
    expect(promises).toEqual([]);
  });
});

describe('a call of the cron', () => {
  const call = (authorization?: string, method = 'GET', route = 'flow'): Promise<Response> =>
    handle(new Request(`${BASE}/${route}`, { method, headers: authorization === undefined ? {} : { authorization } }));

  it('is answered when nothing is left to do', async () => {
    const { start, begun, finish } = await createServer({ env: { CRON_SECRET } });
    const run = await start('work');
    await begun;
    const answer = call(`Bearer ${CRON_SECRET}`);
    expect(await isSettled(answer)).toBe(false);
    finish();
    expect(await (await answer).json()).toEqual({ ok: true });
    expect(await run.status).toBe('completed');
  });

  it('is answered when the limit is over, whatever is left to do', async () => {
    const { start, begun } = await createServer({ env: { CRON_SECRET, WORKFLOW_AWAKE_LIMIT_MS: '1' } });
    await start('work');
    await begun;
    expect((await call(`Bearer ${CRON_SECRET}`)).status).toBe(200);
  });

  it.each([undefined, '', 'Bearer ', 'Bearer wrong', CRON_SECRET, `bearer ${CRON_SECRET}`])(
    'is refused with the header %j',
    async (authorization) => {
      await createServer({ env: { CRON_SECRET } });
      const response = await call(authorization);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: 'cron_secret_wrong' } });
    },
  );

  it('does not exist where there is no secret, and only on the flow route', async () => {
    await createServer();
    const without = await call('Bearer ');
    expect([without.status, without.headers.get('allow')]).toEqual([405, 'POST']);
    await createServer({ env: { CRON_SECRET } });
    const onStep = await call(`Bearer ${CRON_SECRET}`, 'GET', 'step');
    expect([onStep.status, onStep.headers.get('allow')]).toEqual([405, 'POST']);
    const put = await call(`Bearer ${CRON_SECRET}`, 'PUT');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});
