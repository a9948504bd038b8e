import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export async function answer(name: string) {
  'use workflow';
  const agent = new DurableAgent({
    model: () => openai(name),
    compaction: { maxInputTokens: 1000, model: () => openai(`${name}-mini`) },
  });
  return await agent.stream();
}
