/** The stored conversation, and the contents of steps. Rows of the requirements' tables are named in brackets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentSession, SDKS_AND_REPLAY } from './agent-session.ts';

const WEATHER = { name: 'weather', input: { city: 'Oslo' }, id: 'call_w' };

describe.each(SDKS_AND_REPLAY)('history with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('conformance', setting);
  });
  afterAll(async () => await agents?.close());

  test('reasoning with its signature, narration and calls go back to the provider in their order', async () => {
    const round = [{ reasoning: 'Think.', text: 'Let me look.', toolCalls: [WEATHER] }, 'Done.'];
    const { models, error } = await agents.play(round, 'askAnthropic');
    expect(error).toBeUndefined();
    const { messages } = models.requests[1]!.body as { messages: object[] };
    expect(messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Think.', signature: 'signature' },
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'call_w', name: 'weather', input: { city: 'Oslo' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_w' }] },
    ]);
  });

  test.each(['length', 'content-filter', 'error', 'other'])(
    'what an answer said that ended with "%s" is kept [finishReason]',
    async (finishReason) => {
      const { result } = await agents.play([{ text: 'It is su', finishReason }], 'askGateway');
      expect(result).toMatchObject({ text: 'It is su', finishReason, stoppedBy: 'finish' });
      expect(result.messages).toMatchObject([
        { role: 'user' },
        { role: 'assistant', content: [{ type: 'text', text: 'It is su' }] },
      ]);
    },
  );

  test('a reason that is none of the six counts as "other", and is told in the words of the provider', async () => {
    const { result } = await agents.play([{ text: 'Hm.', finishReason: 'tired' }], 'askAnthropic');
    expect(result.steps[0].finishReason).toBe('other');
    // Version 5 of the AI SDK does not tell what the provider said.
    if (setting.sdk > 5) expect(result.steps[0].rawFinishReason).toBe('tired');
  });

  test('the result of an answer begins the next one, and the system prompt is there once [messages]', async () => {
    const script = [{ text: 'Let me look.', toolCalls: [WEATHER] }, 'It is 21 degrees.', 'Take a coat.'];
    const { models, result } = await agents.play(script, 'twoQuestions', 'Weather in Oslo?', 'What do I wear?');
    const last = models.requests[2]!;
    expect(last.system).toBe('Be brief.');
    expect(last.messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Weather in Oslo?'],
      ['assistant', 'Let me look.'],
      ['tool', ''],
      ['assistant', 'It is 21 degrees.'],
      ['user', 'What do I wear?'],
    ]);
    expect(result.messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
    ]);
  });

  test('the result of a run begins another one [messages]', async () => {
    const first = await agents.play([{ toolCalls: [WEATHER] }, 'It is 21 degrees.'], 'ask');
    const messages = [...first.result.messages, { role: 'user', content: 'Thanks.' }];
    const { models } = await agents.play(['Welcome.'], 'ask', { messages });
    expect(models.requests[0]!.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  test('a message may have text, and pictures as bytes, text or address [messages]', async () => {
    const bytes = await agents.play(['A dot.'], 'withPicture');
    const sent = bytes.models.requests[0]!.messages[0]!;
    expect([sent.text, sent.files[0]!.data]).toEqual(['What is this?', expect.stringMatching(/AQID$/) as string]);
    expect(bytes.result.messages[0].content[1].image).toEqual(new Uint8Array([1, 2, 3]));
    const content = [{ type: 'image', image: 'AQID', mediaType: 'image/png' }];
    const text = await agents.play(['A dot.'], 'ask', { messages: [{ role: 'user', content }] });
    expect(text.models.requests[0]!.messages[0]!.files[0]!.data).toMatch(/AQID$/);
  });

  test('messages of each role are sent: system, user, assistant and tool [messages]', async () => {
    const output = { type: 'json', value: { degrees: 21 } };
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'weather', input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'weather', output }] },
      { role: 'assistant', content: '21 degrees.' },
      { role: 'user', content: 'Thanks.' },
    ];
    const { models } = await agents.play(['Welcome.'], 'ask', { messages });
    expect(models.requests[0]!.system).toBe('Be brief.');
    expect(models.requests[0]!.messages).toMatchObject([
      { role: 'user', text: 'Weather?' },
      { role: 'assistant', toolCalls: [{ id: 'c', name: 'weather' }] },
      { role: 'tool', toolResults: [{ id: 'c', output: { degrees: 21 } }] },
      { role: 'assistant', text: '21 degrees.' },
      { role: 'user', text: 'Thanks.' },
    ]);
  });

  test('tokens are counted in both spellings, with those of the cache and of reasoning, and added up [usage]', async () => {
    const usage = { inputTokens: 10, outputTokens: 4, cachedInputTokens: 6, reasoningTokens: 1 };
    const counted = {
      promptTokens: 10,
      completionTokens: 4,
      inputTokens: 10,
      outputTokens: 4,
      totalTokens: 14,
      cachedInputTokens: 6,
      reasoningTokens: 1,
    };
    const { result } = await agents.play(
      [
        { toolCalls: [WEATHER], usage },
        { text: 'Done.', usage },
      ],
      'ask',
    );
    expect(result.steps.map((step: { usage: object }) => step.usage)).toEqual([counted, counted]);
    const doubled = Object.fromEntries(Object.entries(counted).map(([name, tokens]) => [name, tokens * 2]));
    expect(result.totalUsage).toEqual(doubled);
  });

  test('tokens that the provider does not tell are unknown, not zero [usage]', async () => {
    const { result } = await agents.play([{ text: 'Hm.', usage: null }], 'ask');
    expect(result.totalUsage.totalTokens).toBeUndefined();
    expect(result.steps[0].usage.promptTokens).toBeUndefined();
  });

  test('a step tells which response of which model it had, and when [response]', async () => {
    const { result } = await agents.play([{ text: 'Hm.', id: 'r-1', model: 'chat-model-2026' }], 'ask');
    expect(result.steps[0].response).toMatchObject({
      id: 'r-1',
      model: 'chat-model-2026',
      modelId: 'chat-model-2026',
      messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Hm.' }] }],
    });
    expect(result.steps[0].response.timestamp).toBeInstanceOf(Date);
    const inside = await agents.play(['Hm.'], 'timestampOf');
    expect(inside.result).toEqual({ isDate: true, time: Date.UTC(2026, 0, 1) });
  });

  test('a step tells its text, its calls and their results [StepResult]', async () => {
    const { result } = await agents.play([{ text: 'Look.', toolCalls: [WEATHER] }, 'Done.'], 'ask');
    expect(result.steps[0]).toMatchObject({
      stepNumber: 0,
      text: 'Look.',
      toolCalls: [{ type: 'tool-call', toolCallId: 'call_w', toolName: 'weather', input: { city: 'Oslo' } }],
      toolResults: [
        {
          type: 'tool-result',
          toolCallId: 'call_w',
          toolName: 'weather',
          input: { city: 'Oslo' },
          output: { city: 'Oslo', degrees: 21 },
        },
      ],
      toolErrors: [],
      finishReason: 'tool-calls',
    });
    expect(result.steps[1]).toMatchObject({ stepNumber: 1, text: 'Done.', toolCalls: [], finishReason: 'stop' });
  });
});
