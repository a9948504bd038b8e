import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AgentSession, LIVE_AND_REPLAY, textOf } from './agent-session.ts';
import { layBench, LiveAnswer, playAnswer } from './live-answer.ts';

const call = (city: string, inputTokens: number) => ({
  toolCalls: [{ name: 'weather', input: { city } }],
  usage: { inputTokens, outputTokens: 5 },
});
const usage = { inputTokens: 20, outputTokens: 5 };

const rolesOf = (messages: readonly { role: string }[]): string => messages.map(({ role }) => role).join(' ');

describe.each(LIVE_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => await agents.close());
  beforeEach(() => void layBench());

  const LONG = [call('Oslo', 50), call('Rome', 150)];

  test('a conversation that has become long goes on with a summary of its beginning, and the result has all of it', async () => {
    const { models, result, chunks } = await playAnswer(agents, {
      script: [...LONG, { text: 'SUMMARY', usage }, { text: 'Done.', usage }],
      workflow: 'longAnswer',
      args: [{ maxInputTokens: 100, keepLast: 2 }],
    });
    const [, , summary, last] = models.requests;
    expect(rolesOf(summary!.messages)).toBe('user assistant tool user');
    expect(summary!.prompt).toContain('Summarise');
    expect(summary!.tools).toEqual([]);
    expect(last!.system).toBe('You are brief.');
    expect(rolesOf(last!.messages)).toBe('user assistant tool');
    expect(last!.messages[0]!.text).toContain('SUMMARY');
    expect(last!.messages[1]!.toolCalls).toMatchObject([{ input: { city: 'Rome' } }]);
    expect(rolesOf(result.messages)).toBe('user assistant tool assistant tool assistant');
    expect(rolesOf(result.compactedMessages)).toBe('user assistant tool assistant');
    expect(result.totalUsage).toMatchObject({ inputTokens: 50 + 150 + 20 + 20 });
    expect(result.steps).toHaveLength(3);
    expect(textOf(chunks)).toBe('Done.');
  });

  test('a conversation that is not long stays as it is', async () => {
    const { models, result } = await playAnswer(agents, {
      script: [...LONG, 'Done.'],
      workflow: 'longAnswer',
      args: [{ maxInputTokens: 150 }],
    });
    expect(models.requests).toHaveLength(3);
    expect(result).not.toHaveProperty('compactedMessages');
  });

  test('the part that stays never begins with a result without its call', async () => {
    const { models } = await playAnswer(agents, {
      script: [...LONG, 'SUMMARY', 'Done.'],
      workflow: 'longAnswer',
      args: [{ maxInputTokens: 100, keepLast: 1 }],
    });
    expect(rolesOf(models.requests[3]!.messages)).toBe('user assistant tool');
  });

  test('the summary may follow instructions of its own, and come from another model', async () => {
    const { models } = await playAnswer(agents, {
      script: [...LONG, 'SUMMARY', 'Done.'],
      workflow: 'longAnswer',
      args: [{ maxInputTokens: 100, keepLast: 2, instructions: 'Cities only.' }],
    });
    expect(models.requests[2]!.prompt).toBe('Cities only.');
    const cheap = await playAnswer(agents, {
      script: [...LONG, 'SUMMARY', 'Done.'],
      workflow: 'longAnswerWithCheapSummary',
    });
    expect(cheap.models.requests[2]!.model).toBe('cheap-model');
    expect(cheap.models.requests[3]!.model).toBe('chat-model');
  });

  test('a stop while the summary waits for its retry ends the answer, and nobody is asked again', async () => {
    const controlToken = 'the answer that waits';
    const answer = await LiveAnswer.start(agents, {
      script: [...LONG, { status: 429, headers: { 'retry-after': '3600' } }, 'Never said.'],
      workflow: 'longAnswer',
      args: [{ maxInputTokens: 100, keepLast: 2 }, { controlToken }],
    });
    await answer.happened('step_retrying');
    await agents.project.api.resumeHook(controlToken, { type: 'stop', reason: 'enough' });
    await answer.happened('wait_created');
    // The time that a call has to end by itself is over.
    await answer.run.wakeUp();
    const { result } = await answer.ended();
    expect(result).toMatchObject({ stoppedBy: 'abort', aborted: { reason: 'enough' } });
    expect(answer.models.requests).toHaveLength(3);
  });

  test('a stop during the summary ends the answer', async () => {
    const controlToken = 'the long answer';
    const answer = await LiveAnswer.start(agents, {
      script: [...LONG, { text: ['SUM', 'MARY'], holdAfter: 1 }, 'Never said.'],
      workflow: 'longAnswer',
      args: [{ maxInputTokens: 100, keepLast: 2 }, { controlToken }],
    });
    await answer.models.held();
    await agents.project.api.resumeHook(controlToken, { type: 'stop', reason: 'enough' });
    const { result } = await answer.ended();
    expect(result).toMatchObject({ stoppedBy: 'abort', aborted: { reason: 'enough' } });
    expect(answer.models.requests).toHaveLength(3);
  });
});
