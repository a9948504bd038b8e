/**
 * Replaces the beginning of a conversation by a summary. The model makes it in a step, so it is made once.
 */
import type { ModelMessage } from 'ai';
import type { AgentModel, Compaction } from '../contract/options.ts';
import type { ModelCall, ModelOutcome } from '../contract/model-call.ts';
import type { Conversation } from './conversation.ts';
import { textOf } from './step-result.ts';

const KEEP_LAST_DEFAULT = 6;
const INSTRUCTIONS_DEFAULT =
  'Summarise the conversation so far for somebody who has to go on with it: what was asked for, what was found out, decided and done ' +
  'with which results, exact names, numbers and ids that are still needed, and what is left to do. Write the summary only.';

/** A conversation that is too long, and how to ask for its summary. */
export interface CompactionContext {
  compaction: Compaction;
  conversation: Conversation;
  ask: (call: ModelCall) => Promise<ModelOutcome>;
  model: AgentModel;
  /** How the files of the conversation are loaded. */
  loading: Pick<ModelCall, 'download' | 'downloadHosts'>;
  maxRetries: number;
  abortSignal: AbortSignal;
}

/** The conversation from now on; `null`: there is nothing to summarise, or its summary was aborted. */
export async function compact({
  compaction,
  conversation,
  ask,
  model,
  loading,
  maxRetries,
  abortSignal,
}: CompactionContext): Promise<ModelMessage[] | null> {
  const { messages } = conversation;
  const cut = findCut(messages, compaction.keepLast ?? KEEP_LAST_DEFAULT);
  if (cut === 0) return null;
  const request: ModelMessage = { role: 'user', content: compaction.instructions ?? INSTRUCTIONS_DEFAULT };
  const { messages: answer, aborted } = await ask({
    model: compaction.model ?? model,
    messages: conversation.toStored([...messages.slice(0, cut), request]),
    tools: [],
    settings: {},
    writable: null,
    stepNumber: 0,
    includeRawChunks: false,
    sendReasoning: false,
    sendSources: false,
    ...loading,
    maxRetries,
    timeouts: {},
    abortSignal,
  });
  if (aborted) return null;
  const summary: ModelMessage = {
    role: 'user',
    content: `Summary of the conversation so far:\n\n${textOf(answer, 'text')}`,
  };
  return [summary, ...messages.slice(cut)];
}

/** The index at which the kept messages begin: never between a call and its result. */
function findCut(messages: readonly ModelMessage[], keepLast: number): number {
  let cut = Math.max(0, messages.length - keepLast);
  while (cut > 0 && messages[cut]?.role === 'tool') cut -= 1;
  return cut <= 1 ? 0 : cut;
}
