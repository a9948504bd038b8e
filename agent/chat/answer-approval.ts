/** Answers to requests for approval: each goes to the hook that waits for it, once. */
import { getHookByToken, resumeHook, type HookInfo, type Run } from '../../runtime/entries/api.ts';
import { HookNotFoundError } from '../../runtime/entries/errors.ts';
import type { AgentHookMetadata, ApprovalAnswer } from '../contract/control.ts';
import type { ChatWorkflow } from './chat-options.ts';
import { findRunById, listRunsOfChat } from './find-run.ts';
import { chatError } from './messages.ts';
import { findAfterRequests } from './read-answer.ts';
import type { ApprovalResponse } from './read-messages.ts';

/** The number of newest runs that are searched for an answered approval. */
const RUNS_LOOKED_AT = 10;

/**
 * The id of an approval in a stream is the token of its hook. The id of a private approval is not a token.
 */
async function findApprovalHook(approvalId: string): Promise<HookInfo | null> {
  const hook = await getHookByToken(approvalId).catch((error: unknown) => {
    if (error instanceof HookNotFoundError) return null;
    throw error;
  });
  const facts = hook?.metadata as AgentHookMetadata | undefined;
  return facts?.agent === 'approval' ? hook : null;
}

/** @throws `agent_chat_approval_unknown`, `agent_chat_approval_answered`. */
export async function answerApproval(run: Run, { approvalId, ...answer }: ApprovalResponse): Promise<void> {
  const hook = await findApprovalHook(approvalId);
  if (hook && hook.runId !== run.runId) throw chatError('agent_chat_approval_unknown', {});
  if (hook && (await deliver(hook, answer))) return;
  const wasAsked = hook !== null || (await findAfterRequests(run, new Set([approvalId]))) !== null;
  throw chatError(wasAsked ? 'agent_chat_approval_answered' : 'agent_chat_approval_unknown', {});
}

/** False when it was answered already. */
async function deliver({ token }: HookInfo, answer: ApprovalAnswer): Promise<boolean> {
  try {
    await resumeHook(token, answer);
    return true;
  } catch (error) {
    if (error instanceof HookNotFoundError) return false;
    throw error;
  }
}

/** The run that an approval went to, and where its stream goes on for the client that gave it. */
export interface ApprovedRun {
  run: Run;
  /** Where the client's message ends. */
  startIndex: number;
}

/** The run that asked for these approvals in this chat. @throws `agent_chat_approval_unknown`. */
export async function findApprovedRun(
  workflow: ChatWorkflow<never>,
  chatId: string,
  approvalIds: ReadonlySet<string>,
): Promise<ApprovedRun> {
  for (const run of await candidates(workflow, chatId, approvalIds)) {
    const startIndex = await findAfterRequests(run, approvalIds);
    if (startIndex !== null) return { run, startIndex };
  }
  throw chatError('agent_chat_approval_unknown', {});
}

/**
 * Finds the run that owns the hook. Without a hook the approval was already answered, for instance by a request whose
 * response was lost.
 */
async function candidates(workflow: ChatWorkflow<never>, chatId: string, ids: ReadonlySet<string>): Promise<Run[]> {
  for (const approvalId of ids) {
    const hook = await findApprovalHook(approvalId);
    const found = hook && (await findRunById(workflow, hook.runId));
    if (found?.chatId === chatId) return [found.run];
  }
  return await listRunsOfChat(workflow, chatId, RUNS_LOOKED_AT);
}

/** Gives the answers to the run. Earlier answers stay. */
export async function answerApprovals(run: Run, responses: readonly ApprovalResponse[]): Promise<void> {
  for (const { approvalId, ...answer } of responses) {
    const hook = await findApprovalHook(approvalId);
    if (hook?.runId === run.runId) await deliver(hook, answer);
  }
}
