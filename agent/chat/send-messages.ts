/**
 * Takes a message of the user. It starts a run, only once however often it is sent, or goes to the run that waits for
 * its approvals.
 */
import { createHash } from 'node:crypto';
import { listRuns, start, type Run } from '../../runtime/entries/api.ts';
import { IDEMPOTENCY_HEADER } from '../contract/control.ts';
import { answerApprovals, findApprovedRun } from './answer-approval.ts';
import type { ChatHandlerOptions, SendContext } from './chat-options.ts';
import { CHAT_ATTRIBUTE } from './find-run.ts';
import { type ChatBody, readApprovalResponses, toModelMessages } from './read-messages.ts';

/** Where the answer to a message is. */
export interface Sent {
  run: Run;
  startIndex: number;
  isContinued: boolean;
  /** Approvals that came with it. */
  answered: ReadonlySet<string>;
}

/**
 * Answers a POST of messages with the stream of the run that takes them.
 * @throws `agent_chat_…` for a request that cannot be read, and for a run that takes no message now.
 */
export async function sendMessages<Args extends unknown[]>(
  options: ChatHandlerOptions<Args>,
  body: ChatBody,
  request: Request,
): Promise<Sent> {
  const responses = readApprovalResponses(body.messages);
  if (responses.length === 0) {
    const run = await startOnce(options, body, request);
    return { run, startIndex: 0, isContinued: false, answered: new Set() };
  }
  const answered = new Set(responses.map(({ approvalId }) => approvalId));
  const { run, startIndex } = await findApprovedRun(options.workflow, body.id, answered);
  await answerApprovals(run, responses);
  return { run, startIndex, isContinued: true, answered };
}

async function startOnce<Args extends unknown[]>(
  options: ChatHandlerOptions<Args>,
  body: ChatBody,
  request: Request,
): Promise<Run> {
  const messages = await toModelMessages(body.messages);
  const context: SendContext = { chatId: body.id, messages, uiMessages: body.messages, body, request };
  const args = options.toArgs ? await options.toArgs(context) : [{ chatId: body.id, messages }];
  const given = options.startOptions?.(context);
  const key = toKey(body, request);
  return await start(options.workflow as (...args: unknown[]) => Promise<unknown>, args, {
    ...given,
    attributes: { ...given?.attributes, [CHAT_ATTRIBUTE]: body.id },
    ...(key !== null && { id: key, onConflict: await toConflictRule(key) }),
  });
}

/**
 * Equal when the same message is sent again. A regeneration without its own key looks like the previous one, so it
 * always counts as new.
 */
function toKey({ id, trigger, messageId, messages }: ChatBody, request: Request): string | null {
  const given = request.headers.get(IDEMPOTENCY_HEADER);
  if (given === null && trigger === 'regenerate-message') return null;
  const facts = given === null ? [id, messageId, messages] : [id, given];
  return `chat:${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`;
}

/** A message whose run has failed may be sent again. */
async function toConflictRule(key: string): Promise<'attach' | 'replace'> {
  const { runs } = await listRuns({ key, status: ['failed', 'cancelled'], limit: 1 });
  return runs.length > 0 ? 'replace' : 'attach';
}
