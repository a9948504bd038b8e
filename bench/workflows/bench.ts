/**
 * The workflows that ours and Vercel's package run, each compiled by its own compiler from this one file.
 * `drivers/dbos.ts` has the same in that SDK's words.
 */
import { createHook, createWebhook, getWritable, sleep } from 'workflow';

/** Of `marks.ts`, which the process of the steps loads. */
declare const benchMarks: { add(): void; announce(url: string): void };

/** A no-op step: notes when it began, for the workloads in the same process, and returns a small value. */
async function mark(value: number): Promise<number> {
  'use step';
  benchMarks.add();
  return value;
}

export async function sequence(steps: number): Promise<number> {
  'use workflow';
  for (let i = 0; i < steps; i++) await mark(i);
  return steps;
}

export async function fanOut(steps: number): Promise<number> {
  'use workflow';
  const results = await Promise.all(Array.from({ length: steps }, (_, i) => mark(i)));
  return results.length;
}

export async function nap(): Promise<number> {
  'use workflow';
  await mark(0);
  await sleep('100ms');
  return mark(1);
}

export async function waitForHook(steps: number, token: string): Promise<number> {
  'use workflow';
  for (let i = 0; i < steps; i++) await mark(i);
  const payload = await createHook<number>({ token });
  return mark(payload);
}

async function announce(url: string): Promise<void> {
  'use step';
  benchMarks.announce(url);
}

export async function waitForCall(): Promise<number> {
  'use workflow';
  const webhook = createWebhook();
  await announce(webhook.url);
  await webhook;
  return mark(1);
}

const CHUNK = 'x'.repeat(100);

/** Writes chunks of 100 bytes as fast as the stream takes them. */
async function write(chunks: number): Promise<void> {
  'use step';
  const writer = getWritable<string>().getWriter();
  benchMarks.add();
  for (let i = 0; i < chunks; i++) await writer.write(CHUNK);
  await writer.close();
}

export async function publish(chunks: number): Promise<number> {
  'use workflow';
  await write(chunks);
  return chunks;
}
