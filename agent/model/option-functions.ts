/** The options that are functions: they arrive as functions that give the option's value. */
import { describeValue } from '../../runtime/values/describe-value.ts';
import { modelError } from './messages.ts';
import type { StreamPart } from './stream-part.ts';

/** As the AI SDK takes it. */
export type StreamTransform = (options: object) => TransformStream<StreamPart, StreamPart>;

/** @throws `agent_function_invalid`, and what the functions throw. */
export async function resolveTransforms(option: unknown): Promise<StreamTransform[]> {
  if (option === undefined) return [];
  const given = await valueOf(option);
  const transforms = await Promise.all([given].flat().map((one) => (given === one ? one : valueOf(one))));
  for (const transform of transforms) requireFunction('experimental_transform', transform);
  return transforms as StreamTransform[];
}

/** @throws `agent_function_invalid`, and what the function throws. */
export async function resolveDownload(option: unknown): Promise<unknown> {
  if (option === undefined) return undefined;
  const download = await valueOf(option);
  requireFunction('experimental_download', download);
  return download;
}

/** A function that crossed as a step gives the value; what is no such function is the value. */
const valueOf = async (option: unknown): Promise<unknown> =>
  typeof option === 'function' && 'stepId' in option ? await option() : option;

function requireFunction(option: string, value: unknown): void {
  if (typeof value !== 'function') throw modelError('agent_function_invalid', { option, found: describeValue(value) });
}

/**
 * Goes last, after the transforms of the user: one that stops the stream may leave out its end, without which the AI
 * SDK has no result.
 */
export const ensureFinished: StreamTransform = () => {
  let isFinished = false;
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'finish-step') isFinished = true;
      controller.enqueue(part);
    },
    flush(controller) {
      if (isFinished) return;
      controller.enqueue(FINISH_STEP as StreamPart);
      controller.enqueue(FINISH as StreamPart);
    },
  });
};

const USAGE = {
  inputTokens: undefined,
  outputTokens: undefined,
  totalTokens: undefined,
  inputTokenDetails: {},
  outputTokenDetails: {},
};
const FINISH: object = { type: 'finish', finishReason: 'other', rawFinishReason: undefined, totalUsage: USAGE };
const FINISH_STEP: object = {
  type: 'finish-step',
  finishReason: 'other',
  rawFinishReason: undefined,
  usage: USAGE,
  providerMetadata: undefined,
  response: { id: '', modelId: '', timestamp: new Date(0) },
};
