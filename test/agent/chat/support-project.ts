/**
 * A project with an agent that asks before it pays back, a model that says what it is told to, and a handler for its
 * chat.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as chatEntry from '../../../agent/entries/chat.ts';
import { type ModelServer, startModelServer } from '../../../agent/entries/testing.ts';
import { runAgentProject, type RunningProject, type SdkMajor } from '../agent-project.ts';

const SUPPORT = `
import { getWritable } from 'workflow';
import { DurableAgent } from 'workflow/agent';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';

const models = () => createOpenAICompatible({ name: 'scripted', baseURL: process.env.MODEL_URL!, apiKey: 'test-key', includeUsage: true });

async function payBack({ order }: { order: number }) {
  'use step';
  return 'paid back ' + order;
}

export async function support({ messages }: { messages: any[] }) {
  'use workflow';
  const agent = new DurableAgent({
    model: async () => models()('scripted-model'),
    tools: {
      refund: {
        description: 'Pays an order back',
        inputSchema: z.object({ order: z.number() }),
        needsApproval: true,
        execute: payBack,
      },
    },
  });
  const { text } = await agent.stream({ messages, writable: getWritable() });
  return text;
}
`;

const refundReply = (prompt: string) => ({
  when: { prompt, step: 0 },
  reply: { text: 'One moment. ', toolCalls: [{ name: 'refund', input: { order: 7 } }] },
});

/** The words of the model, by those of the user. */
const SCRIPT = [
  { when: { prompt: 'Is it sunny?' }, reply: { text: ['It is ', 'sunny.'], holdAfter: 1 } },
  { when: { prompt: 'Stop me.' }, reply: { text: ['It is ', 'sunny.'], holdAfter: 1 } },
  refundReply('Approve it.'),
  { when: { prompt: 'Approve it.', step: 1 }, reply: 'You have it back.' },
  refundReply('Deny it.'),
  { when: { prompt: 'Deny it.', step: 1 }, reply: 'You do not get it back.' },
  { when: 'Break off.', reply: [{ text: ['It is ', 'rai', 'ning.'], dieAfter: 2 }, 'The sun shines.'] },
];

export interface SupportProject {
  handler: (request: Request) => Promise<Response>;
  models: ModelServer;
  api: RunningProject['api'];
  remove(): Promise<void>;
}

export async function runSupport(sdk: SdkMajor): Promise<SupportProject> {
  const models = await startModelServer({ script: SCRIPT });
  process.env['MODEL_URL'] = models.openai.baseURL;
  const project = await runAgentProject({ 'workflows/support.ts': SUPPORT }, { sdk });
  // The package as it is installed there, so that it is the project's runtime that it talks to.
  const entry = pathToFileURL(join(project.dir, 'node_modules/workflow/dist/agent/entries/chat.js')).href;
  const { createChatHandler } = (await import(/* @vite-ignore */ entry)) as typeof chatEntry;
  return {
    handler: createChatHandler({ workflow: { workflowId: project.idOf('support') } }),
    models,
    api: project.api,
    async remove() {
      await project.remove();
      await models.close();
    },
  };
}
