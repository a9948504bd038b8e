/** The states of one tool call while it is handled. */
import type { ModelToolCall } from '../contract/model-call.ts';
import type { AgentTool, ToolCallOptions } from '../contract/tools.ts';

/** A call as it is executed: checked, and perhaps repaired. */
export interface CheckedCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
  tool: AgentTool;
  options: ToolCallOptions;
}

/** How a call ended. */
export type CallOutcome =
  | { kind: 'result'; output: unknown }
  | { kind: 'error'; error: unknown; reason: string }
  | { kind: 'denied'; reason: string | undefined }
  /** The client executes it. */
  | { kind: 'left' };

/** A call and what became of it. */
export interface HandledCall {
  call: Pick<ModelToolCall, 'toolCallId' | 'toolName'> & { input: unknown };
  tool: AgentTool | undefined;
  /** The call could not be made. */
  isInvalid: boolean;
  outcome: CallOutcome;
}
