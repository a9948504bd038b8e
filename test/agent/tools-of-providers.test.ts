import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReplyFields } from '../../agent/testing/reply.ts';
import { AgentSession, type Chunk, SDKS_AND_REPLAY } from './agent-session.ts';
import { layBench, playAnswer } from './live-answer.ts';

const PAGES = [{ url: 'https://weather.test/', title: 'Weather' }];
const search = (result: object) => ({
  providerTools: [{ name: 'web_search', input: { query: 'weather' }, id: 'srvtoolu_1', ...result }],
});

describe.each(SDKS_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => await agents.close());
  beforeEach(() => void layBench());

  const play = (...script: (ReplyFields | string)[]) => playAnswer(agents, { script, workflow: 'searchingAnswer' });

  const chunksOfTools = (chunks: readonly Chunk[]): Chunk[] =>
    chunks.filter(({ type }) => /^tool-(output|input-available)/.test(type));

  test('a tool that the provider executes is offered to it, and its result is shown and kept', async () => {
    const { models, chunks, result } = await play({ ...search({ output: PAGES }), text: 'Sunny.' });
    expect(models.requests[0]!.tools).toContainEqual(
      expect.objectContaining({ name: 'web_search', providerType: 'web_search_20250305' }),
    );
    expect(models.requests).toHaveLength(1);
    expect(chunksOfTools(chunks)).toMatchObject([
      { type: 'tool-input-available', toolName: 'web_search', providerExecuted: true },
      { type: 'tool-output-available', toolCallId: 'srvtoolu_1', providerExecuted: true },
    ]);
    expect(result).toMatchObject({
      text: 'Sunny.',
      stoppedBy: 'finish',
      toolCalls: [{ toolName: 'web_search', providerExecuted: true }],
      toolResults: [{ toolName: 'web_search', input: { query: 'weather' }, providerExecuted: true }],
    });
    expect(JSON.stringify(result.messages)).toContain('https://weather.test/');
  });

  test('when it fails, the call is shown as failed', async () => {
    const { chunks, result } = await play({ ...search({ errorCode: 'unavailable' }), text: 'Hm.' });
    expect(chunksOfTools(chunks).at(-1)).toMatchObject({ type: 'tool-output-error', toolCallId: 'srvtoolu_1' });
    expect(result.steps[0]).toMatchObject({
      toolErrors: [{ toolName: 'web_search', input: { query: 'weather' } }],
      toolResults: [],
    });
  });

  test('a result that does not come leaves the answer with what there is', async () => {
    const { models, result } = await play({ ...search({}), text: 'Hm.' });
    expect(models.requests).toHaveLength(1);
    expect(result).toMatchObject({ text: 'Hm.', stoppedBy: 'finish', toolResults: [] });
  });

  test('a result that the provider owes is asked for', async () => {
    const late = { type: 'provider-tool-result', id: 'srvtoolu_1', name: 'web_search', output: PAGES } as const;
    const { models, result } = await play(
      { ...search({}), finishReason: 'tool-calls' },
      { content: [late, { type: 'text', text: 'Sunny.' }] },
    );
    expect(models.requests).toHaveLength(2);
    expect(result).toMatchObject({ text: 'Sunny.', toolResults: [{ toolName: 'web_search' }] });
  });

  test('beside it the agent executes its own tools, and the provider gets both in its history', async () => {
    const { models, result } = await play(
      { ...search({ output: PAGES }), toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }] },
      'Sunny.',
    );
    expect(result.text).toBe('Sunny.');
    expect(models.requests[1]!.toolResults).toMatchObject([{ output: { city: 'Oslo', degrees: 21 } }]);
    expect(JSON.stringify(models.requests[1]!.body)).toContain('web_search_tool_result');
  });
});
