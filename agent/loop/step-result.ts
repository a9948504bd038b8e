/** Makes the step that callbacks, conditions and results see: the model's words and the outcome of its calls. */
import type { ModelMessage } from 'ai';
import type { ModelOutcome, ModelToolCall } from '../contract/model-call.ts';
import type { StepResult, ToolCall, ToolError, ToolResult } from '../contract/results.ts';
import type { HandledCall } from '../tools/tool-calls.ts';

/** One call of the model, with the calls of tools that it led to. */
export interface AnsweredStep {
  stepNumber: number;
  outcome: ModelOutcome;
  handled: readonly HandledCall[];
  /** The messages that the step added to the conversation. */
  messages: ModelMessage[];
}

/** Makes the step that callbacks, conditions and results show. */
export function toStepResult({ stepNumber, outcome, handled, messages }: AnsweredStep): StepResult {
  const { response, usage, finishReason, rawFinishReason, files, sources, warnings, providerMetadata } = outcome;
  return {
    stepNumber,
    text: textOf(outcome.messages, 'text'),
    reasoningText: textOf(outcome.messages, 'reasoning') || undefined,
    toolCalls: outcome.toolCalls.map((call) => toToolCall(call, handled)),
    toolResults: [
      ...handled.flatMap(toToolResult),
      ...outcome.providerResults.flatMap((result) => toProviderResult(result, outcome)),
    ],
    toolErrors: [
      ...handled.flatMap(toToolError),
      ...outcome.providerResults.flatMap((result) => toProviderError(result, outcome)),
    ],
    files,
    sources,
    finishReason,
    rawFinishReason,
    usage,
    response: { ...response, modelId: response.model, messages },
    warnings,
    providerMetadata,
  };
}

/** The text of the answer, or its reasoning. */
export function textOf(messages: readonly ModelMessage[], kind: 'text' | 'reasoning'): string {
  return messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }): readonly { type: string; text?: unknown }[] =>
      typeof content === 'string' ? [{ type: 'text', text: content } as const] : content,
    )
    .map((part) => (part.type === kind ? String(part.text) : ''))
    .join('');
}

function toToolCall(
  { toolCallId, toolName, input, providerExecuted }: ModelToolCall,
  handled: readonly HandledCall[],
): ToolCall {
  const own = handled.find(({ call }) => call.toolCallId === toolCallId);
  return {
    type: 'tool-call',
    toolCallId,
    toolName: own?.call.toolName ?? toolName,
    input: own ? own.call.input : input,
    ...(providerExecuted && { providerExecuted }),
    ...(own?.isInvalid && { invalid: true }),
  };
}

const toToolResult = ({ call, outcome }: HandledCall): ToolResult[] =>
  outcome.kind === 'result' ? [{ type: 'tool-result', ...call, output: outcome.output }] : [];

function toToolError({ call, outcome }: HandledCall): ToolError[] {
  if (outcome.kind === 'error') return [{ type: 'tool-error', ...call, error: outcome.error }];
  if (outcome.kind === 'denied') return [{ type: 'tool-error', ...call, error: outcome.reason, denied: true }];
  return [];
}

type ProviderResult = ModelOutcome['providerResults'][number];

const toProviderResult = ({ isError, ...result }: ProviderResult, outcome: ModelOutcome): ToolResult[] =>
  isError
    ? []
    : [{ type: 'tool-result', ...result, input: inputOf(result.toolCallId, outcome), providerExecuted: true }];

const toProviderError = ({ isError, output, ...result }: ProviderResult, outcome: ModelOutcome): ToolError[] =>
  isError ? [{ type: 'tool-error', ...result, input: inputOf(result.toolCallId, outcome), error: output }] : [];

/** `undefined` for a call of an earlier answer whose result came late. */
const inputOf = (toolCallId: string, { toolCalls }: ModelOutcome): unknown =>
  toolCalls.find((call) => call.toolCallId === toolCallId)?.input;
