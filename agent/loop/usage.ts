/** Tokens of several calls. */
import type { Usage } from '../contract/model-call.ts';

/** The usage before the first call. */
export const NO_USAGE: Usage = {
  promptTokens: undefined,
  completionTokens: undefined,
  inputTokens: undefined,
  outputTokens: undefined,
  totalTokens: undefined,
};

/** A count that no call tells stays `undefined`. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Usage = { ...NO_USAGE };
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Usage>) {
    const total = add(one[name], other[name]);
    if (total !== undefined) sum[name] = total;
  }
  return sum;
}

const add = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? other : other === undefined ? one : one + other;

/** Input and output together, also where a provider tells only these. */
export const totalOf = ({ totalTokens, inputTokens, outputTokens }: Usage): number =>
  totalTokens ?? (inputTokens ?? 0) + (outputTokens ?? 0);
