/**
 * The model's answer as it goes into the conversation: with the calls as they were made, not as they were misspelled.
 */
import type { AssistantModelMessage, ModelMessage, ToolCallPart } from 'ai';
import type { HandledCall } from '../tools/tool-calls.ts';

/** The model's messages, with the names and inputs of the calls that were handled. */
export function toAnswerMessages(messages: readonly ModelMessage[], handled: readonly HandledCall[]): ModelMessage[] {
  const calls = new Map(handled.map(({ call }) => [call.toolCallId, call]));
  return messages.map((message) => (message.role === 'assistant' ? withCalls(message, calls) : message));
}

function withCalls(
  message: AssistantModelMessage,
  calls: ReadonlyMap<string, HandledCall['call']>,
): AssistantModelMessage {
  if (typeof message.content === 'string') return message;
  return {
    ...message,
    content: message.content.map((part) => (part.type === 'tool-call' ? withCall(part, calls) : part)),
  };
}

function withCall(part: ToolCallPart, calls: ReadonlyMap<string, HandledCall['call']>): ToolCallPart {
  const call = calls.get(part.toolCallId);
  if (!call) return part;
  // Providers refuse inputs that are no objects, also in the history. The result says what the model wrote.
  const input = typeof call.input === 'string' ? {} : call.input;
  return { ...part, toolName: call.toolName, input };
}
