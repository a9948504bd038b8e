/** The results of an agent. */
import type { ModelMessage, UIMessage } from 'ai';
import type { FinishReason, Usage } from './model-call.ts';

/** A call that the model made, with its input after validation and repair. */
export interface ToolCall {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerExecuted?: boolean;
  /** The call could not be made, see the tool error. */
  invalid?: boolean;
}

/** The output of a call. */
export interface ToolResult {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  input: unknown;
  output: unknown;
  providerExecuted?: boolean;
}

/** A call that failed, was denied, or could not be made. The model was told. */
export interface ToolError {
  type: 'tool-error';
  toolCallId: string;
  toolName: string;
  input: unknown;
  error: unknown;
  /** Nobody approved it. */
  denied?: boolean;
}

/** One call of the model, and the tools that it called. */
export interface StepResult {
  /** From 0. */
  stepNumber: number;
  text: string;
  /** The model's reasoning as text; `undefined` when there is none. */
  reasoningText: string | undefined;
  toolCalls: ToolCall[];
  toolResults: ToolResult[];
  toolErrors: ToolError[];
  files: { mediaType: string; base64: string }[];
  sources: unknown[];
  finishReason: FinishReason;
  /** The provider's own word, when the reason is not one of the six. */
  rawFinishReason: string | undefined;
  usage: Usage;
  response: {
    id: string;
    model: string;
    modelId: string;
    timestamp: Date;
    headers?: Record<string, string>;
    /** The messages that this step added to the conversation. */
    messages: ModelMessage[];
  };
  warnings: unknown[];
  providerMetadata: Record<string, unknown> | undefined;
}

/** Why an agent ended its answer. */
export type StoppedBy =
  /** The model had no more calls to make. */
  | 'finish'
  /** Calls are left that the client executes. */
  | 'client-tools'
  | 'stopWhen'
  | 'maxSteps'
  /** Neither `maxSteps` nor `stopWhen` was set, and the default limit was reached. */
  | 'default-limit'
  | 'budget'
  | 'abort';

/** The result of `stream()`: the whole conversation, and the last step in short. */
export interface DurableAgentStreamResult<Output = never> {
  /** The conversation: what was given, and everything that was added. Without the system prompt. */
  messages: ModelMessage[];
  steps: StepResult[];
  /** Present when `experimental_output` was given. */
  experimental_output?: Output;
  /** Present when `collectUIMessages` is true: what readers of the stream see. */
  uiMessages?: UIMessage[];
  text: string;
  finishReason: FinishReason;
  stoppedBy: StoppedBy;
  /** Of the last step. */
  toolCalls: ToolCall[];
  /** Of the last step. */
  toolResults: ToolResult[];
  /** Over all steps, compaction and sub-agents included. */
  totalUsage: Usage;
  /** Present when the answer was aborted: by the signal, from outside, or because its time was over. */
  aborted?: { reason: string };
  /** Present when the conversation was compacted: the messages that the model saw last. Go on with these. */
  compactedMessages?: ModelMessage[];
}

export type { FinishReason, Usage };
