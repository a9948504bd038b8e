/** Talks with a model that answers at once. The peer's package runs this file, too, with its own `DurableAgent`. */
import { getWritable } from 'workflow';
import { DurableAgent } from 'workflow/agent';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelMessage } from 'ai';
import { z } from 'zod';

// One for all calls, as applications have it: to make one takes longer than to call it.
const settings = { baseURL: process.env['MODEL_URL']!, apiKey: 'test-key', includeUsage: true };
const scripted = createOpenAICompatible({ name: 'scripted', ...settings })('scripted-model');

// The peer calls it within its step.
async function model() {
  'use step';
  return scripted;
}

async function add({ one, other }: { one: number; other: number }): Promise<number> {
  'use step';
  return one + other;
}

/** One answer, in which the model calls a step in each round but the last. */
export async function tools(prompt: string, rounds: number): Promise<number> {
  'use workflow';
  const agent = new DurableAgent({
    model,
    tools: { add: { inputSchema: z.object({ one: z.number(), other: z.number() }), execute: add } },
  });
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  const { steps } = await agent.stream({ messages, writable: getWritable(), maxSteps: rounds });
  return steps.length;
}

/** As many answers as there are rounds, without tools. */
export async function answers(prompt: string, rounds: number): Promise<number> {
  'use workflow';
  const agent = new DurableAgent({ model });
  let messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  for (let round = 0; round < rounds; round += 1) {
    const answer = await agent.stream({ messages, writable: getWritable(), preventClose: true });
    messages = [...answer.messages, { role: 'user', content: 'Go on.' }];
  }
  return rounds;
}
