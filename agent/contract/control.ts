/** How the outside reaches an agent that works: the hooks that it opens, and what they take. */
import type { ModelMessage } from 'ai';

/** Metadata of an agent's hooks. A server finds the hooks of a run by it, and never resumes another hook. */
export type AgentHookMetadata =
  | { agent: 'control'; messageId: string }
  | {
      agent: 'approval';
      messageId: string;
      approvalId: string;
      toolCallId: string;
      toolName: string;
      /** Readers of the stream cannot approve; only holders of the token can. */
      private?: boolean;
    };

/** The payloads of the control hook. */
export type ControlMessage =
  /** Ends the answer: the model call under way is aborted. */
  | { type: 'stop'; reason?: string }
  /** Comes before the next model call of this answer. */
  | { type: 'steer'; message: ModelMessage }
  /** Comes when the agent would have finished. */
  | { type: 'follow-up'; message: ModelMessage }
  /** Goes on after the budget was used up, with a new one. */
  | { type: 'resume'; budget?: { maxTokens?: number; maxSteps?: number } };

/** The payload of an approval hook. */
export interface ApprovalAnswer {
  approved: boolean;
  reason?: string;
}

// --- the chat protocol

/** Header of every answer of the chat handler that has a stream: the run. */
export const RUN_ID_HEADER = 'x-workflow-run-id';
/** Header of a resumed stream that was asked for from its end: index of the last chunk that is there. */
export const TAIL_INDEX_HEADER = 'x-workflow-stream-tail-index';
/**
 * Header by which a client says which major version of the AI SDK it has; left out: the chunks are as they are stored.
 */
export const CLIENT_VERSION_HEADER = 'x-workflow-ai-version';
/**
 * Header by which a client says that it adapts the chunks to its version itself (`stored`), because it resumes where it
 * broke off.
 */
export const CHUNK_FORM_HEADER = 'x-workflow-chunks';
/** Header of a request that starts a run: sent again with the same value, it starts none. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** Header of every answer of the chat handler that has a stream: index of its first chunk. */
export const START_INDEX_HEADER = 'x-workflow-stream-start-index';
