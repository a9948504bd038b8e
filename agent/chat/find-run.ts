/** Which run a request is about. */
import { getRun, listRuns, type Run, type RunSummary } from '../../runtime/entries/api.ts';
import { isRunId } from '../../runtime/entries/agent-chat.ts';
import type { ChatWorkflow } from './chat-options.ts';

/** Attribute of runs that a chat handler starts: the chat. */
export const CHAT_ATTRIBUTE = 'chat';

/** A run of the chat's workflow. */
export interface ChatRun {
  run: Run;
  /** Absent for runs that were started otherwise. */
  chatId: string | undefined;
}

const workflowIdOf = (workflow: ChatWorkflow<never>): string => (workflow as { workflowId: string }).workflowId;

/** @param id Of a run, or of a chat with a run under way. `null`: there is none, or it is a run of another workflow. */
export async function findRun(workflow: ChatWorkflow<never>, id: string): Promise<ChatRun | null> {
  return isRunId(id) ? await findRunById(workflow, id) : await findActiveRun(workflow, id);
}

/**
 * Finds a run by its id. `null` when there is none, or when it runs another workflow: other runs cannot be reached
 * through a chat.
 */
export async function findRunById(workflow: ChatWorkflow<never>, runId: string): Promise<ChatRun | null> {
  const run = getRun(runId);
  if (!(await run.exists)) return null;
  const summary = await run.summary();
  return summary.workflowName === workflowIdOf(workflow) ? { run, chatId: chatOf(summary) } : null;
}

async function findActiveRun(workflow: ChatWorkflow<never>, chatId: string): Promise<ChatRun | null> {
  const conditions = { workflow: workflowIdOf(workflow), attributes: { [CHAT_ATTRIBUTE]: chatId } };
  const { runs } = await listRuns({ ...conditions, status: ['pending', 'running'], limit: 1 });
  return runs[0] ? { run: getRun(runs[0].runId), chatId } : null;
}

/** Runs of a chat, the newest first, whether they are over or not. */
export async function listRunsOfChat(workflow: ChatWorkflow<never>, chatId: string, limit: number): Promise<Run[]> {
  const attributes = { [CHAT_ATTRIBUTE]: chatId };
  const { runs } = await listRuns({ workflow: workflowIdOf(workflow), attributes, limit });
  return runs.map(({ runId }) => getRun(runId));
}

function chatOf({ attributes }: RunSummary): string | undefined {
  const chat = attributes[CHAT_ATTRIBUTE];
  return chat === undefined ? undefined : String(chat);
}
