import { openai, smoothStream } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const transforms = [smoothStream(1), smoothStream(2)];
const experimental_download = async () => `downloads with ${smoothStream(3)()}`;

export async function answer(delay: number) {
  'use workflow';
  const agent = new DurableAgent({
    model: openai('gpt-5'),
    experimental_transform: smoothStream(delay),
    experimental_download: async () => smoothStream()(),
  });
  const own = () => smoothStream(delay)();
  return [
    await agent.stream(),
    await agent.stream({ prompt: 'call', experimental_transform: smoothStream(4) }),
    await agent.stream({ prompt: 'list', experimental_transform: [smoothStream(5), smoothStream(delay), own] }),
    await agent.stream({ prompt: 'name', experimental_transform: transforms, experimental_download }),
    await agent.stream({
      prompt: 'function',
      experimental_transform: () => smoothStream(delay)(),
      experimental_download() {
        return smoothStream(7)();
      },
    }),
    await new DurableAgent({ model: 'openai/gpt-5' }).stream({ experimental_transform: own }),
    await (agent as typeof agent | null)?.stream({ experimental_transform: smoothStream(8) }),
  ];
}
