/** The states of one tool call while it is handled. */
import type { ModelToolCall } from '../contract/model-call.ts';
import type { AgentTool, ToolCallOptions } from '../contract/tools.ts';

/** The fields that the page gets with each chunk of a call. */
export interface ShownFields extends Pick<ModelToolCall, 'providerMetadata'> {
  toolMetadata?: Record<string, unknown>;
  dynamic?: true;
}

/** A call as it is executed: checked, and perhaps repaired. */
export interface CheckedCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
  tool: AgentTool;
  options: ToolCallOptions;
  shown: ShownFields;
}

/** How a call ended. */
export type CallOutcome =
  | { kind: 'result'; output: unknown }
  | { kind: 'error'; error: unknown; reason: string }
  /** `failure`: nobody could be asked, which ends the answer. */
  | { kind: 'denied'; reason: string | undefined; failure?: { error: unknown } }
  /** The client executes it. */
  | { kind: 'left' };

/** A call and what became of it. */
export interface HandledCall {
  call: Pick<ModelToolCall, 'toolCallId' | 'toolName'> & { input: unknown };
  tool: AgentTool | undefined;
  /** Of the call; its result has the same. */
  providerMetadata: ModelToolCall['providerMetadata'];
  /** The call could not be made. */
  isInvalid: boolean;
  outcome: CallOutcome;
}
