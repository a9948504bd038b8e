import type { ModelMessage, UIMessage } from 'ai';
import type { StartOptions, WorkflowReference } from '../../runtime/entries/api.ts';
import type { ClientVersion } from './chunk-adapter.ts';
import type { ChatBody } from './read-messages.ts';

/** The actions that a request can ask for. */
export type ChatAction = 'send' | 'stream' | 'approve' | 'stop' | 'steer' | 'follow-up' | 'resume';

/** The request that `authorize` decides about. */
export interface AuthorizeContext {
  request: Request;
  action: ChatAction;
  /** The run that the request is about; absent when it starts one. */
  runId?: string;
  /** The chat that the request is about, as the client or the run says; absent for runs that belong to none. */
  chatId?: string;
}

/** A new message with its conversation and request. */
export interface SendContext {
  chatId: string;
  /** The conversation, as models take it. */
  messages: ModelMessage[];
  /** The conversation, as useChat has it. */
  uiMessages: UIMessage[];
  /** All that the client sent. */
  body: ChatBody;
  request: Request;
}

/** The workflow function of a chat, or its reference when the function is not at hand. */
export type ChatWorkflow<Args extends unknown[]> = ((...args: Args) => Promise<unknown>) | WorkflowReference;

/** The options of `createChatHandler()`. */
export interface ChatHandlerOptions<Args extends unknown[] | [] = [{ chatId: string; messages: ModelMessage[] }]> {
  /**
   * The workflow in which the agent works: one run for each message. Other workflows cannot be reached through this
   * handler.
   */
  workflow: ChatWorkflow<Args>;
  /** Its arguments for a message. Default: `[{ chatId, messages }]`. */
  toArgs?: (context: SendContext) => Args | Promise<Args>;
  /** Options of `start()` besides the arguments, for instance attributes of your own. */
  startOptions?(context: SendContext): Omit<StartOptions, 'id' | 'onConflict'>;
  /**
   * Asked first, for every request. `false` is answered with 403, a response with that response. Without it whoever
   * reaches the route and knows the id of a chat or run may read and steer it, so leave it out only where your own
   * route has checked that already.
   */
  authorize?(context: AuthorizeContext): boolean | Response | Promise<boolean | Response>;
  /**
   * For clients that do not say which major version of the AI SDK they have. Default: chunks are sent as they are
   * stored.
   */
  clientVersion?: ClientVersion;
  /** How often a comment is sent while a stream has nothing else to send. Default 15 seconds. */
  heartbeatMs?: number;
  /** Told of errors that callers only learn of as `agent_chat_failed`. Default: `console.error`. */
  onError?(error: unknown): void;
}
