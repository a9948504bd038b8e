/**
 * Waits in a hook of the run until somebody approves a call. Nothing runs meanwhile, and a restart changes nothing.
 */
import { createHook, sleep } from 'workflow';
import type { AgentHookMetadata, ApprovalAnswer } from '../contract/control.ts';
import type { ApprovalOptions } from '../contract/tools.ts';
import { type AgentChunk, APPROVAL_CHUNK } from '../contract/ui-chunks.ts';

import type { CheckedCall } from './tool-calls.ts';

/** The answer that a call belongs to, as far as its approval needs it. */
export interface ApprovalContext {
  messageId: string;
  sdkMajor: number;
  write(chunk: AgentChunk): Promise<void>;
  /** Rejects when the answer is aborted: then nobody can approve any more. */
  aborted: Promise<never>;
}

const EXPIRED: ApprovalAnswer = { approved: false, reason: 'Nobody approved it in time.' };

/**
 * Asks for the approval of a call, and waits for it.
 * @throws The reason of the abort when the answer is aborted meanwhile.
 */
export async function awaitApproval(call: CheckedCall, context: ApprovalContext): Promise<ApprovalAnswer> {
  const { toolCallId, toolName, input, tool } = call;
  const { expiresIn, private: isPrivate = false, onRequest }: ApprovalOptions = tool.approval ?? {};
  const id = `${context.messageId}:${toolCallId}`;
  const metadata: AgentHookMetadata = {
    agent: 'approval',
    messageId: context.messageId,
    approvalId: id,
    toolCallId,
    toolName,
    ...(isPrivate && { private: true }),
  };
  using hook = createHook({ metadata, once: true });
  const approvalId = isPrivate ? id : hook.token;
  const show = (state: string, reason?: string): Promise<void> =>
    context.write(toChunk(context.sdkMajor, { approvalId, toolCallId, toolName, input, state, reason }));
  await show('requested');
  await onRequest?.({ approvalId, token: hook.token, toolCallId, toolName, input });
  const expiry = expiresIn === undefined ? [] : [sleep(expiresIn as Parameters<typeof sleep>[0]).then(() => EXPIRED)];
  const answer = toAnswer(await Promise.race([hook, context.aborted, ...expiry]));
  if (context.sdkMajor <= 5) await show(answer.approved ? 'approved' : 'denied', answer.reason);
  return answer;
}

/** The payload may be anything: only `approved: true` approves. */
function toAnswer(payload: unknown): ApprovalAnswer {
  const { approved, reason } = (typeof payload === 'object' && payload !== null ? payload : {}) as Record<
    string,
    unknown
  >;
  return { approved: approved === true, ...(typeof reason === 'string' && { reason }) };
}

interface ShownApproval {
  approvalId: string;
  toolCallId: string;
  toolName: string;
  input: unknown;
  state: string;
  reason: string | undefined;
}

/** Clients of AI SDK 5 know no approvals. */
function toChunk(sdkMajor: number, data: ShownApproval): AgentChunk {
  const { approvalId, toolCallId } = data;
  if (sdkMajor > 5) return { type: 'tool-approval-request', approvalId, toolCallId };
  return { type: APPROVAL_CHUNK, id: approvalId, data };
}
