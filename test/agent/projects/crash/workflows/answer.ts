/** An agent whose process ends while it works. Everything outside is in the process of the test. */
import { getWritable, sleep } from 'workflow';
import { DurableAgent, stepCountIs, type ToolCallOptions } from 'workflow/agent';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';

const model = () =>
  createOpenAICompatible({
    name: 'scripted',
    baseURL: `${process.env['MODEL_URL']}/v1`,
    apiKey: 'test-key',
    includeUsage: true,
  })('scripted-model');

const PLACE = z.object({ place: z.string() });

async function useService(action: string, key: string): Promise<void> {
  const answer = await fetch(`${process.env['SERVICE_URL']}/${action}`, { method: 'POST', body: key });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
}

async function look({ place }: { place: string }, { idempotencyKey }: ToolCallOptions) {
  'use step';
  await useService('begin', idempotencyKey);
  await useService('effect', idempotencyKey);
  return { place, degrees: 21 };
}

async function refund(_input: object, { idempotencyKey }: ToolCallOptions) {
  'use step';
  await useService('effect', idempotencyKey);
  return 'refunded';
}

export async function answer(question: string) {
  'use workflow';
  const agent = new DurableAgent({
    model: () => model(),
    tools: {
      look: { inputSchema: PLACE, execute: look },
      refund: { inputSchema: z.object({}), needsApproval: true, execute: refund },
      nap: {
        inputSchema: z.object({}),
        async execute() {
          await sleep(5);
          return 'rested';
        },
      },
    },
  });
  const { text, messages, steps, totalUsage } = await agent.stream({
    messages: [{ role: 'user', content: question }],
    writable: getWritable(),
    stopWhen: stepCountIs(9),
  });
  return { text, messages, steps: steps.length, totalUsage };
}
