/** Senders that send again, because they got no answer. */
import { describe, expect, it } from 'vitest';
import { resumeHook, resumeWebhook } from '../../runtime/entries/api.ts';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { defineHook, type WebhookRequest } from '../../runtime/entries/workflow.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';

const handle = createHandler();

const code: TestCode = {
  workflows: {
    collect: async ({ createHook }, token: string, count: number) => {
      const seen: unknown[] = [];
      for await (const payload of createHook({ token })) if (seen.push(payload) === count) return seen;
    },
    thank: async ({ createWebhook }) => {
      const request = await createWebhook({ respondWith: new Response('thanks', { status: 201 }) });
      return await request.text();
    },
    accept: async ({ createWebhook }) => await (await createWebhook()).text(),
    answer: async ({ createWebhook, step }) => {
      let count = 0;
      for await (const request of createWebhook({ respondWith: 'manual' })) await step('answer')(request, ++count);
    },
  },
  steps: {
    answer: async (request: WebhookRequest, count: number) => {
      await request.respondWith(new Response(`answer ${count} to ${await request.text()}`));
    },
  },
};

/** A function that posts to the webhook of a new run. */
async function openWebhook({ start, untilEvent, runtime }: Harness, workflow: string) {
  const run = await start(workflow);
  const created = (await untilEvent(run, 'hook_created')).find(({ type }) => type === 'hook_created');
  const { token } = created as { token: string };
  const url = `${runtime.baseUrl}/.well-known/workflow/v1/webhook/${token}`;
  const post = async (body: string, headers: Record<string, string>, query = ''): Promise<[number, string]> => {
    const response = await handle(new Request(url + query, { method: 'POST', body, headers }));
    return [response.status, await response.text()];
  };
  return { run, token, post };
}

describe('a payload with an id', () => {
  it('is delivered once, however often and from however many senders it comes at the same time', async () => {
    const { start } = await createHarness(code);
    const run = await start('collect', 'in', 2);
    const sent = await Promise.all(Array.from({ length: 20 }, () => resumeHook('in', { paid: 10 }, { id: 'evt_1' })));
    expect(new Set(sent.map(({ runId }) => runId))).toEqual(new Set([run.runId]));
    await resumeHook('in', { paid: 10 }, { id: 'evt_2' });
    await expect(run.returnValue).resolves.toEqual([{ paid: 10 }, { paid: 10 }]);
  });

  it('is answered as the first time after its run has ended, and while another run has the token', async () => {
    const { start } = await createHarness(code);
    const run = await start('collect', 'in', 1);
    await resumeHook('in', 1, { id: 'a' });
    await run.returnValue;
    await expect(resumeHook('in', 1, { id: 'a' })).resolves.toEqual({ runId: run.runId });
    await expect(resumeHook('in', 1, { id: 'b' })).rejects.toMatchObject({ code: 'hook_not_found' });
    const next = await start('collect', 'in', 1);
    await expect(resumeHook('in', 1, { id: 'a' })).resolves.toEqual({ runId: run.runId });
    await expect(defineHook().resume('in', 2, { id: 'c' })).resolves.toEqual({ runId: next.runId });
    await expect(next.returnValue).resolves.toEqual([2]);
  });

  it('is refused when its id came with another payload, and the run gets nothing of it', async () => {
    const { start } = await createHarness(code);
    const run = await start('collect', 'in', 2);
    await resumeHook('in', 1, { id: 'a' });
    await expect(resumeHook('in', 2, { id: 'a' })).rejects.toMatchObject({
      code: 'hook_id_reused',
      message: expect.stringContaining(
        `The id "a" belongs to another payload, which was delivered to the run "${run.runId}"`,
      ),
    });
    await resumeHook('in', 3);
    await expect(run.returnValue).resolves.toEqual([1, 3]);
  });

  it.each([
    ['', '0 characters'],
    ['x'.repeat(256), '256 characters'],
    [7 as never, 'number'],
    [null as never, 'object'],
  ])('is refused when the id cannot be one', async (id, found) => {
    await createHarness(code);
    await expect(resumeHook('in', 1, { id })).rejects.toMatchObject({
      code: 'hook_id_invalid',
      message: expect.stringContaining(found),
    });
  });
});

describe('a call of a webhook with an Idempotency-Key', () => {
  it('gets the fixed answer of the webhook again, and the run gets the call once', async () => {
    const { run, post } = await openWebhook(await createHarness(code), 'thank');
    const answers = await Promise.all(
      [1, 2, 3].map((n) => post('paid', { 'Idempotency-Key': '"k"', date: String(n) })),
    );
    expect(answers).toEqual(Array.from({ length: 3 }, () => [201, 'thanks']));
    await expect(run.returnValue).resolves.toBe('paid');
    await expect(post('paid', { 'idempotency-key': 'k' })).resolves.toEqual([201, 'thanks']);
    await expect(post('paid', { 'idempotency-key': 'other' })).resolves.toEqual([404, '']);
  });

  it('gets an empty 202 again', async () => {
    const { run, post, token } = await openWebhook(await createHarness(code), 'accept');
    await expect(post('paid', { 'idempotency-key': 'k' })).resolves.toEqual([202, '']);
    await expect(run.returnValue).resolves.toBe('paid');
    await expect(post('paid', { 'idempotency-key': 'k' })).resolves.toEqual([202, '']);
    const request = (id: string) =>
      new Request('http://localhost/any', { method: 'POST', body: 'paid', headers: { 'idempotency-key': id } });
    expect((await resumeWebhook(token, request('k'))).status).toBe(202);
    await expect(resumeWebhook(token, request('other'))).rejects.toMatchObject({ code: 'hook_not_found' });
  });

  it('gets the answer that the workflow gave to the first call', async () => {
    const { run, post } = await openWebhook(await createHarness(code), 'answer');
    const answers = await Promise.all([1, 2, 3].map(() => post('a', { 'idempotency-key': 'k' })));
    expect(answers).toEqual(Array.from({ length: 3 }, () => [200, 'answer 1 to a']));
    await expect(post('a', { 'idempotency-key': 'l' })).resolves.toEqual([200, 'answer 2 to a']);
    await expect(post('a', { 'idempotency-key': 'k' })).resolves.toEqual([200, 'answer 1 to a']);
    await run.cancel();
    await expect(run.returnValue).rejects.toMatchObject({ code: 'run_cancelled' });
    await expect(post('a', { 'idempotency-key': 'l' })).resolves.toEqual([200, 'answer 2 to a']);
    await expect(post('a', { 'idempotency-key': 'm' })).resolves.toEqual([404, '']);
  });

  it('is refused with 422 when body, query or method differ, and with 400 when the key cannot be one', async () => {
    const { post } = await openWebhook(await createHarness(code), 'answer');
    await post('a', { 'idempotency-key': 'k' });
    for (const again of [post('b', { 'idempotency-key': 'k' }), post('a', { 'idempotency-key': 'k' }, '?b')]) {
      const [status, body] = await again;
      expect([status, JSON.parse(body)]).toMatchObject([422, { error: { code: 'hook_id_reused' } }]);
    }
    const [status, body] = await post('a', { 'idempotency-key': 'x'.repeat(256) });
    expect([status, JSON.parse(body)]).toMatchObject([400, { error: { code: 'hook_id_invalid' } }]);
  });
});
