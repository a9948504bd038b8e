/** Makes the next call of the model: from the options of the answer, and what `prepareStep` changes of them. */
import type { ModelMessage } from 'ai';
import type { ModelCall } from '../contract/model-call.ts';
import type { PreparedStep } from '../contract/options.ts';
import type { StepResult } from '../contract/results.ts';
import { checkToolChoice, selectTools, toModelTools } from '../tools/model-tools.ts';
import { checkPreparedStep } from './check-options.ts';
import type { Conversation } from './conversation.ts';
import { settingsOf, type AnswerOptions } from './answer-options.ts';

/** Where in an answer the next call of the model stands. */
export interface CallPlace {
  options: AnswerOptions;
  conversation: Conversation;
  /** Those before it. */
  steps: readonly StepResult[];
  /** Passed to tools, see `experimental_context`. */
  context: unknown;
  abortSignal: AbortSignal;
}

/** The call to send, and the tools that it may use. */
export interface PreparedCall {
  call: ModelCall;
  tools: AnswerOptions['tools'];
  /** The prompt, in the form that crosses into steps by reference. */
  messages: ModelMessage[];
  /** From here on. */
  context: unknown;
}

/** @throws `agent_…` when the options, or the changes of `prepareStep`, are wrong. */
export async function prepareCall(place: CallPlace): Promise<PreparedCall> {
  const { options, conversation, steps, abortSignal } = place;
  const { stream } = options;
  const prepared = await askPrepareStep(place);
  const context = 'experimental_context' in prepared ? prepared.experimental_context : place.context;
  const tools = selectTools(options.tools, prepared.activeTools ?? stream.activeTools);
  const toolChoice = prepared.toolChoice ?? options.toolChoice;
  checkToolChoice(tools, toolChoice);
  const modelTools = await toModelTools(tools, context);
  const messages = conversation.toStored(prepared.messages);
  const system = prepared.system ?? options.system;
  const format = await stream.experimental_output?.responseFormat;
  const call: ModelCall = {
    ...fixedParts(options),
    model: prepared.model ?? options.model,
    ...(system !== undefined && { system }),
    messages,
    tools: modelTools,
    ...(toolChoice !== undefined && modelTools.length > 0 && { toolChoice }),
    settings: { ...options.settings, ...settingsOf(prepared) },
    ...(format !== undefined && { responseFormat: format as NonNullable<ModelCall['responseFormat']> }),
    stepNumber: steps.length,
    abortSignal,
  };
  return { call, tools, messages, context };
}

type FixedParts = Omit<ModelCall, 'model' | 'messages' | 'tools' | 'settings' | 'stepNumber'>;

/** The parts that no step changes. */
function fixedParts(options: AnswerOptions): FixedParts {
  const { telemetry, stream, isSilent, maxRetries, timeouts, nesting } = options;
  const { stepMs, chunkMs } = timeouts;
  return {
    writable: isSilent ? null : stream.writable,
    includeRawChunks: stream.includeRawChunks ?? false,
    sendReasoning: stream.sendReasoning ?? true,
    sendSources: stream.sendSources ?? false,
    ...(stream.experimental_transform !== undefined && { transform: stream.experimental_transform }),
    ...loadingOf(options),
    ...(telemetry && { telemetry }),
    maxRetries,
    timeouts: { ...(stepMs !== undefined && { stepMs }), ...(chunkMs !== undefined && { chunkMs }) },
    ...(nesting && { nested: nesting }),
  };
}

/** How the files of messages are loaded. */
export const loadingOf = ({ stream, downloadHosts }: AnswerOptions): Pick<ModelCall, 'download' | 'downloadHosts'> => ({
  ...(stream.experimental_download !== undefined && { download: stream.experimental_download }),
  ...(downloadHosts && { downloadHosts }),
});

async function askPrepareStep({ options, conversation, steps, context }: CallPlace): Promise<PreparedStep> {
  const { prepareStep, model } = options;
  if (!prepareStep) return {};
  const prepared = await prepareStep({
    messages: conversation.copy(),
    stepNumber: steps.length,
    steps: [...steps],
    model,
    experimental_context: context,
  });
  checkPreparedStep(prepared);
  return prepared;
}
