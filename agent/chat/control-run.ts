/** Stopping and steering an agent that works, through the hook that it holds for that. */
import { listHooks, resumeHook, type HookInfo, type Run } from '../../runtime/entries/api.ts';
import { EntityConflictError, HookNotFoundError } from '../../runtime/entries/errors.ts';
import type { AgentHookMetadata, ControlMessage } from '../contract/control.ts';
import { chatError } from './messages.ts';
import { findAnswerStart } from './read-answer.ts';
import { readUserMessage } from './read-messages.ts';

type Body = Record<string, unknown>;

/** The ways to control an agent that works. */
export type ControlAction = 'stop' | 'steer' | 'follow-up' | 'resume';

/** @throws `agent_chat_request_invalid`, `agent_chat_run_over`. */
export async function controlRun(run: Run, action: ControlAction, body: Body): Promise<void> {
  if (action === 'stop') return await stopRun(run, body);
  const message = await toControlMessage(action, body);
  // When there are several agents, the one that began last talks to the user.
  const hook = (await findControlHooks(run)).at(-1);
  if (!hook || !(await send(hook, message))) throw chatError('agent_chat_run_over', {});
}

async function toControlMessage(type: Exclude<ControlAction, 'stop'>, body: Body): Promise<ControlMessage> {
  if (type !== 'resume') return { type, message: await readUserMessage(body['message']) };
  const { budget } = body;
  return budget === undefined ? { type } : { type, budget: readBudget(budget) };
}

function readBudget(budget: unknown): { maxTokens?: number; maxSteps?: number } {
  const { maxTokens, maxSteps } = (budget ?? {}) as Record<string, unknown>;
  const isAmount = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;
  if (![maxTokens, maxSteps].every((value) => value === undefined || isAmount(value))) {
    throw chatError('agent_chat_request_invalid', {
      expected: '"budget": { "maxTokens", "maxSteps" }, whole numbers from 1',
    });
  }
  return { ...(isAmount(maxTokens) && { maxTokens }), ...(isAmount(maxSteps) && { maxSteps }) };
}

/**
 * Ends the answers of all agents of a run. A run whose agent has not begun is cancelled. A run whose agent has finished
 * goes on.
 */
async function stopRun(run: Run, { reason }: Body): Promise<void> {
  const why = typeof reason === 'string' ? { reason } : {};
  const hooks = await findControlHooks(run);
  const stopped = await Promise.all(hooks.map((hook) => send(hook, { type: 'stop', ...why })));
  if (stopped.includes(true)) return;
  if ((await findAnswerStart(run)) === null) throw chatError('agent_chat_run_over', {});
  await run.cancel(why).catch((error: unknown) => {
    throw error instanceof EntityConflictError ? chatError('agent_chat_run_over', {}) : error;
  });
}

/** In the order in which they were opened. */
async function findControlHooks(run: Run): Promise<HookInfo[]> {
  const hooks: HookInfo[] = [];
  for await (const hook of listHooks({ runId: run.runId })) {
    if ((hook.metadata as AgentHookMetadata | undefined)?.agent === 'control') hooks.push(hook);
  }
  return hooks.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** False when the agent has finished meanwhile. */
async function send({ token }: HookInfo, message: ControlMessage): Promise<boolean> {
  try {
    await resumeHook(token, message);
    return true;
  } catch (error) {
    if (error instanceof HookNotFoundError) return false;
    throw error;
  }
}
