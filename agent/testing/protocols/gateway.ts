/**
 * The AI gateway: the stream parts of the AI SDK's language models, in the version of the specification that the client
 * names.
 */
import { type ResolvedReply, type ResolvedPart, CREATED_AT, textOf } from '../resolved-reply.ts';
import type { ModelRequest } from '../model-request.ts';
import type { ScriptedUsage } from '../reply.ts';
import { type CallOptions, readCallOptions } from './gateway-request.ts';
import { dataEvent, type Frame, type Protocol, type ProviderError } from './protocol.ts';

const ERROR_TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'forbidden',
  404: 'model_not_found',
  424: 'failed_dependency',
  429: 'rate_limit_exceeded',
};
const FINISH_REASONS = new Set(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']);
const VERSION_HEADER = 'ai-language-model-specification-version';

type StreamPart = { type: string } & Record<string, unknown>;

/** The protocol of the AI gateway, in the versions of AI SDK 5, 6 and 7. */
export const gateway: Protocol = {
  name: 'gateway',
  path: '/language-model',
  readRequest: (body, headers) => readCallOptions(body as CallOptions, headers),
  streamReply,
  wholeReply,
  errorBody: toError,
  errorEvent: (error) => dataEvent({ type: 'error', ...toError(error) }),
};

function* streamReply(reply: ResolvedReply, request: ModelRequest): Iterable<Frame> {
  const version = versionOf(request);
  const toFrame = (kind: Frame['kind'], part: StreamPart): Frame => ({ kind, text: dataEvent(part) });
  yield toFrame('opening', { type: 'stream-start', warnings: [] });
  yield toFrame('opening', { type: 'response-metadata', ...responseOf(reply) });
  for (const [index, part] of reply.parts.entries()) {
    for (const streamed of streamPart(part, String(index), version)) {
      yield toFrame(streamed.type.endsWith('-delta') ? 'delta' : 'opening', streamed);
    }
  }
  yield toFrame('closing', { type: 'finish', ...endOf(reply, version) });
}

function* streamPart(part: ResolvedPart, id: string, version: number): Iterable<StreamPart> {
  if (part.type === 'text' || part.type === 'reasoning') {
    yield { type: `${part.type}-start`, id };
    for (const delta of part.pieces) yield { type: `${part.type}-delta`, id, delta };
    yield { type: `${part.type}-end`, id };
    return;
  }
  if (part.type === 'tool-call') {
    yield { type: 'tool-input-start', id: part.id, toolName: part.name };
    for (const delta of part.pieces) yield { type: 'tool-input-delta', id: part.id, delta };
    yield { type: 'tool-input-end', id: part.id };
  }
  yield toContent(part, id, version);
}

function wholeReply(reply: ResolvedReply, request: ModelRequest): unknown {
  const version = versionOf(request);
  return {
    content: reply.parts.map((part, index) => toContent(part, String(index), version)),
    ...endOf(reply, version),
    warnings: [],
    response: responseOf(reply),
  };
}

function toContent(part: ResolvedPart, id: string, version: number): StreamPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: textOf(part) };
    case 'tool-call':
      return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: textOf(part) };
    case 'source':
      return { type: 'source', sourceType: 'url', id: `source-${id}`, url: part.url, title: part.title };
    case 'file':
      return { ...part, data: version >= 4 ? { type: 'data', data: part.base64 } : part.base64, base64: undefined };
    case 'provider-call': {
      const input = JSON.stringify(part.input);
      return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input, providerExecuted: true };
    }
    case 'provider-result':
      return {
        type: 'tool-result',
        toolCallId: part.id,
        toolName: part.name,
        result: part.errorCode === undefined ? part.output : { errorCode: part.errorCode },
        isError: part.errorCode === undefined ? undefined : true,
        providerExecuted: true,
        providerMetadata: part.providerMetadata,
      };
  }
}

function versionOf({ headers }: ModelRequest): number {
  return Number(headers[VERSION_HEADER]);
}

function responseOf({ id, model }: ResolvedReply): Record<string, unknown> {
  return { id, modelId: model, timestamp: new Date(CREATED_AT * 1000).toISOString() };
}

function endOf({ finishReason, usage }: ResolvedReply, version: number): Record<string, unknown> {
  if (version < 3) return { finishReason, usage: toFlatUsage(usage) };
  const unified = FINISH_REASONS.has(finishReason) ? finishReason : 'other';
  return { finishReason: { unified, raw: finishReason }, usage: toUsage(usage) };
}

function toFlatUsage(usage: ScriptedUsage | null): object {
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens } = usage ?? {};
  const totalTokens = usage ? (inputTokens ?? 0) + (outputTokens ?? 0) : undefined;
  return { inputTokens, outputTokens, totalTokens, reasoningTokens, cachedInputTokens };
}

function toUsage(usage: ScriptedUsage | null): object {
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens, cacheWriteTokens } = usage ?? {};
  const rest = (all: number | undefined, ...parts: (number | undefined)[]) =>
    all === undefined ? undefined : parts.reduce<number>((left, part) => left - (part ?? 0), all);
  return {
    inputTokens: {
      total: inputTokens,
      noCache: rest(inputTokens, cachedInputTokens, cacheWriteTokens),
      cacheRead: cachedInputTokens,
      cacheWrite: cacheWriteTokens,
    },
    outputTokens: { total: outputTokens, text: rest(outputTokens, reasoningTokens), reasoning: reasoningTokens },
  };
}

function toError({ status, message, type, code }: ProviderError): { error: object } {
  const usualType = ERROR_TYPES[status] ?? (status >= 500 ? 'internal_server_error' : 'invalid_request_error');
  return { error: { message, type: type ?? usualType, code } };
}
