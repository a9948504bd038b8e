/** A development server under many edits. `EDITS=200` is about a day's work. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppClient } from '../app-client.ts';
import { DevelopedApp } from '../developed-app.ts';
import type { InstalledProject } from '../installed-project.ts';
import type { ServerProcess } from '../server-process.ts';
import { nitroSoak } from './nitro.ts';

const EDITS = Number(process.env['EDITS'] ?? 20);
const GREETING = 'workflows/greeting.ts';
const EDIT_LIMIT_MS = 20_000;
const LIMIT_MS = 300_000 + EDITS * EDIT_LIMIT_MS;
/** Edits before the first measurement, which fill caches and load modules on demand. */
const WARM_UP = 10;
/**
 * How many bytes one edit may leave behind: less than one build, which is 25,000 here. Node keeps some compiled code.
 */
const HEAP_PER_EDIT_BYTES = 16_000;
/** How many threads may come and go: fewer than 20 edits would leave behind if each left one. */
const THREADS_MAX = 12;

describe('a development server after many edits', { timeout: LIMIT_MS }, () => {
  let app: DevelopedApp;
  let project: InstalledProject;
  let server: ServerProcess;
  let client: AppClient;
  beforeAll(async () => {
    app = await DevelopedApp.start(nitroSoak);
    ({ project, server, client } = app);
  }, LIMIT_MS);
  afterAll(() => app?.end(), LIMIT_MS);

  /** Replaces a text of the workflow file that the greeting contains, and waits until it is live. */
  async function edit(from: RegExp, to: string): Promise<void> {
    const source = await project.read(GREETING);
    await project.write(GREETING, source.replace(from, to));
    const greeting = async (): Promise<string> =>
      await client.resultBetweenRestarts(await client.start('greet', 'Ann'));
    await expect.poll(greeting, { interval: 20 }).toContain(to);
  }

  const heapOfWorker = async (): Promise<number> => {
    const response = await fetch(`${server.url}/memory`);
    return ((await response.json()) as { heapBytes: number }).heapBytes;
  };

  /** Linux shows these facts of any process. */
  async function processFacts(): Promise<{ threads: number; megabytes: number }> {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    const read = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]);
    return { threads: read('Threads'), megabytes: Math.round(read('VmRSS') / 1_000) };
  }

  test('of a workflow keeps no replaced build in memory', async () => {
    const editOnce = (count: number) => edit(/\([^()]* edition\)/, `(${count}. edition)`);
    for (let count = 0; count < WARM_UP; count++) await editOnce(count);
    const before = await heapOfWorker();
    for (let count = WARM_UP; count < WARM_UP + EDITS; count++) await editOnce(count);
    const bytesPerEdit = ((await heapOfWorker()) - before) / EDITS;
    console.info(`${EDITS} edits of a workflow: ${Math.round(bytesPerEdit)} bytes of heap each`);
    expect(bytesPerEdit).toBeLessThan(HEAP_PER_EDIT_BYTES);
  });

  test.runIf(process.platform === 'linux')('of a step keeps no replaced worker', async () => {
    const before = await processFacts();
    for (let count = 0; count < EDITS; count++) await edit(/Hello( \d+)?/, `Hello ${count}`);
    const threads = async (): Promise<number> => (await processFacts()).threads;
    await expect.poll(threads).toBeLessThan(before.threads + THREADS_MAX);
    const after = await processFacts();
    console.info(`${EDITS} edits of a step: from ${before.megabytes} to ${after.megabytes} MB of the process`);
  });
});
