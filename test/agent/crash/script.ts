/** The replies of the model to the agents of the crash tests: every kind of step that can be interrupted. */
import type { ModelRequest } from '../../../agent/testing/model-request.ts';
import type { ScriptedReply, ReplyFields, ReplyPoint } from '../../../agent/testing/reply.ts';

/** The texts of the answer, in order. */
export const TEXTS = ['Let me look around. ', 'I ask for the refund. ', 'I rest a little. ', 'All is done.'] as const;

/** Ids of the tool calls that use the service. */
export const SERVED_CALLS = ['0:look-1', '0:look-2', '1:refund-1'];

/** The answer of the model that comes after so many of its own. */
const REPLIES: (ReplyFields & { text: string })[] = [
  {
    text: TEXTS[0],
    toolCalls: [
      { name: 'look', input: { place: 'Oslo' }, id: 'look-1' },
      { name: 'look', input: { place: 'Rome' }, id: 'look-2' },
    ],
  },
  { reasoning: 'Would they allow it?', text: TEXTS[1], toolCalls: [{ name: 'refund', input: {}, id: 'refund-1' }] },
  { text: TEXTS[2], toolCalls: [{ name: 'nap', input: {}, id: 'nap-1' }] },
  { text: TEXTS[3] },
];

/** Calls of the model that an answer takes. */
export const STEPS = REPLIES.length;
/** The provider has no time for this one when it is asked first. */
export const BUSY_STEP = 2;
/** The model takes its time for this answer. */
const SLOW_STEP = 1;
/** Questions that begin so get another answer each time. */
export const FICKLE = 'fickle';

export interface ScriptOptions {
  /** Where an answer is held back, so that the test can end the process there. */
  holds?: (request: ModelRequest) => ReplyPoint | undefined;
  /** The wait that the busy provider asks for. */
  retryAfterMs?: number;
}

export function createScript({ holds, retryAfterMs = 5 }: ScriptOptions): (request: ModelRequest) => ScriptedReply {
  return (request) => {
    const { step, attempt, prompt } = request;
    const isBusy = step === BUSY_STEP && attempt === 1;
    if (isBusy) return { status: 503, headers: { 'retry-after-ms': String(retryAfterMs) } };
    const reply = REPLIES[step]!;
    const holdAfter = holds?.(request);
    return {
      ...reply,
      // Each part of it is stored before the next one comes.
      ...(step === SLOW_STEP && { delayMs: { between: 20 } }),
      text: prompt.startsWith(FICKLE) ? `Take ${attempt}: ${reply.text}` : reply.text,
      ...(holdAfter !== undefined && { holdAfter }),
    };
  };
}
