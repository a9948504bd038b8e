/**
 * Waits in a hook of the run until somebody approves a call. Nothing runs meanwhile, and a restart changes nothing.
 */
import { createHook, sleep } from 'workflow';
import { runBehaviour } from 'workflow/internal/agent';
import type { AgentHookMetadata, ApprovalAnswer } from '../contract/control.ts';
import type { ApprovalOptions } from '../contract/tools.ts';
import { type AgentChunk, APPROVAL_CHUNK } from '../contract/ui-chunks.ts';
import { describeError } from './describe-error.ts';
import type { CheckedCall } from './tool-calls.ts';

/** The answer that a call belongs to, as far as its approval needs it. */
export interface ApprovalContext {
  messageId: string;
  sdkMajor: number;
  write(chunk: AgentChunk): Promise<void>;
  /** Fires when the answer is aborted: then nobody can approve any more. */
  signal: AbortSignal;
  /** Rejects then. */
  aborted: Promise<never>;
}

/** An answer, or why nobody can give one any more. */
export interface Approval extends ApprovalAnswer {
  failure?: { error: unknown };
}

/** The first version of behaviour that shows all answers, where clients know them: those of AI SDK 6 do not. */
const ANSWERED_SINCE = 6;

const EXPIRED: ApprovalAnswer = { approved: false, reason: 'Nobody approved it in time.' };

/**
 * Asks for the approval of a call, and waits for it. Every request that readers have seen gets an answer, also when the
 * run ends meanwhile: histories with open requests are refused by the AI SDK.
 */
export async function awaitApproval(call: CheckedCall, context: ApprovalContext): Promise<Approval> {
  const { toolCallId, toolName, input, tool } = call;
  const { sdkMajor } = context;
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
    context.write(toChunk(sdkMajor, { approvalId, toolCallId, toolName, input, state, reason }));
  await show('requested');
  const ask = async (): Promise<Approval> => {
    await onRequest?.({ approvalId, token: hook.token, toolCallId, toolName, input });
    const expiry = expiresIn === undefined ? [] : [sleep(expiresIn as Parameters<typeof sleep>[0]).then(() => EXPIRED)];
    return toAnswer(await Promise.race([hook, ...expiry]));
  };
  const answer = await Promise.race([ask(), context.aborted]).catch((error: unknown) => toDenial(error, context));
  const isShown = runBehaviour() >= ANSWERED_SINCE ? sdkMajor !== 6 : sdkMajor <= 5 && !answer.failure;
  if (isShown) await show(answer.approved ? 'approved' : 'denied', answer.reason);
  return answer;
}

const toDenial = (error: unknown, { signal }: ApprovalContext): Approval => ({
  approved: false,
  reason: signal.aborted ? 'It was aborted.' : describeError(error),
  failure: { error },
});

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
  const { approvalId, toolCallId, state, reason } = data;
  if (sdkMajor > 5 && state === 'requested') return { type: 'tool-approval-request', approvalId, toolCallId };
  if (sdkMajor > 5) return { type: 'tool-approval-response', approvalId, approved: state === 'approved', reason };
  return { type: APPROVAL_CHUNK, id: approvalId, data };
}
