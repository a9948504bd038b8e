/** Tools with every field that the AI SDK's own `tool()` has, and the forms of answers. */
import * as ai from 'ai';
import { dynamicTool, jsonSchema, tool } from 'ai';
import { z } from 'zod';

const place = z.object({
  city: z.string().describe('In English'),
  at: z.object({ lat: z.number(), long: z.number() }).optional(),
  days: z.array(z.object({ name: z.enum(['monday', 'sunday']) })).optional(),
  notes: z.record(z.string(), z.object({ text: z.string() })).optional(),
});

const cacheControl = { anthropic: { cacheControl: { type: 'ephemeral' } } };

// Each version of the AI SDK knows other fields.
const fields: object = {
  title: 'Weather',
  strict: true,
  metadata: { source: 'met' },
  inputExamples: [{ input: { city: 'Oslo' } }],
  providerOptions: cacheControl,
};

const withUnion = z.looseObject({ a: z.union([z.object({ b: z.null() }), z.string()]) });
/** Version 5 leaves objects in unions open, which OpenAI refuses under `strict`, and outputs have no names there. */
const isNewerThan5 = 'ToolLoopAgent' in ai;

export const tools = {
  weather: tool({
    ...fields,
    description: 'The weather of a city',
    inputSchema: place,
    execute: ({ city }) => ({ city, degrees: 21 }),
  }),
  ...(isNewerThan5 && { loose: tool({ inputSchema: withUnion, execute: () => 1 }) }),
  plain: tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }), execute: () => 'as it is' }),
  lookUp: dynamicTool({
    description: 'Anything',
    inputSchema: z.object({ word: z.string() }),
    execute: async (input) => input,
  }),
  breaks: tool({
    inputSchema: z.object({}),
    execute: (): string => {
      throw new Error('It broke.');
    },
  }),
};

/** The forms of an answer, as the AI SDK and this package make them. */
export const FORMS: Record<string, (Output: any) => any> = {
  object: (Output) => Output.object({ schema: place, ...(isNewerThan5 && { name: 'place', description: 'A place' }) }),
  array: (Output) => Output.array({ element: place, name: 'places' }),
  choice: (Output) => Output.choice({ options: ['sunny', 'rainy'], description: 'The sky' }),
  json: (Output) => Output.json({ name: 'anything' }),
  text: (Output) => Output.text(),
};
