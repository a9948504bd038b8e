/** Agents that work for other agents, and agents with long conversations. */
import { getWritable } from 'workflow';
import { DurableAgent, type Compaction, type DurableAgentStreamOptions } from 'workflow/agent';
import { chatModel } from './models.ts';
import { tools } from './tools.ts';

type StreamOptions = Partial<DurableAgentStreamOptions>;

const HELLO = [{ role: 'user' as const, content: 'Hi' }];

/** A manager and a researcher, who has a helper. */
export async function team(stream: StreamOptions = {}, options: { silent?: boolean; maxTokens?: number } = {}) {
  'use workflow';
  const { silent = false, maxTokens } = options;
  const helper = new DurableAgent({ name: 'helper', model: async () => chatModel('helper-model') });
  const researcher = new DurableAgent({
    name: 'researcher',
    model: async () => chatModel('researcher-model'),
    system: 'You research.',
    tools: { ...tools, help: helper.asTool({ description: 'Helps' }) },
  });
  const manager = new DurableAgent({
    model: async () => chatModel('manager-model'),
    tools: { research: researcher.asTool({ description: 'Finds out', silent }) },
    ...(maxTokens !== undefined && { budget: { maxTokens } }),
  });
  return await manager.stream({ messages: HELLO, writable: getWritable(), ...stream });
}

/** A sub-agent with an input of its own. */
export async function translators() {
  'use workflow';
  const translator = new DurableAgent({ model: async () => chatModel('translator-model') });
  const manager = new DurableAgent({
    model: async () => chatModel('manager-model'),
    tools: {
      translate: translator.asTool<{ text: string; to: string }>({
        description: 'Translates',
        inputSchema: { type: 'object', properties: { text: { type: 'string' }, to: { type: 'string' } } },
        toMessages: ({ text, to }) => [
          { role: 'user', content: `Into ${to}:` },
          { role: 'user', content: text },
        ],
      }),
    },
  });
  return await manager.stream({ messages: HELLO, writable: getWritable() });
}

export async function longAnswer(compaction: Compaction, stream: StreamOptions = {}) {
  'use workflow';
  const agent = new DurableAgent({ model: async () => chatModel(), tools, system: 'You are brief.', compaction });
  return await agent.stream({ messages: HELLO, writable: getWritable(), ...stream });
}

export async function longAnswerWithCheapSummary() {
  'use workflow';
  const agent = new DurableAgent({
    model: async () => chatModel(),
    tools,
    compaction: { maxInputTokens: 100, keepLast: 2, model: async () => chatModel('cheap-model') },
  });
  return await agent.stream({ messages: HELLO, writable: getWritable() });
}
