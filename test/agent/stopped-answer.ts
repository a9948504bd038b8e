/** Answers that are stopped in their midst, and what everyone learns of it. */
import { expect } from 'vitest';
import { type AgentSession, typesOf } from './agent-session.ts';
import { type Bench, type Ending, LiveAnswer } from './live-answer.ts';

export const TEXT = ['It ', 'is ', 'very ', 'sunny.'];
export const GATED_CALL = { toolCalls: [{ name: 'wait', input: { gate: 'tool' } }] };

interface AnswerOptions {
  /** Of the hook that stops it. */
  controlToken: string;
  /** How long its run may take, in milliseconds. */
  timeout?: number;
}

const optionsOf = ({ timeout }: AnswerOptions) => (timeout === undefined ? {} : { timeout });

/** Starts an answer whose model has said two words and waits. */
export async function startAnswerInText(agents: AgentSession, options: AnswerOptions): Promise<LiveAnswer> {
  const { controlToken } = options;
  const script = [{ text: TEXT, holdAfter: 2 }, 'Never said.'];
  const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken }], options: optionsOf(options) });
  await answer.seen(({ type, delta }) => type === 'text-delta' && delta === 'is ');
  return answer;
}

/** Starts an answer whose tool works and does not end. */
export async function startAnswerInTool(
  agents: AgentSession,
  { bench, ...options }: AnswerOptions & { bench: Bench },
): Promise<LiveAnswer> {
  const { controlToken } = options;
  const script = [{ text: 'I wait. ', ...GATED_CALL }, 'Never said.'];
  const answer = await LiveAnswer.start(agents, { script, args: [{ controlToken }], options: optionsOf(options) });
  await bench.gates.reached('tool');
  return answer;
}

/** Everyone learned once that the answer was aborted, and nothing else. */
export function expectAborted({ chunks, told }: Ending, reason: string | RegExp): void {
  const expected = expect.stringMatching(reason);
  expect(told.filter(({ event }) => event !== 'step')).toMatchObject([{ event: 'abort', reason: expected }]);
  expect(chunks.slice(-2)).toEqual([
    { type: 'abort', reason: expected },
    { type: 'finish', finishReason: 'other' },
  ]);
  expect(typesOf(chunks).filter((type) => type === 'abort' || type === 'error')).toHaveLength(1);
}
