import { createChatHandler } from 'workflow/agent/chat';
import { assist, type Question } from './workflows/assistant.ts';

/** The chat with the assistant. */
export const chat = createChatHandler<[Question]>({
  workflow: assist,
  toArgs: ({ messages, body }) => [{ messages, modelUrl: String(body['modelUrl']) }],
});
