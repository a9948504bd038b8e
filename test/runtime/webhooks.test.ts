import { describe, expect, it } from 'vitest';
import { resumeHook, resumeWebhook } from '../../runtime/entries/api.ts';
import { createHandler } from '../../runtime/entries/runtime.ts';
import type { WebhookRequest } from '../../runtime/entries/workflow.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';
import type { TestCode } from './build-from-functions.ts';

const handle = createHandler();

/** Starts a run of `main` and gives the address of its webhook. */
async function openWebhook(
  code: TestCode,
  options?: HarnessOptions,
): Promise<{ url: string; run: Awaited<ReturnType<Harness['start']>> } & Pick<Harness, 'untilEvent' | 'world'>> {
  const { start, untilEvent, runtime, world } = await createHarness(code, options);
  const run = await start('main');
  const created = (await untilEvent(run, 'hook_created')).find(
    (event) => event.type === 'hook_created' && event.webhook,
  );
  if (created?.type !== 'hook_created') throw new Error('the run opened no webhook');
  return { run, untilEvent, world, url: `${runtime.baseUrl}/.well-known/workflow/v1/webhook/${created.token}` };
}

describe('a webhook', () => {
  it('has an address on the public base address of the server', async () => {
    const { run, url } = await openWebhook(
      { workflows: { main: async ({ createWebhook }) => (createWebhook() as { url: string }).url } },
      { env: { WORKFLOW_BASE_URL: 'https://shop.example/' } },
    ).catch(() => ({ run: null, url: '' }));
    expect(run).not.toBeNull();
    await expect(run!.returnValue).resolves.toBe(url);
    expect(url).toMatch(/^https:\/\/shop\.example\/\.well-known\/workflow\/v1\/webhook\/[\w-]{22,}$/);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'])('takes %s and gives the workflow the request', async (method) => {
    const { run, url } = await openWebhook({
      workflows: {
        main: async ({ createWebhook }) => {
          const request = await createWebhook();
          return [request.method, request.url, request.headers.get('x-kind'), await request.text()];
        },
      },
    });
    const body = method === 'GET' ? null : 'grüße';
    const response = await handle(new Request(`${url}?a=1`, { method, body, headers: { 'x-kind': 'test' } }));
    expect([response.status, await response.text()]).toEqual([202, '']);
    await expect(run.returnValue).resolves.toEqual([method, `${url}?a=1`, 'test', body ?? '']);
  });

  it('passes bodies byte for byte, also on to a step', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256);
    const { run, url } = await openWebhook({
      workflows: { main: async ({ createWebhook, step }) => await step('read')(await createWebhook()) },
      steps: { read: async (request: Request) => new Uint8Array(await request.arrayBuffer()) },
    });
    await handle(new Request(url, { method: 'POST', body: bytes }));
    await expect(run.returnValue).resolves.toEqual(bytes);
  });

  it('answers with the response it was made with', async () => {
    const { run, url } = await openWebhook({
      workflows: {
        main: async ({ createWebhook, globals }) => {
          await createWebhook({
            respondWith: new globals.Response('thanks', { status: 201, headers: { 'x-from': 'workflow' } }),
          });
        },
      },
    });
    const response = await handle(new Request(url, { method: 'POST' }));
    expect([response.status, response.headers.get('x-from'), await response.text()]).toEqual([
      201,
      'workflow',
      'thanks',
    ]);
    await run.returnValue;
  });

  it.each<[string, TestCode]>([
    [
      'workflow',
      {
        workflows: {
          main: async ({ createWebhook, globals }) => {
            const request = await createWebhook({ respondWith: 'manual' });
            const name = await request.text();
            await request.respondWith(globals.Response.json({ hello: name }, { status: 203 }));
            return 'answered';
          },
        },
      },
    ],
    [
      'step',
      {
        workflows: {
          main: async ({ createWebhook, step }) => await step('answer')(await createWebhook({ respondWith: 'manual' })),
        },
        steps: {
          answer: async (request: WebhookRequest) => {
            const name = await request.text();
            await request.respondWith(Response.json({ hello: name }, { status: 203 }));
            return 'answered';
          },
        },
      },
    ],
  ])('lets the caller wait for what a %s answers', async (_, code) => {
    const { run, url } = await openWebhook(code);
    const response = await handle(new Request(url, { method: 'POST', body: 'world' }));
    expect([response.status, await response.json()]).toEqual([203, { hello: 'world' }]);
    await expect(run.returnValue).resolves.toBe('answered');
  });

  it('gives up waiting for an answer after the limit, with 504, and the payload stays delivered', async () => {
    const { run, url } = await openWebhook(
      {
        workflows: {
          main: async ({ createWebhook, createHook }) => {
            const request = await createWebhook({ respondWith: 'manual' });
            await createHook({ token: 'end' });
            return await request.text();
          },
        },
      },
      { env: { WORKFLOW_REPLY_LIMIT_MS: '30' } },
    );
    expect((await handle(new Request(url, { method: 'POST', body: 'kept' }))).status).toBe(504);
    await run.cancel();
    await expect(run.returnValue).rejects.toMatchObject({ code: 'run_cancelled' });
  });

  it('stops waiting for an answer when the caller has gone, and the payload stays delivered', async () => {
    const { run, url, untilEvent, world } = await openWebhook({
      workflows: {
        main: async ({ createWebhook, createHook }) => {
          const request = await createWebhook({ respondWith: 'manual' });
          await createHook({ token: 'received' });
          return await request.text();
        },
      },
    });
    const waiting = Promise.withResolvers<void>();
    const { readChunks } = world;
    world.readChunks = (...args) => {
      waiting.resolve();
      return readChunks.apply(world, args);
    };
    const caller = new AbortController();
    const answer = handle(new Request(url, { method: 'POST', body: 'kept', signal: caller.signal }));
    await waiting.promise;
    caller.abort();
    expect((await answer).status).toBe(504);
    await untilEvent(run, 'hook_received');
    await resumeHook('received', null);
    await expect(run.returnValue).resolves.toBe('kept');
  });

  it('answers also on hosts that abort the signal of a request when its body was read', async () => {
    const { url } = await openWebhook({
      workflows: {
        main: async ({ createWebhook, globals }) => {
          const request = await createWebhook({ respondWith: 'manual' });
          await request.respondWith(new globals.Response('here'));
        },
      },
    });
    const request = new Request(url, { method: 'POST', body: 'kept', signal: AbortSignal.abort() });
    expect(await (await handle(request)).text()).toBe('here');
  });

  it('says so when respondWith() is called although nobody waits', async () => {
    const { run, url } = await openWebhook({
      workflows: {
        main: async ({ createWebhook, globals }) => {
          const request = await createWebhook();
          await request.respondWith(new globals.Response('late'));
        },
      },
    });
    await handle(new Request(url, { method: 'POST' }));
    await expect(run.returnValue).rejects.toThrow(/not manual/);
  });

  it('can be resumed by the server itself', async () => {
    const { run, url } = await openWebhook({
      workflows: { main: async ({ createWebhook }) => await (await createWebhook()).text() },
    });
    const response = await resumeWebhook(url.split('/').at(-1)!, new Request(url, { method: 'POST', body: 'inside' }));
    expect(response.status).toBe(202);
    await expect(run.returnValue).resolves.toBe('inside');
    await expect(resumeWebhook('nobody', new Request(url))).rejects.toMatchObject({ code: 'hook_not_found' });
  });

  it('refuses a body over the limit, and nothing is delivered', async () => {
    const { run, url } = await openWebhook({
      workflows: { main: async ({ createWebhook }) => await (await createWebhook()).text() },
    });
    const tooLarge = new Uint8Array(16 * 1024 * 1024 + 1);
    const refused = await handle(new Request(url, { method: 'POST', body: tooLarge }));
    expect([refused.status, (await refused.json()).error.code]).toEqual([413, 'request_too_large']);
    await handle(new Request(url, { method: 'POST', body: 'small' }));
    await expect(run.returnValue).resolves.toBe('small');
  });

  it('is not found with an unknown token, the token of a plain hook, or after it was used up', async () => {
    const { run, url } = await openWebhook({
      workflows: {
        main: async ({ createWebhook, createHook }) => {
          createHook({ token: 'plain' });
          await createWebhook();
        },
      },
    });
    const base = url.slice(0, url.lastIndexOf('/'));
    const post = async (address: string) => {
      const response = await handle(new Request(address, { method: 'POST', body: 'x' }));
      return [response.status, await response.text()];
    };
    await expect(post(`${base}/unknown`)).resolves.toEqual([404, '']);
    await expect(post(`${base}/plain`)).resolves.toEqual([404, '']);
    await expect(post(`${base}/%E0%A4%A`)).resolves.toEqual([404, '']);
    await post(url);
    await run.returnValue;
    await expect(post(url)).resolves.toEqual([404, '']);
  });
});
