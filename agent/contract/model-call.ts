/** The messages between the loop, which runs in the workflow, and the model step, which runs on the host. */
import type { ModelMessage, SystemModelMessage, UIMessageChunk } from 'ai';

/** Settings of a model call that are sent as they are. Settings that are left out are not sent. */
export interface ModelSettings {
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  stopSequences?: string[];
  seed?: number;
  headers?: Record<string, string | undefined>;
  providerOptions?: Record<string, Record<string, unknown>>;
}

/** Which tools the model may or must call. */
export type ToolChoice = 'auto' | 'required' | 'none' | { type: 'tool'; toolName: string };

/** A tool as the model sees it. */
export type ModelTool =
  | {
      type: 'function';
      name: string;
      description?: string;
      /** JSON Schema, draft 7. */
      inputSchema: Record<string, unknown>;
      /** Its calls are shown as those of a tool that the client does not know. */
      dynamic?: true;
      title?: string;
      metadata?: Record<string, unknown>;
      inputExamples?: { input: unknown }[];
      strict?: boolean;
      providerOptions?: Record<string, Record<string, unknown>>;
    }
  /** One that the provider executes. */
  | {
      type: 'provider';
      name: string;
      id: `${string}.${string}`;
      args: Record<string, unknown>;
      supportsDeferredResults?: true;
    };

/** The form of the answer's text. */
export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json'; schema?: Record<string, unknown>; name?: string; description?: string };

/** The input of the model step. */
export interface ModelCall {
  /** A gateway id, a function that gives a model (crosses as a step function), or a model of `providers/…`. */
  model: unknown;
  system?: string | SystemModelMessage | SystemModelMessage[];
  /** The whole prompt without `system`. Crosses as a reference to the stored messages. */
  messages: readonly ModelMessage[];
  tools: ModelTool[];
  toolChoice?: ToolChoice;
  settings: ModelSettings;
  responseFormat?: ResponseFormat;
  /** Where the chunks go; `null`: nowhere (compaction, sub-agents that are silent). */
  writable: WritableStream<UIMessageChunk> | null;
  /**
   * Number of this model call in its `stream()` call, from 0. Part ids are made of it, so that each attempt gives the
   * same ones.
   */
  stepNumber: number;
  includeRawChunks: boolean;
  sendReasoning: boolean;
  sendSources: boolean;
  /** Functions, or arrays of them, or functions that give them; they cross as step functions. */
  transform?: unknown;
  download?: unknown;
  /** Default: all with public addresses. */
  downloadHosts?: readonly string[];
  telemetry?: Record<string, unknown>;
  /** The number of retries of the step. With it the last attempt knows that it is the last. */
  maxRetries: number;
  /**
   * Wait before the first retry, where the provider asks for none; twice as long before each further one. Default 2
   * seconds.
   */
  retryDelayMs?: number;
  /** Limits of one attempt. */
  timeouts: { stepMs?: number; chunkMs?: number };
  abortSignal?: AbortSignal;
  /** Set for a sub-agent: its chunks go out wrapped in this, see `ui-chunks.ts`. */
  nested?: { toolCallId: string; agent: string };
}

/**
 * The parts that are the same in most calls of an answer and may be long: they are stored once and passed as
 * references.
 */
export type FixedCall = Pick<
  ModelCall,
  | 'system'
  | 'tools'
  | 'toolChoice'
  | 'settings'
  | 'responseFormat'
  | 'telemetry'
  | 'includeRawChunks'
  | 'sendReasoning'
  | 'sendSources'
  | 'timeouts'
>;

/** Why the model ended: the six reasons that all versions of the AI SDK know. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** Tokens, in both spellings. A number is `undefined` when the provider does not tell it. */
export interface Usage {
  promptTokens: number | undefined;
  completionTokens: number | undefined;
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  totalTokens: number | undefined;
  reasoningTokens?: number;
  cachedInputTokens?: number;
}

/** A tool call as the model wrote it. */
export interface ModelToolCall {
  toolCallId: string;
  toolName: string;
  /** Parsed; the text itself when it is not JSON. */
  input: unknown;
  /** Present when the call cannot be made as it is. */
  invalid?: { kind: 'unknown-tool' | 'invalid-json'; message: string };
  /** Its result is in `providerResults`, now or in a later call. */
  providerExecuted?: true;
  providerMetadata?: Record<string, unknown>;
}

/** A result of a tool that the provider executed. */
export interface ProviderToolResult {
  toolCallId: string;
  toolName: string;
  output: unknown;
  isError?: true;
}

/**
 * The output of the model step. Its chunks are in the stream, and what it has in common with the messages is not
 * repeated.
 */
export interface ModelOutcome {
  /**
   * The messages that this call adds to the history: reasoning, narration, tool calls, results of the provider's tools.
   */
  messages: ModelMessage[];
  toolCalls: ModelToolCall[];
  providerResults: ProviderToolResult[];
  /** Sources that the model cited, as the AI SDK gives them. */
  sources: unknown[];
  /** Files that the model made. */
  files: { mediaType: string; base64: string }[];
  finishReason: FinishReason;
  /** The provider's own word, when it differs. */
  rawFinishReason?: string;
  usage: Usage;
  response: { id: string; model: string; timestamp: Date; headers?: Record<string, string> };
  warnings: unknown[];
  providerMetadata?: Record<string, unknown>;
  /**
   * The call was stopped: by the signal, or by a time limit of the attempt. `messages` has everything that had come by
   * then.
   */
  aborted?: { reason: 'signal' | 'step-timeout' | 'chunk-timeout'; message?: string };
  /** Major version of the AI SDK on the host. */
  sdkMajor: number;
}
