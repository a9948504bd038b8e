/** The tokens of one call, in both spellings. */
import type { Usage } from '../contract/model-call.ts';
import type { SdkUsage } from './sdk.ts';

/** Usage in one form for all versions of the AI SDK. A count that the provider does not tell stays `undefined`. */
export function toUsage(usage: SdkUsage): Usage {
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
