/**
 * Tools as users write them. Those of the AI SDK (`tool()`, `dynamicTool()`, a provider's tools) have this shape, too.
 */
import type { ModelMessage } from 'ai';

/**
 * Checks and describes the input of a tool: a Standard Schema (zod 4.2 and newer, Valibot, ArkType), a schema of the AI
 * SDK, or JSON Schema.
 */
export type ToolSchema = object;

/** The value that a schema gives: Standard Schemas and those of the AI SDK say it, JSON Schema does not. */
export type SchemaOutput<Schema> = Schema extends {
  readonly '~standard': { readonly types?: { readonly output: infer Value } | undefined };
}
  ? Value
  : Schema extends { readonly _type: infer Value }
    ? Value
    : unknown;

/** The second argument of a tool: everything about its call but the input. */
export interface ToolCallOptions {
  toolCallId: string;
  /** The conversation up to the call. */
  messages: ModelMessage[];
  experimental_context?: unknown;
  /** The same, as tools of AI SDK 7 call it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  context: any;
  /**
   * The same for every attempt of this call and unique over all runs: hand it to services that know idempotency keys.
   */
  idempotencyKey: string;
  /** Fires when the agent is stopped, or its time is over. */
  abortSignal: AbortSignal;
}

/** A request to approve a call. */
export interface ApprovalRequest {
  approvalId: string;
  /** Resumes the call: `resumeHook(token, { approved, reason })`. Whoever has it can approve. */
  token: string;
  toolCallId: string;
  toolName: string;
  input: unknown;
}

/** How a call waits for approval. */
export interface ApprovalOptions {
  /** Milliseconds or text such as `'1 day'`; then the call counts as denied. Default: it waits as long as it takes. */
  expiresIn?: number | string;
  /**
   * Readers of the stream get an id that approves nothing, and only {@link onRequest} gets the token. Default `false`:
   * whoever reads the stream can approve, as in a chat.
   */
  private?: boolean;
  /** Called in the workflow when the call begins to wait, for instance to send a message; may be a step. */
  onRequest?(request: ApprovalRequest): unknown;
}

/** A tool that an agent may offer to the model. */
// The tools of one set have different inputs and outputs, so the type of a set cannot name them.
// oxlint-disable-next-line typescript/no-explicit-any
export interface AgentTool<Input = any, Output = any> {
  /** `'provider'` and `'provider-defined'` are executed by the provider. Default `'function'`. */
  type?: 'function' | 'dynamic' | 'provider' | 'provider-defined' | undefined;
  /** For the model. Tools of AI SDK 7 may make it of the context. */
  // oxlint-disable-next-line typescript/no-explicit-any
  description?: string | ((options: { context: any }) => string) | undefined;
  /** For the page, with each call. */
  title?: string | undefined;
  /** For the page, with each call, as `toolMetadata`. AI SDK 6 and newer. */
  metadata?: Record<string, unknown> | undefined;
  /** The model writes an input that fits the schema exactly, where the provider can do that. AI SDK 6 and newer. */
  strict?: boolean | undefined;
  /** For the model. AI SDK 6 and newer. */
  inputExamples?: { input: Input }[] | undefined;
  inputSchema?: ToolSchema | undefined;
  /**
   * Runs in the workflow and may be a step, sleep, or wait for a hook. Without it the client executes the call, and the
   * agent ends its answer. A generator shows each value as a preliminary result; the last one is the result.
   */
  execute?:
    | ((input: Input, options: ToolCallOptions) => Output | PromiseLike<Output> | AsyncIterable<Output>)
    | undefined;
  /** The call waits until somebody approves it. */
  needsApproval?: boolean | ((input: Input, options: ToolCallOptions) => boolean | PromiseLike<boolean>) | undefined;
  approval?: ApprovalOptions | undefined;
  /** Turns the output into the content that the model reads. Default: text as text, all else as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any
  toModelOutput?: ((...args: any[]) => unknown) | undefined;
  /** Called in the workflow, when the model's call is there as a whole. */
  onInputStart?: ((options: ToolCallOptions) => unknown) | undefined;
  onInputDelta?: ((options: ToolCallOptions & { inputTextDelta: string }) => unknown) | undefined;
  onInputAvailable?: ((options: ToolCallOptions & { input: Input }) => unknown) | undefined;
  providerOptions?: Record<string, Record<string, unknown>> | undefined;
  /** Of tools that the provider executes. */
  id?: string | undefined;
  args?: Record<string, unknown> | undefined;
  /** Of tools that the provider executes: the result may come with a later answer. */
  supportsDeferredResults?: boolean | undefined;
}

/** Tools by the names that the model calls them by. */
export type AgentToolSet = Record<string, AgentTool>;
