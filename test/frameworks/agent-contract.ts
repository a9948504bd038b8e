/**
 * Tests that every integration must pass for an application with an agent: the chat in `app/chat.ts`, with a scripted
 * model.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../agent/entries/testing.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { AppUnderTest } from './app-contract.ts';
import { ChatClient, textOf } from './chat-client.ts';

/** The model's answers by question. */
const SCRIPT = [
  {
    when: { prompt: 'What did it cost?', step: 0 },
    reply: { text: 'Let me see. ', toolCalls: [{ name: 'findOrder', input: { id: 7 } }] },
  },
  { when: { prompt: 'What did it cost?', step: 1 }, reply: 'It was 3 euros.' },
  { when: { prompt: 'Pay it back.', step: 0 }, reply: { toolCalls: [{ name: 'refund', input: { id: 7 } }] } },
  { when: { prompt: 'Pay it back.', step: 1 }, reply: 'You have it back.' },
  { when: { prompt: 'Take your time.' }, reply: { text: ['It will ', 'rain.'], holdAfter: 1 } },
];

/** In the working directory of the server, which Next's own server changes. */
const STORES = ['**/.workflow-data', '**/.next/standalone/.workflow-data'];

/** Defines tests of a running server. @param app Returns the server; called in tests only. */
export function describeAgents(app: () => AppUnderTest): void {
  let models: ModelServer;
  beforeAll(async () => {
    models = await startModelServer({ script: SCRIPT });
  });
  afterAll(async () => {
    expect(models.problems).toEqual([]);
    await models.close();
  });

  const chat = (): ChatClient => new ChatClient(app().client, models.openai.baseURL);

  test('an answer with a tool call arrives as chunks for the page, from start to finish', async () => {
    const answer = await chat().send('What did it cost?');
    const chunks = await answer.all();
    expect(chunks.at(0)).toMatchObject({ type: 'start' });
    expect(chunks).toContainEqual(
      expect.objectContaining({ type: 'tool-output-available', output: { id: 7, amount: 3 } }),
    );
    expect(chunks.at(-1)).toMatchObject({ type: 'finish' });
    expect(textOf(chunks)).toBe('Let me see. It was 3 euros.');
    expect(await app().client.result(answer.runId)).toBe('It was 3 euros.');
    expect(await app().client.effects(answer.runId)).toMatchObject([{ name: 'findOrder', attempt: 1 }]);
  });

  test('after a lost connection an answer continues with the next chunk while the model still writes', async () => {
    const answer = await chat().send('Take your time.');
    const before = await answer.until('text-delta');
    expect(textOf(before)).toBe('It will ');
    const resumed = await chat().resume(answer.runId, before.length);
    (await models.held()).release();
    const after = await resumed.all();
    expect(textOf(after)).toBe('rain.');
    expect(await (await chat().resume(answer.runId, 0)).all()).toEqual([...before, ...after]);
  });

  test('a tool call waits for its approval', async () => {
    const answer = await chat().send('Pay it back.');
    const asked = await answer.until('tool-approval-request');
    expect(await app().client.effects(answer.runId)).toEqual([]);
    expect(await chat().approve(answer.runId, asked.at(-1)!['approvalId'])).toMatchObject({ status: 202 });
    const rest = await (await chat().resume(answer.runId, asked.length)).until('finish');
    expect(rest).toContainEqual(
      expect.objectContaining({ type: 'tool-output-available', output: 'Order 7 is paid back.' }),
    );
    expect(textOf(rest)).toBe('You have it back.');
    expect(await app().client.effects(answer.runId)).toMatchObject([{ name: 'refund', attempt: 1 }]);
  });

  test('the replayed code contains nothing of the AI SDK and the provider', async () => {
    const { runId } = await chat().send('What did it cost?');
    await app().client.result(runId);
    const packages = await listBundledPackages(app().dir, runId as RunId);
    expect(packages).toContain('zod');
    expect(packages.filter((name) => name === 'ai' || name.startsWith('@ai-sdk/'))).toEqual([]);
  });
}

/** The packages in the stored workflow bundle of a run. */
async function listBundledPackages(dir: string, runId: RunId): Promise<string[]> {
  const [dataDir] = globSync(STORES, { cwd: dir, exclude: ['**/node_modules/**'] });
  const world = await createWorld({ kind: 'sqlite', dataDir: join(dir, dataDir!) });
  await world.open();
  try {
    const { buildId } = (await world.readRun(runId))!;
    const { map } = (await world.loadBundle(buildId!))!;
    const { sources } = JSON.parse(map!) as { sources: string[] };
    return sources.flatMap((source) => /.*\/?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  } finally {
    await world.close();
  }
}
