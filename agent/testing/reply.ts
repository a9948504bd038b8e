/** The replies of a script: what the model says, and the faults on the way. */
import type { ModelRequest } from './model-request.ts';

/** A text, which is cut into deltas word by word, or its deltas exactly as they are to be sent. */
export type Pieces = string | readonly string[];

/** A tool call of the model, for the caller to execute. */
export interface ScriptedToolCall {
  name: string;
  /** Sent as JSON, in pieces. Default: `{}`. */
  input?: unknown;
  /** Sent instead of `input`, as it is: for arguments that are no JSON, or to decide on the pieces. */
  rawInput?: Pieces;
  /** Default: made of the number of the call, such as `call_3_1`. */
  id?: string;
}

/** A tool that the provider executes itself, such as its web search. */
export interface ScriptedProviderTool {
  /** As the protocol calls it: `web_search`. */
  name: string;
  input?: unknown;
  /**
   * The findings of the tool; for `web_search` a list of `{ url, title }`. Without it and `errorCode` the result is
   * missing.
   */
  output?: unknown;
  /** The tool failed, and this is why. */
  errorCode?: string;
  /** The provider says this beside the result. Only the protocol of the gateway tells it. */
  providerMetadata?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  id?: string;
}

/** A source that the model names. */
export interface ScriptedSource {
  url: string;
  title?: string;
}

/** A file that the model makes. */
export interface ScriptedFile {
  mediaType: string;
  base64: string;
}

/** Part of an answer, for those whose order matters. */
export type ReplyPart =
  | { type: 'reasoning'; text: Pieces; signature?: string }
  | { type: 'text'; text: Pieces }
  | { type: 'object'; value: unknown }
  | ({ type: 'tool-call' } & ScriptedToolCall)
  | ({ type: 'source' } & ScriptedSource)
  | ({ type: 'file' } & ScriptedFile)
  | ({ type: 'provider-tool' } & ScriptedProviderTool)
  /** The result of a provider's tool that was called in an earlier reply. */
  | { type: 'provider-tool-result'; id: string; name: string; output?: unknown; errorCode?: string };

/** Tokens as the provider counts them. Counts that are left out are not told. */
export interface ScriptedUsage {
  /** All of the prompt, with what came from a cache or went into it. */
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
}

/** The error of a provider, in words; it is sent in the form of the protocol. */
export interface ScriptedError {
  message?: string;
  /** Default: what the provider says for this status. */
  type?: string;
  code?: string;
}

/**
 * A place in an answer. `'request'`: nothing has been sent. A number: so many deltas have been sent; 0 is after the
 * HTTP headers, and a number beyond the last delta is before the end of the answer.
 */
export type ReplyPoint = 'request' | number;

/** Faults and delays of a reply. */
export interface ReplyFaults {
  /** Answers with this HTTP status and an error instead of the reply. */
  status?: number;
  /** HTTP headers of the answer, such as `retry-after`. */
  headers?: Readonly<Record<string, string>>;
  /** The error for `status` and `errorAfter`; a string is its message. */
  error?: string | ScriptedError;
  /**
   * Sends the error in the midst of the stream, and nothing after it. A call that does not stream is answered with
   * status 529.
   */
  errorAfter?: number;
  /** Cuts the connection. */
  dieAfter?: ReplyPoint;
  /** Says nothing more, and keeps the connection open. */
  hangAfter?: ReplyPoint;
  /** Waits until the test says so: see `held` of the server. */
  holdAfter?: ReplyPoint | readonly ReplyPoint[];
  /** Time before the first delta, and between two. A number is both. */
  delayMs?: number | { first?: number; between?: number };
}

/** An answer as it came over the wire. */
export interface RecordedAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Pieces of its text; each counts as a delta. */
  body: readonly string[];
}

/** An answer of the model. Parts are sent in the order of these fields, or as `content` has them. */
export interface ReplyFields extends ReplyFaults {
  reasoning?: Pieces;
  providerTools?: readonly ScriptedProviderTool[];
  text?: Pieces;
  /** An answer in JSON: what a call with structured output expects. */
  object?: unknown;
  sources?: readonly ScriptedSource[];
  files?: readonly ScriptedFile[];
  toolCalls?: readonly ScriptedToolCall[];
  /** Instead of the fields above: any parts in any order. */
  content?: readonly ReplyPart[];
  /**
   * One of the AI SDK's six, or a word of the provider, which is sent as it is. Default: `tool-calls` if there are
   * some, else `stop`.
   */
  finishReason?: string;
  /** Default: a token for every four characters of the request and the answer. `null`: the provider tells nothing. */
  usage?: ScriptedUsage | null;
  /** Id of the response. Default: made of the number of the call. */
  id?: string;
  /** Model that the response names. Default: the one that was asked for. */
  model?: string;
}

/** An answer of a real model, which is sent as it was: see `readRecording`. */
export interface RecordedReply extends ReplyFaults {
  recorded: RecordedAnswer;
}

/** A text is an answer that is nothing but this text. */
export type ScriptedReply = string | ReplyFields | RecordedReply;

/** A reply that answers so many requests, until the next one of its list is taken. */
export type RepeatedReply = (ReplyFields | RecordedReply) & { repeat: number };

/** A reply, or how it is made of the request. */
export type ReplySource =
  | ScriptedReply
  | RepeatedReply
  | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>);

/** The fields of a reply. */
export function fieldsOf(reply: ScriptedReply): ReplyFields | RecordedReply {
  return typeof reply === 'string' ? { text: reply } : reply;
}
