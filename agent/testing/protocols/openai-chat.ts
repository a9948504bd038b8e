/** OpenAI's chat completions, which many other providers speak as well. */
import { type ResolvedReply, type ResolvedPart, CREATED_AT, textOf } from '../resolved-reply.ts';
import type { ModelRequest } from '../model-request.ts';
import { type ChatCompletionsBody, readChatBody } from './openai-chat-request.ts';
import { openaiErrorBody } from './openai-errors.ts';
import { dataEvent, type Frame, type Protocol, toProviderWord, unsupportedPart } from './protocol.ts';

const FINISH_REASONS = { 'tool-calls': 'tool_calls', 'content-filter': 'content_filter' };

/** OpenAI's chat completions API. */
export const openaiChat: Protocol = {
  name: 'openai-chat',
  path: '/chat/completions',
  readRequest: (body) => readChatBody(body as ChatCompletionsBody),
  streamReply,
  wholeReply,
  errorBody: openaiErrorBody,
  errorEvent: (error) => dataEvent(openaiErrorBody(error)),
};

function* streamReply(reply: ResolvedReply, request: ModelRequest): Iterable<Frame> {
  const toFrame = (kind: Frame['kind'], delta: object, finishReason: string | null = null): Frame => ({
    kind,
    text: dataEvent({
      ...headOf(reply, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    }),
  });
  yield toFrame('opening', { role: 'assistant', content: '' });
  let toolCalls = 0;
  for (const part of reply.parts) {
    for (const [kind, delta] of toDeltas(part, toolCalls)) yield toFrame(kind, delta);
    if (part.type === 'tool-call') toolCalls += 1;
  }
  yield toFrame('closing', {}, toProviderWord(reply.finishReason, FINISH_REASONS));
  if (reply.usage && (request.body as ChatCompletionsBody).stream_options?.include_usage) {
    yield {
      kind: 'closing',
      text: dataEvent({ ...headOf(reply, 'chat.completion.chunk'), choices: [], usage: toUsage(reply) }),
    };
  }
  yield { kind: 'closing', text: 'data: [DONE]\n\n' };
}

function* toDeltas(part: ResolvedPart, index: number): Iterable<[kind: Frame['kind'], delta: object]> {
  switch (part.type) {
    case 'text':
      for (const content of part.pieces) yield ['delta', { content }];
      return;
    case 'reasoning':
      for (const piece of part.pieces) yield ['delta', { reasoning_content: piece }];
      return;
    case 'tool-call':
      yield* toToolCallDeltas(part, index);
      return;
    case 'source':
      yield ['opening', { annotations: [toAnnotation(part)] }];
      return;
    default:
      throw unsupportedPart('openai-chat', part);
  }
}

/** A call in one piece comes whole, as it does from some providers; in several its name comes first, as from OpenAI. */
function* toToolCallDeltas(
  part: Extract<ResolvedPart, { type: 'tool-call' }>,
  index: number,
): Iterable<[kind: Frame['kind'], delta: object]> {
  const [only, ...more] = part.pieces;
  if (only !== undefined && more.length === 0) {
    yield ['delta', { tool_calls: [{ index, ...toToolCall(part, only) }] }];
    return;
  }
  yield ['opening', { tool_calls: [{ index, ...toToolCall(part, '') }] }];
  for (const piece of part.pieces) yield ['delta', { tool_calls: [{ index, function: { arguments: piece } }] }];
}

function wholeReply(reply: ResolvedReply): unknown {
  const all = <Type extends ResolvedPart['type']>(type: Type) =>
    reply.parts.filter((part): part is Extract<ResolvedPart, { type: Type }> => part.type === type);
  const unsupported = reply.parts.find(({ type }) => type === 'file' || type.startsWith('provider-'));
  if (unsupported) throw unsupportedPart('openai-chat', unsupported);
  const [text, reasoning] = [all('text'), all('reasoning')].map((parts) => parts.map(textOf).join('') || null);
  const [toolCalls, annotations] = [
    all('tool-call').map((part) => toToolCall(part, textOf(part))),
    all('source').map(toAnnotation),
  ];
  const message = {
    role: 'assistant',
    content: text,
    ...(reasoning && { reasoning_content: reasoning }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    ...(annotations.length > 0 && { annotations }),
  };
  return {
    ...headOf(reply, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: toProviderWord(reply.finishReason, FINISH_REASONS) }],
    ...(reply.usage && { usage: toUsage(reply) }),
  };
}

function headOf(reply: ResolvedReply, object: string): object {
  return { id: reply.id, object, created: CREATED_AT, model: reply.model };
}

function toToolCall(part: Extract<ResolvedPart, { type: 'tool-call' }>, input: string): object {
  return { id: part.id, type: 'function', function: { name: part.name, arguments: input } };
}

function toAnnotation({ url, title }: Extract<ResolvedPart, { type: 'source' }>): object {
  return { type: 'url_citation', url_citation: { start_index: 0, end_index: 0, url, title: title ?? url } };
}

function toUsage({ usage }: ResolvedReply): object | undefined {
  if (!usage) return undefined;
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
    prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, cache_write_tokens: usage.cacheWriteTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}
