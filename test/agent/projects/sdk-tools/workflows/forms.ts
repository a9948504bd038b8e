/** The forms of tools; those of the AI SDK bring it into the workflow bundle. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createGateway, jsonSchema, Output, tool } from 'ai';
import { getWritable } from 'workflow';
import { DurableAgent } from 'workflow/agent';
import { z } from 'zod';

const HELLO = [{ role: 'user' as const, content: 'Hi' }];
const CITY = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
  additionalProperties: false,
};

const forms = {
  zodSchema: { description: 'By zod', inputSchema: z.strictObject({ city: z.string() }), execute: () => 'zod' },
  plainSchema: { description: 'By JSON Schema', inputSchema: CITY, execute: () => 'JSON Schema' },
  sdkSchema: { description: 'By jsonSchema()', inputSchema: jsonSchema(CITY), execute: () => 'jsonSchema()' },
  sdkTool: tool({
    description: 'By tool()',
    inputSchema: z.strictObject({ city: z.string() }),
    execute: () => 'tool()',
  }),
  noSchema: { description: 'Without input', execute: () => 'nothing' },
};

export async function withForms() {
  'use workflow';
  const agent = new DurableAgent({
    model: createOpenAICompatible({ name: 'scripted', baseURL: `${process.env['MODEL_URL']}/v1` })('chat-model'),
    tools: forms,
  });
  return await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function withOutput() {
  'use workflow';
  const agent = new DurableAgent({
    model: createGateway({ baseURL: `${process.env['MODEL_URL']}/v3/ai`, apiKey: 'test-key' })('scripted/model'),
  });
  const { experimental_output: output } = await agent.stream({
    messages: HELLO,
    writable: getWritable(),
    experimental_output: Output.object({ schema: z.object({ city: z.string() }) }),
  });
  return output;
}
