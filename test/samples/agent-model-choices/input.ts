import { type Model, openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const models: Record<string, Model> = { given: openai('one of them') };
const isFast = process.env['FAST'] === 'yes';

export async function answer(options: { model?: string; isCheap: boolean }) {
  'use workflow';
  const list = [
    new DurableAgent({ model: options.isCheap ? openai('cheap') : 'openai/best' }),
    new DurableAgent({ model: options.model ?? openai('default') }),
    new DurableAgent({ model: (options.isCheap && openai('and')) || (() => openai('or')) }),
    new DurableAgent({ model: isFast ? openai('fast') : openai('slow') }),
    new DurableAgent({ model: isFast ? 'fast' : 'slow' }),
    new DurableAgent({ model: models[options.model ?? ''] ?? openai('none of them') }),
    new DurableAgent({ model: models[options.model ?? ''] ? openai('known') : 'unknown' }),
    new DurableAgent({ model: options.isCheap ? await Promise.resolve('awaited') : openai('dear') }),
  ];
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  return told;
}
