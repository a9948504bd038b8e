import { createOpenAI } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const openai = createOpenAI({ apiKey: process.env['KEY'] ?? 'secret' });

export const support = new DurableAgent({ model: openai('support') });

export function createAgent(id: string) {
  return new DurableAgent({ model: openai(id) });
}
