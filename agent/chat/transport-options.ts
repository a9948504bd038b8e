import type { UIMessage } from 'ai';
import type { ClientVersion } from './chunk-adapter.ts';

/** A value, or a function that gives it, maybe later. */
export type Resolvable<T> = T | (() => T | Promise<T>);

/** Headers of a request. Names without a value are not sent. */
export type HeaderRecord = Record<string, string | undefined> | Headers;

interface PreparationContext {
  /** Of the chat. */
  id: string;
  api: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  credentials: RequestCredentials | undefined;
  requestMetadata: unknown;
}

/** The request that is about to send messages, for `prepareSendMessagesRequest`. */
export interface SendPreparationContext<Message extends UIMessage> extends PreparationContext {
  messages: Message[];
  trigger: 'submit-message' | 'regenerate-message';
  messageId: string | undefined;
}

/** The request that is about to resume a stream, for `prepareReconnectToStreamRequest`. */
export interface ReconnectPreparationContext extends PreparationContext {
  /** The run whose stream is resumed; absent when only the chat is known. */
  runId: string | undefined;
  startIndex: number;
}

/** The changes that a preparation makes. Fields that are left out stay as they were. */
export interface PreparedRequest {
  api?: string;
  headers?: HeaderRecord;
  credentials?: RequestCredentials;
}

/** The options of `sendMessages()`, as useChat gives them. */
export interface SendMessagesOptions<Message extends UIMessage> {
  trigger: 'submit-message' | 'regenerate-message';
  chatId: string;
  messageId: string | undefined;
  messages: Message[];
  abortSignal: AbortSignal | undefined;
  headers?: Record<string, string> | Headers;
  body?: object;
  metadata?: unknown;
}

/** The options of `reconnectToStream()`, as useChat gives them. */
export interface ReconnectOptions {
  chatId: string;
  abortSignal?: AbortSignal | undefined;
  headers?: Record<string, string> | Headers;
  body?: object;
  metadata?: unknown;
}

/** The options of `new WorkflowChatTransport()`. */
export interface WorkflowChatTransportOptions<Message extends UIMessage = UIMessage> {
  /** Where the chat handler is mounted. Default `/api/chat`. */
  api?: string;
  /**
   * Major version of the AI SDK on this page. It decides how approvals are shown and how a step that starts over is
   * cleared. Without it, approvals come as the server stores them, and the text of a failed attempt stays visible.
   */
  version?: ClientVersion;
  /** Default: the global one. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every request. */
  headers?: Resolvable<HeaderRecord>;
  credentials?: Resolvable<RequestCredentials>;
  /** Added to the body of every message. */
  body?: Resolvable<object>;
  /** Changes the request that sends messages. */
  prepareSendMessagesRequest?(
    context: SendPreparationContext<Message>,
  ): (PreparedRequest & { body?: object }) | Promise<PreparedRequest & { body?: object }>;
  /** Changes the requests that read a stream again. `startIndex` is added to the address that it gives. */
  prepareReconnectToStreamRequest?(context: ReconnectPreparationContext): PreparedRequest | Promise<PreparedRequest>;
  /** Called with the response to each message. */
  onChatSendMessage?(response: Response, options: SendMessagesOptions<Message>): void | Promise<void>;
  /** Called when an answer is complete, or waits for approvals. `chunkIndex`: of its last chunk. */
  onChatEnd?(event: { chatId: string; chunkIndex: number }): void | Promise<void>;
  /** How many tries in a row to reach the server may fail before the error is shown. Default 3. */
  maxConsecutiveErrors?: number;
  /** Where the stream begins when a page resumes it; negative: counted from its end. Default 0, its beginning. */
  initialStartIndex?: number;
  /** Whether `stop()` of `useChat` stops the agent, and not only this page's view of it. Default `true`. */
  stopOnAbort?: boolean;
}
