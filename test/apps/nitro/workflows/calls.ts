import { createWebhook, type WebhookRequest } from 'workflow';
import { publish } from '../progress.ts';

export type Answering = 'default' | 'static' | 'manual';

/** Waits for one HTTP call and returns what it was. */
export async function receiveCalls(
  answering: Answering,
): Promise<{ method: string; header: string | null; body: string }> {
  'use workflow';
  const webhook = createWebhook(optionsFor(answering));
  await announce(webhook.url);
  const request = await webhook;
  if (answering === 'manual') await answer(request);
  return { method: request.method, header: request.headers.get('x-sender'), body: await request.text() };
}

function optionsFor(answering: Answering): Parameters<typeof createWebhook>[0] {
  if (answering === 'default') return {};
  return {
    respondWith:
      answering === 'manual' ? 'manual' : new Response('thank you', { status: 201, headers: { 'x-kind': 'static' } }),
  };
}

async function announce(url: string): Promise<void> {
  'use step';
  await publish(url);
}

async function answer(request: WebhookRequest): Promise<void> {
  'use step';
  await request.respondWith(Response.json({ answered: request.method }, { status: 203 }));
}
