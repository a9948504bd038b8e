/** `streamText` of the AI SDK alone: what the calls of the model cost without anything durable. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type ModelMessage, stepCountIs, streamText, tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { OpenAgentSystem, TalkKind } from '../agent-system.ts';

const settings = { baseURL: process.env['MODEL_URL']!, apiKey: 'test-key', includeUsage: true };
const model = createOpenAICompatible({ name: 'scripted', ...settings })('scripted-model');

const add = tool({
  inputSchema: z.object({ one: z.number(), other: z.number() }),
  execute: async ({ one, other }) => one + other,
});

export const open: OpenAgentSystem = async () => ({
  async talk(kind: TalkKind, prompt, rounds) {
    const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
    if (kind === 'tools') return void (await answer(messages, rounds, { add }));
    for (let round = 0; round < rounds; round += 1)
      messages.push(...(await answer(messages, 1)), { role: 'user', content: 'Go on.' });
  },
  close: async () => {},
});

/** One answer, with its chunks made and thrown away. */
async function answer(messages: ModelMessage[], rounds: number, tools?: ToolSet): Promise<ModelMessage[]> {
  const result = streamText({ model, messages, stopWhen: stepCountIs(rounds), ...(tools && { tools }) });
  for await (const chunk of result.toUIMessageStream()) void chunk;
  return (await result.response).messages;
}
