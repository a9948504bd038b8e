import { uiMessageChunkSchema as schema5 } from 'ai-5';
import { uiMessageChunkSchema as schema6, type ModelMessage } from 'ai';
import { uiMessageChunkSchema as schema7 } from 'ai-7';
import { describe, expect, test } from 'vitest';
import { ChunkAdapter } from '../../../agent/chat/chunk-adapter.ts';
import type { ModelTool } from '../../../agent/contract/model-call.ts';
import { ModelStep, SDK_VERSIONS } from './model-step.ts';
import type { Chunk } from './step-stream.ts';

const WEATHER: ModelTool = {
  type: 'function',
  name: 'weather',
  description: 'The weather in a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

const SCHEMAS = { 5: schema5, 6: schema6, 7: schema7 };

/** Every client version takes each of these, as the chat sends it. */
async function expectForAllClients(chunks: readonly Chunk[]): Promise<void> {
  for (const version of [5, 6, 7] as const) {
    const adapter = new ChunkAdapter(version);
    for (const chunk of chunks.flatMap((stored) => adapter.adapt(stored))) {
      const result = await SCHEMAS[version]().validate!(chunk);
      expect(result, JSON.stringify(chunk)).toMatchObject({ success: true });
    }
  }
}

/** The content of the answer, without what version 7 keeps of a provider's own for the next request. */
const contentOf = ([message]: readonly ModelMessage[]): { type: string }[] =>
  (message!.content as { type: string }[]).filter(({ type }) => type !== 'custom');

describe.each(SDK_VERSIONS)('with ai $major', (version) => {
  test('a text is streamed as the model writes it, and comes back with its tokens in both spellings', async () => {
    await using step = await ModelStep.open(version, [
      { text: ['It is ', 'sunny.'], usage: { inputTokens: 12, outputTokens: 5, cachedInputTokens: 4 }, id: 'r1' },
    ]);
    const outcome = await step.attempt();
    expect(step.stream.stored).toEqual([
      { type: 'start-step' },
      { type: 'text-start', id: '0-1' },
      { type: 'text-delta', id: '0-1', delta: 'It is ' },
      { type: 'text-delta', id: '0-1', delta: 'sunny.' },
      { type: 'text-end', id: '0-1' },
    ]);
    expect(outcome).toMatchObject({
      messages: [{ role: 'assistant', content: [{ type: 'text', text: 'It is sunny.' }] }],
      toolCalls: [],
      finishReason: 'stop',
      usage: {
        promptTokens: 12,
        inputTokens: 12,
        completionTokens: 5,
        outputTokens: 5,
        totalTokens: 17,
        cachedInputTokens: 4,
      },
      response: { id: 'r1', model: 'test-model' },
      sdkMajor: version.major,
    });
    expect(outcome.response.timestamp).toBeInstanceOf(Date);
    expect(outcome.aborted).toBeUndefined();
  });

  test('calls of tools come back after what the model said before, and only their beginnings are written', async () => {
    await using step = await ModelStep.open(
      version,
      [{ text: 'Let me look.', toolCalls: [{ id: 'c1', name: 'weather', input: { city: 'Berlin' } }] }],
      { tools: [WEATHER] },
    );
    const outcome = await step.attempt();
    expect(outcome.messages).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Berlin' } },
        ],
      },
    ]);
    expect(outcome.toolCalls).toEqual([{ toolCallId: 'c1', toolName: 'weather', input: { city: 'Berlin' } }]);
    expect(outcome.finishReason).toBe('tool-calls');
    const types = new Set(step.stream.stored.map(({ type }) => type));
    expect(types).toContain('tool-input-start');
    expect(types).toContain('tool-input-delta');
    expect(types).not.toContain('tool-input-available');
    expect(step.models.requests[0]!.tools).toMatchObject([{ name: 'weather', description: WEATHER.description }]);
  });

  test('calls of unknown tools and inputs that are no JSON are told, not thrown, and nobody answers them yet', async () => {
    await using step = await ModelStep.open(
      version,
      [
        {
          toolCalls: [
            { id: 'c1', name: 'news', input: { topic: 'x' } },
            { id: 'c2', name: 'weather', rawInput: ['{"city": "Ber'] },
          ],
        },
      ],
      { tools: [WEATHER] },
    );
    const { toolCalls, messages } = await step.attempt();
    expect(toolCalls).toMatchObject([
      { toolCallId: 'c1', toolName: 'news', input: { topic: 'x' }, invalid: { kind: 'unknown-tool' } },
      { toolCallId: 'c2', toolName: 'weather', input: '{"city": "Ber', invalid: { kind: 'invalid-json' } },
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['assistant']);
    expect(step.stream.stored.map(({ type }) => type)).not.toContain('tool-output-error');
  });

  test.each(['length', 'content-filter'])('the text before the end "%s" is kept', async (finishReason) => {
    await using step = await ModelStep.open(version, [{ text: 'It is', finishReason }]);
    const outcome = await step.attempt();
    expect(outcome.finishReason).toBe(finishReason);
    expect(outcome.messages).toMatchObject([{ content: [{ text: 'It is' }] }]);
  });

  test('an end that no version knows is "other", and what the provider said is kept where the AI SDK tells it', async () => {
    await using step = await ModelStep.open(version, [{ text: 'It is', finishReason: 'tired' }]);
    const outcome = await step.attempt();
    expect(outcome.finishReason).toBe('other');
    expect(outcome.rawFinishReason).toBe(version.major === 5 ? 'unknown' : 'tired');
    expect(outcome.messages).toMatchObject([{ content: [{ text: 'It is' }] }]);
  });

  test('reasoning goes into the history with its signature, and into the stream only when it is wanted', async () => {
    const script = [{ reasoning: 'Sun or rain?', text: 'Sun.' }];
    for (const sendReasoning of [true, false]) {
      await using step = await ModelStep.open(version, script, { protocol: 'anthropic', sendReasoning });
      const { messages } = await step.attempt();
      const signed = { anthropic: { signature: expect.any(String) as string } };
      expect(contentOf(messages)).toMatchObject([
        { type: 'reasoning', text: 'Sun or rain?', providerOptions: signed },
        { type: 'text', text: 'Sun.' },
      ]);
      const types = step.stream.stored.map(({ type }) => type);
      expect(types.includes('reasoning-delta')).toBe(sendReasoning);
      const end = step.stream.stored.find(({ type }) => type === 'reasoning-end');
      if (sendReasoning) expect(end).toHaveProperty('providerMetadata.anthropic.signature');
    }
  });

  test('a tool that the provider executes is streamed with its result, and both are in the history', async () => {
    await using step = await ModelStep.open(
      version,
      [
        {
          providerTools: [{ name: 'web_search', output: [{ url: 'https://example.com/w', title: 'Weather' }] }],
          text: 'Sunny.',
        },
      ],
      {
        protocol: 'anthropic',
        tools: [{ type: 'provider', name: 'web_search', id: 'anthropic.web_search_20250305', args: { maxUses: 1 } }],
      },
    );
    const { toolCalls, providerResults, messages } = await step.attempt();
    expect(toolCalls).toMatchObject([{ toolName: 'web_search', providerExecuted: true }]);
    expect(providerResults).toMatchObject([{ toolCallId: toolCalls[0]!.toolCallId, toolName: 'web_search' }]);
    expect(contentOf(messages)).toMatchObject([{ type: 'tool-call' }, { type: 'tool-result' }, { type: 'text' }]);
    const types = step.stream.stored.map(({ type }) => type);
    expect(types).toContain('tool-input-available');
    expect(types).toContain('tool-output-available');
    await expectForAllClients(step.stream.stored);
  });

  test('a tool of the provider that failed is shown as failed', async () => {
    await using step = await ModelStep.open(
      version,
      [{ providerTools: [{ name: 'web_search', errorCode: 'max_uses_exceeded' }], text: 'No luck.' }],
      {
        protocol: 'anthropic',
        tools: [{ type: 'provider', name: 'web_search', id: 'anthropic.web_search_20250305', args: {} }],
      },
    );
    const { providerResults } = await step.attempt();
    expect(providerResults).toMatchObject([{ toolName: 'web_search', isError: true }]);
    expect(step.stream.stored.map(({ type }) => type)).toContain('tool-output-error');
    await expectForAllClients(step.stream.stored);
  });

  test('sources are given back, and streamed only when they are wanted', async () => {
    const script = [{ text: 'Sunny.', sources: [{ url: 'https://example.com/w', title: 'Weather' }] }];
    for (const sendSources of [true, false]) {
      await using step = await ModelStep.open(version, script, { protocol: 'responses', sendSources });
      const { sources } = await step.attempt();
      expect(sources).toMatchObject([{ sourceType: 'url', url: 'https://example.com/w' }]);
      expect(step.stream.stored.filter(({ type }) => type === 'source-url')).toHaveLength(sendSources ? 1 : 0);
      await expectForAllClients(step.stream.stored);
    }
  });

  test('files that the model makes are streamed and given back', async () => {
    const file = { mediaType: 'image/png', base64: 'iVBORw0KGgo=' };
    await using step = await ModelStep.open(version, [{ files: [file] }], { protocol: 'gateway' });
    const { files, messages } = await step.attempt();
    expect(files).toEqual([file]);
    expect(messages).toMatchObject([{ content: [{ type: 'file', mediaType: 'image/png' }] }]);
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    expect(step.stream.stored).toContainEqual({ type: 'file', mediaType: 'image/png', url });
  });

  test('a result that the provider owes comes with a later answer', async () => {
    const search = { name: 'web_search', id: 'srv_1', input: { query: 'w' } };
    const tools = [
      { type: 'provider', name: 'web_search', id: 'anthropic.web_search_20250305', args: {} },
    ] as const satisfies ModelTool[];
    await using first = await ModelStep.open(version, [{ providerTools: [search] }], { protocol: 'gateway', tools });
    const asked = await first.attempt();
    expect(asked.toolCalls).toMatchObject([{ toolCallId: 'srv_1', providerExecuted: true }]);
    expect(asked.providerResults).toEqual([]);
    const output = [{ url: 'https://example.com/w', title: 'Weather' }];
    const answer = { type: 'provider-tool-result', id: 'srv_1', name: 'web_search', output } as const;
    await using second = await ModelStep.open(version, [{ content: [answer, { type: 'text', text: 'Sunny.' }] }], {
      protocol: 'gateway',
      tools,
      messages: [{ role: 'user', content: 'Hi' }, ...asked.messages],
    });
    const { providerResults, messages } = await second.attempt();
    expect(providerResults).toMatchObject([{ toolCallId: 'srv_1', output }]);
    expect(contentOf(messages)).toMatchObject([{ type: 'tool-result', toolCallId: 'srv_1' }, { type: 'text' }]);
    expect(second.stream.stored).toContainEqual({
      type: 'tool-output-available',
      toolCallId: 'srv_1',
      providerExecuted: true,
      output,
    });
  });

  test('tokens that the provider does not tell are not made up', async () => {
    await using step = await ModelStep.open(version, [{ text: 'Hm.', usage: null }]);
    const { usage } = await step.attempt();
    expect(Object.values(usage).filter((value) => value !== undefined)).toEqual([]);
  });

  test('a silent call writes nothing', async () => {
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], { writable: null });
    expect((await step.attempt()).messages).toMatchObject([{ content: [{ text: 'Hm.' }] }]);
    expect(step.stream.stored).toEqual([]);
  });

  test('raw chunks of the provider are streamed when they are wanted', async () => {
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], { includeRawChunks: true, stepNumber: 3 });
    await step.attempt();
    const raw = step.stream.stored.filter(({ type }) => type === 'data-workflow-raw');
    expect(raw.length).toBeGreaterThan(1);
    expect(raw[0]).toMatchObject({ transient: true, data: { stepNumber: 3, rawValue: expect.anything() as object } });
    await expectForAllClients(step.stream.stored);
  });

  test('the chunks of a sub-agent go out wrapped in the call of its parent', async () => {
    const nested = { toolCallId: 'c9', agent: 'researcher' };
    await using step = await ModelStep.open(version, [{ text: ['Hm.'] }], { nested });
    await step.attempt();
    expect(step.stream.stored[2]).toEqual({
      type: 'data-workflow-nested',
      transient: true,
      data: { ...nested, chunk: { type: 'text-delta', id: '0-1', delta: 'Hm.' } },
    });
    expect(step.stream.stored.every(({ type }) => type === 'data-workflow-nested')).toBe(true);
  });
});
