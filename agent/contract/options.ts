/** The options of an agent. */
import type { ModelMessage, SystemModelMessage, UIMessageChunk } from 'ai';
import type { ModelSettings, ToolChoice } from './model-call.ts';
import type { StepResult } from './results.ts';
import type { AgentToolSet, ToolSchema } from './tools.ts';

/**
 * `'<provider>/<model>'` on the gateway, a model of `workflow/agent/providers/…`, or a function that gives a model of
 * the AI SDK. A model in the agent's options is moved to the host by the compiler, so a model of a provider's own
 * package can stand there, too.
 */
export type AgentModel = string | object | (() => unknown);

/** The system prompt: text, or messages with options of the provider. */
export type SystemPrompt = string | SystemModelMessage | SystemModelMessage[];

/** Decides whether the agent ends its answer. `steps` holds at least one step. */
export type StopCondition = (context: { steps: StepResult[] }) => boolean | PromiseLike<boolean>;

/** The changes that `prepareStep` may make, for this step alone. */
export type PreparedStep = ModelSettings & {
  model?: AgentModel;
  system?: SystemPrompt;
  messages?: ModelMessage[];
  toolChoice?: ToolChoice;
  activeTools?: string[];
  /** For this step and all that follow. */
  experimental_context?: unknown;
};

/** The argument of `prepareStep`, which is called before each call of the model. */
export interface PrepareStepContext {
  /** The prompt as it would be sent, without the system prompt. */
  messages: ModelMessage[];
  /** From 0. */
  stepNumber: number;
  steps: StepResult[];
  model: AgentModel;
  experimental_context: unknown;
}

// A callback may return nothing, or a promise of it.
type Awaitable<T> = T | PromiseLike<T>;

/** The argument of `onFinish`, which is called at the end of an answer. */
export interface FinishEvent {
  steps: StepResult[];
  messages: ModelMessage[];
  text: string;
  finishReason: StepResult['finishReason'];
  /** Of the last step. */
  usage: StepResult['usage'];
  totalUsage: StepResult['usage'];
  experimental_context: unknown;
}

/**
 * Callbacks run in the workflow, and again on replay, so put outside effects into steps. Those of the agent are called
 * before those of `stream()`.
 */
export interface AgentCallbacks {
  onStepFinish?(step: StepResult): Awaitable<void>;
  /** The answer ended as it should: not after an error or an abort. */
  onFinish?(event: FinishEvent): Awaitable<void>;
}

/** The argument of `experimental_repairToolCall`: a call that does not fit its tool. */
export interface ToolCallRepairContext {
  /** As the model wrote it: `input` is text. */
  toolCall: { type: 'tool-call'; toolCallId: string; toolName: string; input: string };
  tools: AgentToolSet;
  inputSchema(call: { toolName: string }): Promise<Record<string, unknown>>;
  messages: ModelMessage[];
  system: SystemPrompt | undefined;
  /** `NoSuchToolError.isInstance` and `InvalidToolInputError.isInstance` of the AI SDK know it. */
  error: Error;
}

/** Gives the call as it should have been, or `null` when it cannot. */
export type RepairToolCall = (
  context: ToolCallRepairContext,
) => Awaitable<{ toolName: string; toolCallId?: string; input: string } | null>;

/** How much an answer may use up. */
export interface Budget {
  /** Input and output of all model calls. */
  maxTokens?: number;
  maxSteps?: number;
  /** `'pause'`: the answer waits until somebody resumes it with more. Default `'stop'`. */
  onExceeded?: 'stop' | 'pause';
}

/** Replaces the beginning of a long conversation by a summary, which a durable step makes. */
export interface Compaction {
  /** Compact before the next call when the last one had more input tokens. */
  maxInputTokens: number;
  /** Messages at the end that stay as they are. Default 6. */
  keepLast?: number;
  /** Default: the agent's own. */
  model?: AgentModel;
  /** Says what the summary must keep. */
  instructions?: string;
}

/** Limits in milliseconds. */
export interface Timeouts {
  /** The whole answer, waits included. */
  totalMs?: number;
  /** One call of the model. */
  stepMs?: number;
  /** From one chunk of the model to the next. */
  chunkMs?: number;
}

/** The options that `new DurableAgent()` and `stream()` both take. Those of `stream()` win, one by one. */
interface CallOptions extends ModelSettings, AgentCallbacks {
  /** Default `'auto'`. */
  toolChoice?: ToolChoice;
  /** Retries after a transient failure of a model call: 2 (the default) means at most three calls. */
  maxRetries?: number;
  /** As the AI SDK takes it, without a `tracer`: telemetry begins in steps, which use the global one. */
  experimental_telemetry?: Record<string, unknown>;
  prepareStep?(context: PrepareStepContext): Awaitable<PreparedStep | undefined>;
  experimental_context?: unknown;
  budget?: Budget;
  /**
   * The hosts from which files are loaded that messages name by their addresses and that the model does not load
   * itself: `files.example.com`, `*.example.com` (the hosts below it), `minio:9000`, and `*`, which stands for all
   * hosts with public addresses. A host that is named may be in a private network. `[]`: none. Default `['*']`.
   */
  downloadHosts?: readonly string[];
}

/** The options of `new DurableAgent()`. They hold for all of its answers. */
export interface DurableAgentOptions<Tools extends AgentToolSet = AgentToolSet> extends CallOptions {
  model: AgentModel;
  /** For sub-agents, telemetry and messages. */
  name?: string;
  tools?: Tools;
  system?: SystemPrompt;
  /** Another name of {@link system}, as in the agents of the AI SDK. Set one of them. */
  instructions?: SystemPrompt;
  compaction?: Compaction;
}

/** The form of the last step's text, see `Output`. Those of the AI SDK work, too. */
export interface OutputSpecification<Output> {
  readonly responseFormat: unknown;
  parseCompleteOutput?(text: { text: string }, context: object): PromiseLike<Output> | Output;
  parseOutput?(text: { text: string }, context: object): PromiseLike<Output> | Output;
}

/** The options of `stream()`. They hold for one answer, and win over those of the agent. */
export interface DurableAgentStreamOptions<Output = never> extends CallOptions {
  /** The conversation. */
  messages: ModelMessage[];
  /** Where the chunks go: `getWritable()`. */
  writable: WritableStream<UIMessageChunk>;
  /** In place of the agent's. */
  system?: SystemPrompt;
  /** Default `false`: the stream is closed at the end. */
  preventClose?: boolean;
  /** Default `true`. */
  sendStart?: boolean;
  /** Default `true`. */
  sendFinish?: boolean;
  /** Default `true`. */
  sendReasoning?: boolean;
  /** Default `false`. */
  sendSources?: boolean;
  /** Sent with the `start` chunk. */
  messageMetadata?: unknown;
  /** Calls of the model, at least 1. Default: 50, unless `stopWhen` is given. */
  maxSteps?: number;
  stopWhen?: StopCondition | StopCondition[];
  /** The tools that the model gets. `[]`: none. Default: all. */
  activeTools?: string[];
  experimental_output?: OutputSpecification<Output>;
  collectUIMessages?: boolean;
  /** Chunks of the provider come as `data-workflow-raw`. */
  includeRawChunks?: boolean;
  /**
   * Called once, before the call rejects. Readers of the stream see the text that it returns; without one they see the
   * provider's message, and nothing of other errors.
   */
  onError?(event: { error: unknown }): Awaitable<string | void>;
  /** Once, when the answer was aborted. */
  onAbort?(event: { steps: StepResult[]; reason: string }): Awaitable<void>;
  experimental_repairToolCall?: RepairToolCall;
  experimental_transform?: unknown;
  experimental_download?: unknown;
  abortSignal?: AbortSignal;
  /** Milliseconds for the whole answer, or a limit for each part. */
  timeout?: number | Timeouts;
  /**
   * Token under which the answer can be stopped and steered from outside. Default: an unguessable one, found by the
   * run.
   */
  controlToken?: string;
}

/** How an agent becomes a tool of another one. */
export interface AsToolOptions<Input> {
  description: string;
  /** Default: `{ prompt: string }`. */
  inputSchema?: ToolSchema;
  /** Makes the question to the sub-agent. Default: the input's `prompt`. */
  toMessages?(input: Input): string | ModelMessage[];
  /** Its chunks do not go to the parent's stream. Default `false`. */
  silent?: boolean;
  maxSteps?: number;
}
