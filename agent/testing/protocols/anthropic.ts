/** Anthropic's messages API. */
import type { ResolvedReply } from '../resolved-reply.ts';
import type { ModelRequest } from '../model-request.ts';
import { isScriptedDelta, planBlocks, type PlannedBlock } from './anthropic-blocks.ts';
import { findJsonTool, type MessagesBody, readMessagesBody } from './anthropic-request.ts';
import { type Frame, type Protocol, type ProviderError, toProviderWord, typedEvent } from './protocol.ts';

const STOP_REASONS = { stop: 'end_turn', length: 'max_tokens', 'tool-calls': 'tool_use', 'content-filter': 'refusal' };

const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** Anthropic's messages API. */
export const anthropic: Protocol = {
  name: 'anthropic',
  path: '/messages',
  readRequest: (body) => readMessagesBody(body as MessagesBody),
  streamReply,
  wholeReply,
  errorBody: toError,
  errorEvent: (error) => typedEvent(toError(error)),
};

function* streamReply(reply: ResolvedReply, request: ModelRequest): Iterable<Frame> {
  const usage = toUsage(reply);
  const begun = {
    ...headOf(reply),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  yield { kind: 'opening', text: typedEvent({ type: 'message_start', message: begun }) };
  for (const [index, block] of blocksOf(reply, request).entries()) yield* streamBlock(block, index);
  const delta = { stop_reason: stopReasonOf(reply, request), stop_sequence: null };
  yield { kind: 'closing', text: typedEvent({ type: 'message_delta', delta, usage }) };
  yield { kind: 'closing', text: typedEvent({ type: 'message_stop' }) };
}

function* streamBlock({ begun, deltas }: PlannedBlock, index: number): Iterable<Frame> {
  yield { kind: 'opening', text: typedEvent({ type: 'content_block_start', index, content_block: begun }) };
  for (const delta of deltas) {
    const kind = isScriptedDelta(delta) && begun.type !== 'server_tool_use' ? 'delta' : 'opening';
    yield { kind, text: typedEvent({ type: 'content_block_delta', index, delta }) };
  }
  yield { kind: 'opening', text: typedEvent({ type: 'content_block_stop', index }) };
}

function wholeReply(reply: ResolvedReply, request: ModelRequest): unknown {
  return {
    ...headOf(reply),
    content: blocksOf(reply, request).map(({ done }) => done),
    stop_reason: stopReasonOf(reply, request),
    stop_sequence: null,
    usage: toUsage(reply),
  };
}

function blocksOf(reply: ResolvedReply, { body }: ModelRequest): PlannedBlock[] {
  return planBlocks(reply.parts, findJsonTool(body as MessagesBody)?.name);
}

function stopReasonOf({ finishReason, parts }: ResolvedReply, { body }: ModelRequest): string {
  const isJsonByTool =
    findJsonTool(body as MessagesBody) && parts.some((part) => part.type === 'text' && part.isObject);
  return toProviderWord(isJsonByTool && finishReason === 'stop' ? 'tool-calls' : finishReason, STOP_REASONS);
}

function headOf({ id, model }: ResolvedReply): object {
  return { id, type: 'message', role: 'assistant', model };
}

/** This protocol always tells the tokens, and counts those of the cache apart from the others. */
function toUsage({ usage }: ResolvedReply): Record<string, unknown> {
  const {
    inputTokens = 0,
    outputTokens = 0,
    cachedInputTokens = 0,
    cacheWriteTokens = 0,
    reasoningTokens,
  } = usage ?? {};
  return {
    input_tokens: inputTokens - cachedInputTokens - cacheWriteTokens,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    output_tokens: outputTokens,
    ...(reasoningTokens !== undefined && { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  };
}

function toError({ status, message, type }: ProviderError): { type: string; error: object } {
  return { type: 'error', error: { type: type ?? ERROR_TYPES[status] ?? 'api_error', message } };
}
