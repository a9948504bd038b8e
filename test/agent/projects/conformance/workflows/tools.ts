import { sleep } from 'workflow';
import { z } from 'zod';

async function lookUp({ city }: { city: string }) {
  'use step';
  return { city, degrees: 21 };
}

export const tools = {
  weather: {
    description: 'The weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: lookUp,
  },
  nap: {
    description: 'Sleeps',
    inputSchema: z.object({ ms: z.number() }),
    async execute({ ms }: { ms: number }) {
      await sleep(ms);
      return `slept ${ms}`;
    },
  },
};
