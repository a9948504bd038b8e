import { createWebhook, type WebhookRequest } from 'workflow';
import { publish } from '../progress.ts';

export type Answering = 'default' | 'static' | 'manual';

export interface Call {
  method: string;
  /** The header `x-sender`. */
  header: string | null;
  /** Its bytes, in base64. */
  body: string;
}

/** Waits for one HTTP call and returns what it was. */
export async function receiveCalls(answering: Answering): Promise<Call> {
  'use workflow';
  const webhook = createWebhook(optionsFor(answering));
  await announce(webhook.url);
  const request = await webhook;
  if (answering === 'manual') await answer(request);
  const bytes = new Uint8Array(await request.arrayBuffer());
  const body = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { method: request.method, header: request.headers.get('x-sender'), body };
}

function optionsFor(answering: Answering): Parameters<typeof createWebhook>[0] {
  if (answering === 'default') return {};
  if (answering === 'manual') return { respondWith: 'manual' };
  const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  return { respondWith: new Response(body, { status: 201, headers: { 'x-kind': 'static' } }) };
}

async function announce(url: string): Promise<void> {
  'use step';
  await publish(url);
}

async function answer(request: WebhookRequest): Promise<void> {
  'use step';
  const body = new Uint8Array(await request.arrayBuffer()).toReversed();
  await request.respondWith(new Response(body, { status: 203, headers: { 'x-answered': request.method } }));
}
