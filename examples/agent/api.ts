import { createChatHandler } from 'workflow/agent/chat';
import { loadMessages, saveMessages } from './shop/chats.ts';
import { support } from './workflows/support.ts';

/** `useChat` talks to it, under /api/chat. An application with sign-in says in `authorize` whose chat it is. */
const chat = createChatHandler({
  workflow: support,
  async toArgs({ chatId, messages, uiMessages }) {
    saveMessages(chatId, uiMessages);
    return [{ chatId, messages }];
  },
});

/** Answers the requests of the page. */
export async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/api/messages') return Response.json(loadMessages(searchParams.get('chat') ?? ''));
  return await chat(request);
}
