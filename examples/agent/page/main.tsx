import type { UIMessage } from 'ai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Chat } from './chat.tsx';

/** The address names the chat, so that the page can be loaded again. */
function readChatId(): string {
  const given = new URLSearchParams(location.search).get('chat');
  if (given) return given;
  const id = crypto.randomUUID();
  history.replaceState(null, '', `?chat=${id}`);
  return id;
}

const chatId = readChatId();
const response = await fetch(`/api/messages?chat=${chatId}`);
const saved = (await response.json()) as UIMessage[];

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Chat chatId={chatId} saved={saved} />
  </StrictMode>,
);
