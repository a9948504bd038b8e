import { createOpenAI } from '@ai-sdk/openai';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelCall, ModelOutcome } from '../../agent/contract/model-call.ts';
import { runModelCall } from '../../agent/model/run-model-call.ts';
import { startModelServer, type ModelServer } from '../../agent/testing/model-server.ts';
import type { Script } from '../../agent/testing/script.ts';
import type { Run } from '../../runtime/api/run.ts';
import { getStepMetadata } from '../../runtime/steps/step-functions.ts';
import { gatherWrites, readWritten, restartWriting } from '../../runtime/steps/written-chunks.ts';
import { createHarness, type Harness } from './harness.ts';
import type { Toolbox } from './build-from-functions.ts';

type Chunk = { type: string; delta?: string };

async function prepare(script: Script): Promise<{ harness: Harness; models: ModelServer }> {
  const models = await startModelServer({ script });
  onTestFinished(() => models.close());
  const ask = async (writable: ModelCall['writable']): Promise<ModelOutcome> => {
    const { attempt, stepId, signal } = getStepMetadata();
    const call: ModelCall = {
      model: createOpenAI(models.openai).chat('test-model'),
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [],
      settings: {},
      writable,
      stepNumber: 0,
      includeRawChunks: false,
      sendReasoning: true,
      sendSources: false,
      maxRetries: 2,
      retryDelayMs: 1,
      timeouts: {},
    };
    return await runModelCall(call, {
      loadSdk: () => import('ai'),
      streams: { gatherWrites, readWritten, restartWriting },
      attempt,
      stepId,
      signal,
      environment: {},
      now: () => Date.now(),
    });
  };
  ask.maxRetries = 2;
  const chat = async ({ step, getWritable }: Toolbox): Promise<unknown> => await step('ask')(getWritable());
  const harness = await createHarness({ workflows: { chat }, steps: { ask } });
  return { harness, models };
}

async function read(run: Run): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of run.getReadable<Chunk>()) chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: readonly Chunk[]): string =>
  chunks.reduce((text, { type, delta }) => (type === 'data-workflow-reset' ? '' : text + (delta ?? '')), '');

test('after connections that broke, the answer is stored and shown once', async () => {
  const { harness, models } = await prepare([
    { text: ['It ', 'is ', 'sunny.'], dieAfter: 2 },
    { text: ['It is ', 'sun', 'ny.'], dieAfter: 2 },
    { text: ['It is sunny.'] },
  ]);
  const run = await harness.start('chat');
  const live = read(run);
  const outcome = (await run.returnValue) as ModelOutcome;
  expect(outcome.messages).toMatchObject([{ content: [{ text: 'It is sunny.' }] }]);
  expect(outcome.response.timestamp).toBeInstanceOf(Date);
  expect(models.requests).toHaveLength(3);
  const stored = await read(run);
  expect(stored.map(({ type }) => type).filter((type) => type !== 'text-delta')).toEqual([
    'start-step',
    'text-start',
    'text-end',
  ]);
  expect(textOf(stored)).toBe('It is sunny.');
  expect(await live).toEqual(stored);
});

test('when the second answer differs, late readers see it alone', async () => {
  const { harness } = await prepare([{ text: ['It ', 'is ', 'sunny.'], dieAfter: 3 }, { text: ['It ', 'rains.'] }]);
  const run = await harness.start('chat');
  const live = read(run);
  await run.returnValue;
  const stored = await read(run);
  expect(stored[0]!.type).toBe('data-workflow-reset');
  expect(textOf(stored)).toBe('It rains.');
  expect(textOf(await live)).toBe('It rains.');
});

test('when all attempts fail, the error has what it takes to decide, and the text stays', async () => {
  const { harness, models } = await prepare([
    { text: ['It ', 'is '], dieAfter: 2 },
    { status: 503, repeat: 2 },
  ]);
  const run = await harness.start('chat');
  const live = read(run);
  await expect(run.returnValue).rejects.toMatchObject({
    cause: { name: 'AgentModelError', code: 'agent_model_unavailable', statusCode: 503, isRetryable: true },
  });
  expect(models.requests).toHaveLength(3);
  const stored = await read(run);
  expect(textOf(stored)).toContain('It ');
  expect(await live).toEqual(stored);
});

test('a refused request is made once', async () => {
  const { harness, models } = await prepare([{ status: 400, error: 'No.' }]);
  const run = await harness.start('chat');
  await expect(run.returnValue).rejects.toMatchObject({ cause: { code: 'agent_model_refused', statusCode: 400 } });
  expect(models.requests).toHaveLength(1);
});
