/** Makes the output of the model step from the AI SDK's result. */
import type { ModelMessage } from 'ai';
import type { FinishReason, ModelOutcome, ModelToolCall, ProviderToolResult, Usage } from '../contract/model-call.ts';
import type { StopReason } from './deadlines.ts';
import type { SdkStep, SdkUsage } from './sdk.ts';
import { toStorable } from './storable.ts';
import type { StreamPart } from './stream-part.ts';

/** The parts of an outcome that the result of the AI SDK does not hold. */
export interface ModelOutcomeContext {
  sdkMajor: number;
  modelId: string;
  now: Date;
  /** Present when the call was stopped. */
  stopped: { reason: StopReason; message: string | undefined } | null;
}

/** Headers of the answer that are credentials. */
const SECRET_HEADERS = /^(set-)?cookie2?$|authorization|api-key|token/i;
/**
 * Headers about the connection, and for browsers: each answer has them, none says anything about it, and all would be
 * stored.
 */
const TRANSPORT_HEADERS =
  /^(connection|keep-alive|transfer-encoding|content-(type|length|encoding)|cache-control|date|server|via|vary|alt-svc|nel|report-to|strict-transport-security|x-content-type-options|cf-cache-status|access-control-.*)$/i;

/** Makes the output of the model step of the AI SDK's step. */
export function toOutcome(step: SdkStep, context: ModelOutcomeContext): ModelOutcome {
  const { content, finishReason, rawFinishReason, response, providerMetadata } = step;
  const reason = toFinishReason(finishReason);
  const raw = rawFinishReason ?? finishReason;
  return {
    messages: toMessages(response.messages),
    toolCalls: content.filter(({ type }) => type === 'tool-call').map(toToolCall),
    providerResults: content.filter(isProviderResult).map(toProviderResult),
    sources: content.filter(({ type }) => type === 'source').map((source) => toStorable(source)),
    files: content.flatMap(({ type, file }) =>
      type === 'file' && file ? [{ mediaType: file.mediaType, base64: file.base64 }] : [],
    ),
    finishReason: reason,
    ...(raw !== reason && { rawFinishReason: raw }),
    usage: toUsage(step.usage),
    response: toResponse(response, context),
    warnings: toStorable([...(step.warnings ?? [])]),
    ...(providerMetadata && { providerMetadata: toStorable(providerMetadata) }),
    ...toAborted(context),
    sdkMajor: context.sdkMajor,
  };
}

/** The outcome of a call that was stopped before the model was asked. */
export function emptyOutcome(context: ModelOutcomeContext): ModelOutcome {
  return {
    messages: [],
    toolCalls: [],
    providerResults: [],
    sources: [],
    files: [],
    finishReason: 'other',
    usage: toUsage({}),
    response: { id: '', model: context.modelId, timestamp: context.now },
    warnings: [],
    ...toAborted(context),
    sdkMajor: context.sdkMajor,
  };
}

const REASONS: ReadonlySet<string> = new Set<FinishReason>([
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
]);

const toFinishReason = (reason: string): FinishReason => (REASONS.has(reason) ? (reason as FinishReason) : 'other');

function toAborted({ stopped }: ModelOutcomeContext): Pick<ModelOutcome, 'aborted'> {
  if (!stopped) return {};
  const { reason, message } = stopped;
  return { aborted: { reason, ...(message !== undefined && { message }) } };
}

/**
 * Without results of the agent's own tools: the AI SDK makes some up for calls that it could not read, but the agent
 * answers these.
 */
function toMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  return toStorable(messages.filter(({ role }) => role !== 'tool'));
}

function toToolCall(part: StreamPart): ModelToolCall {
  const { toolCallId, toolName, input, providerExecuted, providerMetadata, invalid, error } = part;
  return {
    toolCallId: toolCallId!,
    toolName: toolName!,
    input: toStorable(input),
    ...(invalid && { invalid: describeInvalid(error) }),
    ...(providerExecuted && { providerExecuted }),
    ...(providerMetadata && { providerMetadata: toStorable(providerMetadata) }),
  };
}

function describeInvalid(error: unknown): NonNullable<ModelToolCall['invalid']> {
  const { name, message, cause } = error as Error;
  if (name === 'AI_NoSuchToolError') return { kind: 'unknown-tool', message };
  // The message says which tool it is, as the one for the model does.
  return { kind: 'invalid-json', message: cause instanceof Error ? cause.message : message };
}

const isProviderResult = ({ type, providerExecuted }: StreamPart): boolean =>
  (type === 'tool-result' || type === 'tool-error') && providerExecuted === true;

function toProviderResult({ type, toolCallId, toolName, output, error }: StreamPart): ProviderToolResult {
  const result = { toolCallId: toolCallId!, toolName: toolName! };
  return type === 'tool-result'
    ? { ...result, output: toStorable(output) }
    : { ...result, output: toStorable(error), isError: true };
}

function toResponse(response: SdkStep['response'], { modelId, now }: ModelOutcomeContext): ModelOutcome['response'] {
  const { id, timestamp, headers } = response;
  const shown = Object.entries(headers ?? {}).filter(
    ([name]) => !SECRET_HEADERS.test(name) && !TRANSPORT_HEADERS.test(name),
  );
  return {
    id,
    model: response.modelId || modelId,
    timestamp: timestamp.getTime() === 0 ? now : timestamp,
    ...(headers && { headers: Object.fromEntries(shown) }),
  };
}

/** Usage in one form for all versions of the AI SDK. A count that the provider does not tell stays `undefined`. */
function toUsage(usage: SdkUsage): Usage {
  const { inputTokens, outputTokens } = usage;
  const reasoningTokens = usage.outputTokenDetails?.reasoningTokens ?? usage.reasoningTokens;
  const cachedInputTokens = usage.inputTokenDetails?.cacheReadTokens ?? usage.cachedInputTokens;
  return {
    promptTokens: inputTokens,
    completionTokens: outputTokens,
    inputTokens,
    outputTokens,
    totalTokens: usage.totalTokens ?? sumOf(inputTokens, outputTokens),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
  };
}

const sumOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one + other;
