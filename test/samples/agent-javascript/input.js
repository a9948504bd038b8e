import { openai, smoothStream } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export async function answer(delay) {
  'use workflow';
  const agent = new DurableAgent({ model: () => openai(`of ${delay}`), tools: {} });
  const other = new DurableAgent({ model: openai('js') });
  return [await agent.stream({ experimental_transform: smoothStream(delay) }), await other.stream()];
}
