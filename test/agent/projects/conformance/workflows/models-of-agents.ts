/** The ways to say which model an agent has. */
import { getWritable } from 'workflow';
import { DurableAgent } from 'workflow/agent';
import { openaiCompatible } from 'workflow/agent/providers/openai-compatible';
import { chatModel } from './models.ts';

const HELLO = [{ role: 'user' as const, content: 'Hi' }];

const atTheTop = new DurableAgent({ model: chatModel('at-the-top') });

async function makeModel() {
  'use step';
  return chatModel('by-step');
}

export async function withId() {
  'use workflow';
  const agent = new DurableAgent({ model: 'scripted/by-id' });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function withFunction() {
  'use workflow';
  const agent = new DurableAgent({ model: async () => chatModel('by-function') });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function withArgument(id: string) {
  'use workflow';
  const agent = new DurableAgent({ model: () => chatModel(id) });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function withStep() {
  'use workflow';
  const agent = new DurableAgent({ model: makeModel });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function withExpression() {
  'use workflow';
  const agent = new DurableAgent({ model: chatModel('by-expression') });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function withProvider() {
  'use workflow';
  const agent = new DurableAgent({
    model: openaiCompatible({ name: 'own', baseURL: `${process.env['MODEL_URL']}/v1`, apiKey: 'k' })('by-provider'),
  });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function withAgentAtTheTop() {
  'use workflow';
  await atTheTop.stream({ messages: HELLO, writable: getWritable() });
}

export async function withPlainFunction() {
  'use workflow';
  const makers = [async () => ({})];
  const agent = new DurableAgent({ model: makers[0]! });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}

export async function withInstance() {
  'use workflow';
  const instances = [{ specificationVersion: 'v2', modelId: 'm', apiKey: 'secret' }];
  const agent = new DurableAgent({ model: instances[0]! });
  await agent.stream({ messages: HELLO, writable: getWritable() });
}
