/** How applications use the chat; compiled against each major version of the AI SDK by types.test.ts, and never run. */
import { type ChatTransport, createUIMessageStreamResponse, type ModelMessage, type UIMessage } from 'ai';
import { createChatHandler } from '../../../agent/entries/chat.ts';
import { WorkflowChatTransport } from '../../../agent/entries/chat-transport.ts';
import type { Run } from '../../../runtime/entries/api.ts';

type ShopMessage = UIMessage<{ shop: string }, { weather: { city: string } }>;

export const transport: ChatTransport<UIMessage> = new WorkflowChatTransport({
  prepareSendMessagesRequest: ({ messages, body }) => ({ body: { ...body, last: messages.at(-1) } }),
});
export const typed: ChatTransport<ShopMessage> = new WorkflowChatTransport<ShopMessage>();

async function talk({ messages }: { chatId: string; messages: ModelMessage[] }): Promise<number> {
  return messages.length;
}
async function order(table: number, messages: ModelMessage[]): Promise<number> {
  return table + messages.length;
}

export const handlers = [
  createChatHandler({ workflow: talk }),
  createChatHandler({ workflow: { workflowId: 'workflow//./support//talk' } }),
  createChatHandler({ workflow: order, toArgs: ({ messages, body }) => [Number(body['table']), messages] }),
  // @ts-expect-error These are not the arguments of the workflow.
  createChatHandler({ workflow: order, toArgs: ({ messages }) => [messages, messages] }),
];

/** A route that sends what a run writes. */
export const toResponse = ({ readable }: Run): Response => createUIMessageStreamResponse({ stream: readable });
