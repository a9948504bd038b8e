import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const plain = async () => openai('plain');

async function chosen() {
  'use step';
  return openai('by a step');
}

function shared({ stepNumber }: { stepNumber: number }) {
  return { model: () => openai(`shared ${stepNumber}`) };
}

async function prepared({ stepNumber }: { stepNumber: number }) {
  'use step';
  return { model: `gateway/${stepNumber}` };
}

export async function answer(name: string) {
  'use workflow';
  const list = [
    new DurableAgent({
      prepareStep: ({ stepNumber }) => (stepNumber > 1 ? {} : { model: async () => openai(`${name} ${stepNumber}`) }),
    }),
    new DurableAgent({
      prepareStep({ stepNumber }) {
        if (stepNumber === 0) return { model: plain };
        if (stepNumber === 1) return { model: chosen };
        return { model: openai('instance') };
      },
    }),
    new DurableAgent({ prepareStep: shared }),
    new DurableAgent({ prepareStep: () => ({ model: 'gateway/text' }) }),
  ];
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  told.push(await list[3]!.stream({ prepareStep: ({ stepNumber }) => ({ model: () => openai(`of call ${stepNumber}`) }) }));
  return [told, typeof prepared];
}
