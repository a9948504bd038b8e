import type { UIMessage } from 'ai';
import { database } from './database.ts';

export function loadMessages(chatId: string): UIMessage[] {
  const row = database.prepare('select messages from chats where id = ?').get(chatId);
  return row ? (JSON.parse(String(row['messages'])) as UIMessage[]) : [];
}

export function saveMessages(chatId: string, messages: UIMessage[]): void {
  database.prepare('insert or replace into chats values (?, ?)').run(chatId, JSON.stringify(messages));
}
