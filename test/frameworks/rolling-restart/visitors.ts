/** Visitors of the application: each does the same again and again, and checks that nothing was lost or doubled. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AppClient } from '../app-client.ts';
import { readEvents } from './read-events.ts';

type Visit = (client: AppClient) => Promise<void>;

const STAGES = 5;
const NUMBERS = 12;
const NUMBER_PAUSE_MS = 60;

/** Waits for a result, while steps of the run are under way. */
async function travel(client: AppClient): Promise<void> {
  const runId = await client.start('travel', STAGES);
  expect(['pending', 'running', 'completed']).toContain(await client.status(runId));
  expect(await client.result(runId)).toBe((STAGES * (STAGES + 1)) / 2);
  const effects = (await client.effects(runId)).map(({ name, attempt }) => `${name} #${attempt}`);
  expect(effects).toEqual(Array.from({ length: STAGES }, (_, index) => `${index + 1} #1`));
}

/** Reads a stream, and connects again with the id of the last event whenever the response ends before the stream. */
async function readNumbers(client: AppClient): Promise<void> {
  const runId = await client.start('countTo', NUMBERS, NUMBER_PAUSE_MS);
  const chunks: [number, unknown][] = [];
  for (let isOver = false; !isOver;) {
    const last = chunks.at(-1);
    for await (const { id, event, data } of readEvents(await client.events(runId, last?.[0]))) {
      if (event === 'end') isOver = true;
      else chunks.push([Number(id), JSON.parse(data)]);
    }
  }
  expect(chunks).toEqual(Array.from({ length: NUMBERS }, (_, index) => [index, String(index + 1)]));
}

async function approve(client: AppClient): Promise<void> {
  const token = randomUUID();
  const runId = await client.start('askForApproval', token);
  await untilPublished(client, runId);
  const result = client.result(runId);
  await client.resumeHook(token, 'first');
  await client.resumeHook(token, 'second');
  expect(await result).toEqual(['first', 'second']);
}

async function callWebhook(client: AppClient): Promise<void> {
  const runId = await client.start('receiveCalls', 'default');
  const url = await untilPublished(client, runId);
  const { status } = await fetch(url, { method: 'POST', headers: { 'x-sender': 'bank' }, body: 'paid' });
  expect(status).toBe(202);
  expect(await client.result(runId)).toEqual({ method: 'POST', header: 'bank', body: btoa('paid') });
}

/** The first chunk of a run. */
async function untilPublished(client: AppClient, runId: string): Promise<string> {
  for (;;) {
    for await (const { event, data } of readEvents(await client.events(runId))) {
      if (event !== 'end') return JSON.parse(data) as string;
    }
  }
}

const VISITS: Visit[] = [travel, readNumbers, approve, callWebhook];

/** Visitors of every kind, who come again until they are told to leave. */
export class Visitors {
  readonly #stopped = new AbortController();
  readonly #gone: Promise<number[]>;

  constructor(client: AppClient) {
    this.#gone = Promise.all(VISITS.map((visit) => this.#repeat(() => visit(client))));
    // Whoever waits for it hears of it.
    this.#gone.catch(() => {});
  }

  /** Lets everybody finish. Resolves to how often each kind came; rejects when something was lost or doubled. */
  async leave(): Promise<number[]> {
    this.#stopped.abort();
    return await this.#gone;
  }

  async #repeat(visit: () => Promise<void>): Promise<number> {
    for (let times = 1; ; times++) {
      await visit();
      if (this.#stopped.signal.aborted) return times;
    }
  }
}
