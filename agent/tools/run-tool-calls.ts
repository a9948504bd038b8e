/**
 * The tool calls of one answer of the model: checked, approved, executed side by side, and shown as soon as each has
 * ended.
 */
import type { AgentChunk } from '../contract/ui-chunks.ts';
import type { ModelMessage } from 'ai';
import type { ModelToolCall } from '../contract/model-call.ts';
import type { RepairToolCall, SystemPrompt } from '../contract/options.ts';
import type { AgentTool, AgentToolSet, ToolCallOptions } from '../contract/tools.ts';
import { type Approval, awaitApproval } from './await-approval.ts';
import { checkCall, type CheckOutcome } from './check-call.ts';
import { describeError } from './describe-error.ts';
import { executeTool } from './execute-tool.ts';
import { isProviderTool } from './model-tools.ts';
import type { CallOutcome, CheckedCall, HandledCall, ShownFields } from './tool-calls.ts';

/** The parts of an answer that a round of calls needs. */
export interface RoundContext {
  messageId: string;
  stepNumber: number;
  sdkMajor: number;
  /** Those that this model call had. */
  tools: AgentToolSet;
  repair: RepairToolCall | undefined;
  system: SystemPrompt | undefined;
  /** The conversation before the answer, in the form that crosses into steps by reference. */
  messages: ModelMessage[];
  toOptions(call: { toolCallId: string; messages: ModelMessage[]; idempotencyKey: string }): ToolCallOptions;
  write(...chunks: AgentChunk[]): Promise<void>;
  /** Fires when the answer is aborted … */
  signal: AbortSignal;
  /** … and this rejects. */
  aborted: Promise<never>;
}

/**
 * An abort ends all calls at once. Calls that have not ended count as failed, so that the conversation can go on.
 * @throws {FatalError} The `FatalError` of a tool.
 */
export async function runToolCalls(calls: readonly ModelToolCall[], round: RoundContext): Promise<HandledCall[]> {
  const own = calls.filter(({ providerExecuted }) => !providerExecuted);
  return await Promise.all(own.map((call) => runToolCall(call, round)));
}

async function runToolCall(written: ModelToolCall, round: RoundContext): Promise<HandledCall> {
  const { toolCallId } = written;
  const checked = await checkCall(written, round);
  const { toolName, input, tool } = checked;
  const shown = toShown(written, tool, round.sdkMajor);
  await round.write({ ...toInputChunk(toolCallId, checked, round.sdkMajor), ...shown });
  const outcome: CallOutcome = checked.isValid
    ? await runChecked(
        { toolCallId, toolName, input, tool: checked.tool, shown, options: optionsOf(written, round) },
        round,
      )
    : toFailure(checked.error);
  const { providerMetadata } = shown;
  return { call: { toolCallId, toolName, input }, tool, providerMetadata, isInvalid: !checked.isValid, outcome };
}

function optionsOf(
  { toolCallId }: ModelToolCall,
  { messageId, stepNumber, messages, toOptions }: RoundContext,
): ToolCallOptions {
  // Some providers start their ids over in each answer, so the id of a call alone is not unique.
  return toOptions({ toolCallId, messages, idempotencyKey: `${messageId}:${stepNumber}:${toolCallId}` });
}

async function runChecked(call: CheckedCall, round: RoundContext): Promise<CallOutcome> {
  await tellOfInput(call);
  if (!call.tool.execute || isProviderTool(call.tool)) return { kind: 'left' };
  const outcome = await runShowingFailure(call, round);
  await round.write(toOutcomeChunk(call, outcome, round.sdkMajor));
  if (outcome.kind === 'denied' && outcome.failure && !round.signal.aborted) throw outcome.failure.error;
  return outcome;
}

async function runShowingFailure(call: CheckedCall, round: RoundContext): Promise<CallOutcome> {
  try {
    return await runWhenApproved(call, round);
  } catch (error) {
    if (round.signal.aborted) return toFailure(new Error('It was aborted.', { cause: error }));
    await round.write(toFailureChunk(call, describeError(error)));
    throw error;
  }
}

async function runWhenApproved(call: CheckedCall, round: RoundContext): Promise<CallOutcome> {
  const { tool, input, options } = call;
  const { needsApproval = false } = tool;
  const isAsked =
    typeof needsApproval === 'function'
      ? await Promise.race([needsApproval(input, options), round.aborted])
      : needsApproval;
  const { approved, ...denial }: Approval = isAsked ? await awaitApproval(call, round) : { approved: true };
  if (!approved) return { kind: 'denied', reason: undefined, ...denial };
  const executing = executeTool(call, (output) => round.write({ ...toOutputChunk(call, output), preliminary: true }));
  return await Promise.race([executing, round.aborted]);
}

const toFailure = (error: unknown): CallOutcome & { kind: 'error' } => ({
  kind: 'error',
  error,
  reason: describeError(error),
});

/** The input is already parsed, so the chunk can be written at once. */
async function tellOfInput({ tool, input, options }: CheckedCall): Promise<void> {
  await tool.onInputStart?.(options);
  await tool.onInputDelta?.({ ...options, inputTextDelta: JSON.stringify(input) ?? '' });
  await tool.onInputAvailable?.({ ...options, input });
}

/** AI SDK 5 shows nothing else of a tool. */
const toShown = ({ providerMetadata }: ModelToolCall, tool: AgentTool | undefined, sdkMajor: number): ShownFields => ({
  ...(providerMetadata && { providerMetadata }),
  ...(tool?.metadata && sdkMajor > 5 && { toolMetadata: tool.metadata }),
  ...(tool?.type === 'dynamic' && { dynamic: true }),
});

function toInputChunk(toolCallId: string, checked: CheckOutcome, sdkMajor: number): AgentChunk {
  const { toolName, input, tool } = checked;
  const call = { toolCallId, toolName, input, title: sdkMajor > 5 ? tool?.title : undefined };
  if (checked.isValid) return { type: 'tool-input-available', ...call };
  return { type: 'tool-input-error', ...call, errorText: describeError(checked.error) };
}

const toOutputChunk = ({ toolCallId, shown }: CheckedCall, output: unknown): AgentChunk => ({
  type: 'tool-output-available',
  toolCallId,
  // For clients, a part without output is still running.
  output: output === undefined ? null : output,
  ...shown,
});

const toFailureChunk = ({ toolCallId, shown }: CheckedCall, errorText: string): AgentChunk => ({
  type: 'tool-output-error',
  toolCallId,
  errorText,
  ...shown,
});

function toOutcomeChunk(call: CheckedCall, outcome: CallOutcome, sdkMajor: number): AgentChunk {
  if (outcome.kind === 'result') return toOutputChunk(call, outcome.output);
  const isDenied = outcome.kind === 'denied';
  if (isDenied && sdkMajor > 5) return { type: 'tool-output-denied', toolCallId: call.toolCallId };
  return toFailureChunk(call, ('reason' in outcome && outcome.reason) || 'It was denied.');
}
