import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ScriptRule } from '../../agent/testing/script.ts';
import type { ReplySource } from '../../agent/testing/reply.ts';
import { AgentSession, type Chunk, LIVE_AND_REPLAY, textOf } from './agent-session.ts';
import { layBench, LiveAnswer, playAnswer } from './live-answer.ts';

const asks = (name: string, prompt: string) => ({ toolCalls: [{ name, input: { prompt } }] });

/** The words of each of the models. */
const cast = (roles: Record<string, ReplySource[]>): ScriptRule[] =>
  Object.entries(roles).map(([role, reply]) => ({ when: { model: `${role}-model` }, reply }));

const nestedOf = (chunks: readonly Chunk[]): Chunk[] =>
  chunks.filter(({ type }) => type === 'data-workflow-nested').map(({ data }) => data);

describe.each(LIVE_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => await agents.close());
  beforeEach(() => void layBench());

  const script = cast({
    manager: [asks('research', 'Find it.'), 'It is 42.'],
    researcher: [{ toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }] }, 'Found: 42'],
  });

  test('an agent works as a tool of another one: its last text is the result', async () => {
    const { result, models } = await playAnswer(agents, { script, workflow: 'team' });
    expect(result.text).toBe('It is 42.');
    expect(result.toolResults).toEqual([]);
    expect(result.steps[0].toolResults).toMatchObject([{ toolName: 'research', output: 'Found: 42' }]);
    expect(models.requests.map(({ model }) => model)).toEqual([
      'manager-model',
      'researcher-model',
      'researcher-model',
      'manager-model',
    ]);
    expect(models.requests[1]).toMatchObject({ system: 'You research.', prompt: 'Find it.' });
    expect(models.requests[3]!.toolResults).toMatchObject([{ output: 'Found: 42' }]);
  });

  test('what it does shows in the stream of the other one, wrapped, and the message of that is its own', async () => {
    const { chunks } = await playAnswer(agents, { script, workflow: 'team' });
    const nested = nestedOf(chunks);
    expect(new Set(nested.map(({ agent, toolCallId }) => `${agent} ${toolCallId}`))).toEqual(
      new Set(['researcher call_1_1']),
    );
    expect(textOf(nested.map(({ chunk }) => chunk as Chunk))).toBe('Found: 42');
    expect(nested.map(({ chunk }) => (chunk as Chunk).type)).toEqual(
      expect.arrayContaining(['start', 'tool-input-available', 'tool-output-available', 'finish-step', 'finish']),
    );
    expect(textOf(chunks)).toBe('It is 42.');
    expect(chunks.filter(({ type }) => type === 'start' || type === 'finish')).toHaveLength(2);
  });

  test('a silent one shows nothing', async () => {
    const { chunks, result } = await playAnswer(agents, { script, workflow: 'team', args: [{}, { silent: true }] });
    expect(nestedOf(chunks)).toEqual([]);
    expect(result.text).toBe('It is 42.');
  });

  test('agents may be nested deeper', async () => {
    const deep = cast({
      manager: [asks('research', 'Find it.'), 'It is 42.'],
      researcher: [asks('help', 'Count.'), 'Found: 42'],
      helper: ['41, 42'],
    });
    const { chunks, models } = await playAnswer(agents, { script: deep, workflow: 'team' });
    expect(models.requests.at(-2)!.toolResults).toMatchObject([{ output: '41, 42' }]);
    const inner = nestedOf(chunks).filter(({ agent }) => agent === 'helper');
    expect(textOf(inner.map(({ chunk }) => chunk as Chunk))).toBe('41, 42');
  });

  test('its tokens count, also for the budget', async () => {
    const usage = { inputTokens: 30, outputTokens: 10 };
    const costly = cast({
      manager: [{ ...asks('research', 'Find it.'), usage }, 'Never said.'],
      researcher: [{ text: 'Found: 42', usage }],
    });
    const plan = { script: costly, workflow: 'team', args: [{}, { maxTokens: 70 }] };
    const { result } = await playAnswer(agents, plan);
    expect(result).toMatchObject({ stoppedBy: 'budget', totalUsage: { inputTokens: 60, totalTokens: 80 } });
  });

  test('a stop of the other one ends its call of the model', async () => {
    const held = cast({
      manager: [asks('research', 'Find it.')],
      researcher: [{ text: ['Found', ': ', '42'], holdAfter: 1 }],
    });
    const controlToken = 'the team';
    const answer = await LiveAnswer.start(agents, { script: held, workflow: 'team', args: [{ controlToken }] });
    await answer.models.held();
    await agents.project.api.resumeHook(controlToken, { type: 'stop', reason: 'enough' });
    expect(await answer.models.requests[1]!.ended).toBe('client-gone');
    const { result } = await answer.ended();
    expect(result).toMatchObject({ stoppedBy: 'abort', aborted: { reason: 'enough' } });
    expect(answer.models.requests).toHaveLength(2);
  });

  test('of a tool in it that fails its model is told, and the other one goes on', async () => {
    const stumbling = cast({
      manager: [asks('research', 'Find it.'), 'It is 42.'],
      researcher: [{ toolCalls: [{ name: 'stumble' }] }, 'Found: 42'],
    });
    const { result, models } = await playAnswer(agents, { script: stumbling, workflow: 'team' });
    expect(models.requests[2]!.toolResults).toMatchObject([{ output: 'A stone lay there.' }]);
    expect(result.text).toBe('It is 42.');
  });

  test('a model that refuses it is told to the model of the other one, which goes on', async () => {
    const refusing = cast({
      manager: [asks('research', 'Find it.'), 'I do not know.'],
      researcher: [{ status: 400, error: 'no such model' }],
    });
    const { result, models } = await playAnswer(agents, { script: refusing, workflow: 'team' });
    expect(models.requests.at(-1)!.toolResults).toMatchObject([{ output: expect.stringContaining('no such model') }]);
    expect(result.text).toBe('I do not know.');
  });

  test('it may have an input of its own, and make messages of it', async () => {
    const translation = cast({
      manager: [{ toolCalls: [{ name: 'translate', input: { text: 'Hund', to: 'English' } }] }, 'A dog.'],
      translator: ['dog'],
    });
    const { models } = await playAnswer(agents, { script: translation, workflow: 'translators' });
    expect(models.requests[1]!.messages.map(({ text }) => text)).toEqual(['Into English:', 'Hund']);
    expect(models.requests[0]!.tools[0]!.inputSchema).toMatchObject({ properties: { text: {}, to: {} } });
  });
});
