import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export async function answer() {
  'use workflow';
  let count = 0;
  const agent = new DurableAgent({
    model: () => openai(`${(count += 1)}`),
    experimental_transform: () => {
      count++;
    },
  });
  const add = () => (count += 1);
  await agent.stream({ experimental_transform: add, experimental_download: [() => add()] });
}
