/** Tools of every kind. */
import { createHook, sleep } from 'workflow';
import { z } from 'zod';
import { countTo, listen, note, tellOptions, waitAtGate } from './bench.ts';
import { failingTools } from './failing.ts';

const city = z.object({ city: z.string() });

async function lookUp({ city: name }: { city: string }) {
  'use step';
  return { city: name, degrees: 21 };
}

export const tools = {
  ...failingTools,
  weather: { description: 'The weather of a city', inputSchema: city, execute: lookUp },
  wait: { inputSchema: z.object({ gate: z.string() }), execute: waitAtGate },
  listen: { execute: listen },
  options: { execute: tellOptions },
  nap: {
    async execute() {
      await sleep(1);
      return 'rested';
    },
  },
  ask: {
    inputSchema: z.object({ token: z.string() }),
    async execute({ token }: { token: string }) {
      return await createHook<string>({ token });
    },
  },
  travel: {
    async execute() {
      const there = await lookUp({ city: 'Oslo' });
      return [there, await lookUp({ city: 'Rome' })].map(({ city: name }) => name).join(' and ');
    },
  },
  count: {
    inputSchema: z.object({ limit: z.number() }),
    async *execute({ limit }: { limit: number }) {
      const end = await countTo({ limit });
      for (let at = 1; at <= end; at += 1) yield `${at} of ${end}`;
    },
  },
  drip: {
    inputSchema: z.object({ gate: z.string() }),
    async *execute({ gate }: { gate: string }) {
      yield 'one drop';
      yield 'two drops';
      await waitAtGate({ gate });
      yield 'three drops';
      await note('dripped');
    },
  },
  shrug: { execute: () => undefined },
  picture: {
    execute: async () => ({ name: 'cat.png', bytes: 'AQID' }),
    toModelOutput: (given: any) => ({
      type: 'content',
      value: [{ type: 'text', text: `a picture, ${(given.output ?? given).name}` }],
    }),
  },
  listening: {
    inputSchema: city,
    onInputStart: async () => await note('start'),
    onInputDelta: async ({ inputTextDelta }: { inputTextDelta: string }) => await note(inputTextDelta),
    onInputAvailable: async ({ input }: { input: unknown }) => await note(input),
    execute: () => 'heard',
  },
  order: {
    inputSchema: z.object({
      id: z.string().transform(Number),
      amount: z
        .number()
        .default(1)
        .refine(async (amount) => await Promise.resolve(amount < 100), 'too many'),
    }),
    execute: async (input: unknown) => ({ ordered: input }),
  },
  /** The client executes it. */
  locate: { description: 'Where the user is', inputSchema: z.object({}) },
  dynamic: { type: 'dynamic' as const, inputSchema: city, execute: async () => 'dynamic' },
};
