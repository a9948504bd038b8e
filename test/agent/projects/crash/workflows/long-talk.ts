/** An agent with a long prompt that works for long. */
import { getWritable } from 'workflow';
import { DurableAgent, stepCountIs } from 'workflow/agent';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelMessage } from 'ai';
import { z } from 'zod';

const model = () =>
  createOpenAICompatible({
    name: 'scripted',
    baseURL: `${process.env['MODEL_URL']}/v1`,
    apiKey: 'test-key',
    includeUsage: true,
  })('scripted-model');

async function add({ one, other }: { one: number; other: number }) {
  'use step';
  return one + other;
}

/** The topic of a talk, read where it is kept. */
async function readPrompt(length: number) {
  'use step';
  return 'All that the agent has to know. '.repeat(length / 32);
}

export async function longTalk({ place, length }: { place: 'system' | 'messages'; length: number }) {
  'use workflow';
  const prompt = await readPrompt(length);
  const agent = new DurableAgent({
    model: () => model(),
    tools: { add: { inputSchema: z.object({ one: z.number(), other: z.number() }), execute: add } },
    ...(place === 'system' && { system: prompt }),
  });
  const content = place === 'messages' ? prompt : 'Begin.';
  const { steps } = await agent.stream({
    messages: [{ role: 'user', content }],
    writable: getWritable(),
    stopWhen: stepCountIs(99),
  });
  return steps.length;
}

/** The same as a chat of many answers. */
export async function longChat({ length, answers }: { length: number; answers: number }) {
  'use workflow';
  const agent = new DurableAgent({ model: () => model(), system: await readPrompt(length) });
  let messages: ModelMessage[] = [{ role: 'user', content: await readPrompt(length) }];
  for (let answer = 0; answer < answers; answer += 1) {
    const answered = await agent.stream({ messages, writable: getWritable(), preventClose: true });
    messages = [...answered.messages, { role: 'user', content: `Go on with ${answer}.` }];
  }
  return answers;
}
