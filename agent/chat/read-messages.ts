/** Checks the messages that a client sends, and turns them into messages for a model. */
import type { ModelMessage, UIMessage } from 'ai';
import { settleApprovals } from '../contract/settle-approvals.ts';
import { VOID_CALL_TEXT } from './chunk-adapter.ts';
import { chatError } from './messages.ts';

/** The body that useChat sends, with what the application adds to it. */
export interface ChatBody extends Record<string, unknown> {
  /** Of the chat. */
  id: string;
  messages: UIMessage[];
  trigger?: string;
  messageId?: string;
}

/** An approval that was answered in the last message of a list. */
export interface ApprovalResponse {
  approvalId: string;
  approved: boolean;
  reason?: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** @throws `agent_chat_request_invalid`. */
export async function readJson(request: Request, expected: string): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null);
  if (!isRecord(body) || Array.isArray(body)) throw chatError('agent_chat_request_invalid', { expected });
  return body;
}

/** @throws `agent_chat_request_invalid`, `agent_chat_messages_invalid`. */
export async function readChatBody(request: Request): Promise<ChatBody> {
  const expected = '"id", the id of the chat, and "messages", a list of at least one message';
  const body = await readJson(request, expected);
  const { id, messages } = body;
  if (!isChatId(id) || !Array.isArray(messages) || messages.length === 0) {
    throw chatError('agent_chat_request_invalid', { expected });
  }
  messages.forEach(checkMessage);
  return { ...body, id, messages: settleApprovals(messages as UIMessage[]) };
}

/** Ids are attributes of runs, which have a limit. */
const isChatId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= 1_000;

function checkMessage(message: unknown, index: number): void {
  const isMessage = isRecord(message) && Array.isArray(message['parts']) && message['parts'].every(isRecord);
  if (!isMessage)
    throw chatError('agent_chat_messages_invalid', { expected: `number ${index + 1} has no list of parts` });
  const { role } = message;
  // Whoever may write system messages may tell the agent to forget its instructions.
  if (role === 'user' || role === 'assistant') return;
  throw chatError('agent_chat_messages_invalid', {
    expected: `number ${index + 1} is by neither "user" nor "assistant"`,
  });
}

/** @throws `agent_chat_messages_invalid`. */
export async function toModelMessages(messages: UIMessage[]): Promise<ModelMessage[]> {
  // A peer of the user's, in whatever version; the newest converts asynchronously.
  const { convertToModelMessages } = await import('ai');
  try {
    return await convertToModelMessages(messages.map(withoutVoidCalls), { ignoreIncompleteToolCalls: true });
  } catch (cause) {
    throw chatError('agent_chat_messages_invalid', { expected: 'a part is not what the AI SDK knows' }, cause);
  }
}

const withoutVoidCalls = (message: UIMessage): UIMessage => ({
  ...message,
  parts: message.parts.filter((part) => !('errorText' in part && part.errorText === VOID_CALL_TEXT)),
});

/** Approvals that the user has answered since the agent's last chunk; none when the last message is not the agent's. */
export function readApprovalResponses(messages: readonly UIMessage[]): ApprovalResponse[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return [];
  return last.parts.flatMap((part) => toApprovalResponse(part as Record<string, unknown>));
}

function toApprovalResponse({ state, approval }: Record<string, unknown>): ApprovalResponse[] {
  if (state !== 'approval-responded' || !isRecord(approval)) return [];
  const { id, approved, reason } = approval;
  if (typeof id !== 'string' || typeof approved !== 'boolean') return [];
  return [{ approvalId: id, approved, ...(typeof reason === 'string' && { reason }) }];
}

/**
 * A message to an agent that works: text, a message of the model or one of useChat.
 * @throws `agent_chat_request_invalid`.
 */
export async function readUserMessage(message: unknown): Promise<ModelMessage> {
  const expected = '"message": text, or a message with the role "user"';
  if (typeof message === 'string' && message !== '') return { role: 'user', content: message };
  if (!isRecord(message) || message['role'] !== 'user') throw chatError('agent_chat_request_invalid', { expected });
  if (Array.isArray(message['parts'])) {
    const [converted] = await toModelMessages([message as unknown as UIMessage]);
    if (converted) return converted;
  }
  const { content, providerOptions } = message;
  if (typeof content !== 'string' && !Array.isArray(content))
    throw chatError('agent_chat_request_invalid', { expected });
  return { role: 'user', content, ...(isRecord(providerOptions) && { providerOptions }) } as ModelMessage;
}
