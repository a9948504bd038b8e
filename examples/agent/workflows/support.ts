import type { ModelMessage, UIMessage } from 'ai';
import { getWritable } from 'workflow';
import { DurableAgent } from 'workflow/agent';
import { openai } from 'workflow/agent/providers/openai';
import { startOffline } from '../offline/model.ts';
import { loadMessages, saveMessages } from '../shop/chats.ts';
import { tools } from './tools.ts';

/** Answers the last message of a chat. */
export async function support({ chatId, messages }: { chatId: string; messages: ModelMessage[] }) {
  'use workflow';
  const agent = new DurableAgent({
    // OpenAI's with a key, else the script in `offline/`.
    model: async () => openai(process.env['OPENAI_API_KEY'] ? {} : await startOffline())('gpt-5-mini'),
    system:
      'You help the people at the support desk of a shop. Look things up before you answer. Be brief, in plain text.',
    tools,
  });
  const { uiMessages } = await agent.stream({
    messages,
    writable: getWritable(),
    maxSteps: 20,
    collectUIMessages: true,
  });
  await keep(chatId, uiMessages ?? []);
}

/** Adds the answer to what the page shows when it is opened again. */
async function keep(chatId: string, answer: UIMessage[]) {
  'use step';
  const ids = new Set(answer.map(({ id }) => id));
  const before = loadMessages(chatId).filter(({ id }) => !ids.has(id));
  saveMessages(chatId, [...before, ...answer]);
}
