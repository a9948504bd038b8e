/** The replies of a script reach real clients as they would come from a provider. */
import { createXai } from '@ai-sdk/xai';
import * as ai from 'ai';
import { describe, expect, it } from 'vitest';
import { startModelServer, type Turn, type TurnFields } from '../../../agent/entries/testing.ts';
import { type Client, CLIENTS } from './clients.ts';

const has = (...protocols: string[]) => CLIENTS.filter(({ protocol }) => protocols.includes(protocol));

const WEATHER = { city: 'Berlin, the capital' };

function weatherTool({ sdk }: Client) {
  const inputSchema = sdk.jsonSchema<{ city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  });
  return sdk.tool({ description: 'Tells the weather.', inputSchema, execute: ({ city }) => ({ city, sky: 'sunny' }) });
}

/** Streams one answer to the end. */
async function stream(client: Client, reply: Turn, options: object = {}) {
  await using models = await startModelServer({ script: [reply] });
  const result = client.sdk.streamText({ model: client.connect(models), prompt: 'Hello?', ...options });
  const parts: { type: string; [key: string]: unknown }[] = [];
  for await (const part of result.fullStream) parts.push(part);
  expect(models.problems).toEqual([]);
  const textsOf = (type: string) => parts.filter((part) => part.type === type).map((part) => part.text ?? part.delta);
  return {
    parts,
    textsOf,
    ofType: (type: string) => parts.filter((part) => part.type === type),
    steps: await result.steps,
  };
}

/** Asks for one answer as a whole. */
async function generate(client: Client, reply: Turn, options: object = {}) {
  await using models = await startModelServer({ script: [reply] });
  const result = await client.sdk.generateText({ model: client.connect(models), prompt: 'Hello?', ...options });
  expect(models.problems).toEqual([]);
  return result;
}

describe.each(CLIENTS)('$name', (client) => {
  it('streams the deltas of a text as the script has cut them', async () => {
    const { textsOf, steps } = await stream(client, { text: ['Hel', 'lo ', 'there'] });
    expect(textsOf('text-delta')).toEqual(['Hel', 'lo ', 'there']);
    expect(steps[0]).toMatchObject({ text: 'Hello there', finishReason: 'stop' });
  });

  it('gives the same answer as a whole', async () => {
    const result = await generate(client, { text: ['Hel', 'lo'], toolCalls: [{ name: 'weather', input: WEATHER }] });
    expect(result).toMatchObject({ text: 'Hello', finishReason: 'tool-calls' });
    expect(result.toolCalls).toMatchObject([{ toolName: 'weather' }]);
  });

  it('carries parallel tool calls to the tools, and their results back to the script', async () => {
    const reply = {
      text: 'Let me see.',
      toolCalls: [
        { name: 'weather', input: WEATHER },
        { name: 'weather', input: { city: 'Paris' }, id: 'my-id' },
      ],
    };
    await using models = await startModelServer({ script: [reply, 'It is sunny.'] });
    const { sdk } = client;
    const result = sdk.streamText({
      model: client.connect(models),
      system: 'Be brief.',
      prompt: 'What is the weather?',
      tools: { weather: weatherTool(client) },
      stopWhen: sdk.stepCountIs(5),
    });
    await result.consumeStream();
    expect(await result.text).toBe('It is sunny.');
    const [first, second] = models.requests;
    expect(first).toMatchObject({
      call: 1,
      step: 0,
      protocol: client.protocol,
      prompt: 'What is the weather?',
      stream: true,
    });
    expect(first!.system).toBe('Be brief.');
    expect(first!.tools).toMatchObject([
      { name: 'weather', description: 'Tells the weather.', inputSchema: { type: 'object' } },
    ]);
    expect(second).toMatchObject({ call: 2, step: 1, attempt: 1, prompt: 'What is the weather?' });
    expect(second!.messages.map(({ role }) => role)).toEqual(expect.arrayContaining(['user', 'assistant', 'tool']));
    expect(second!.messages[1]).toMatchObject({
      text: 'Let me see.',
      toolCalls: [{ name: 'weather', input: WEATHER }, { id: 'my-id' }],
    });
    expect(second!.toolResults).toMatchObject([
      { name: 'weather', output: { city: WEATHER.city, sky: 'sunny' } },
      { id: 'my-id', name: 'weather', output: { city: 'Paris', sky: 'sunny' } },
    ]);
    expect(models.problems).toEqual([]);
  });

  it('streams the arguments of a tool call in the pieces of the script', async () => {
    const toolCalls = [{ name: 'weather', rawInput: ['{"ci', 'ty":"Bonn"', '}'] }];
    const { textsOf, ofType } = await stream(client, { toolCalls }, { tools: { weather: weatherTool(client) } });
    expect(textsOf('tool-input-delta').filter((piece) => piece !== '')).toEqual(['{"ci', 'ty":"Bonn"', '}']);
    expect(ofType('tool-call')).toMatchObject([{ input: { city: 'Bonn' } }]);
  });

  it('delivers arguments that are no JSON', async () => {
    const toolCalls = [{ name: 'weather', rawInput: '{"city": oops' }];
    const { ofType } = await stream(client, { toolCalls }, { tools: { weather: weatherTool(client) } });
    expect(ofType('tool-call')).toMatchObject([{ invalid: true, input: '{"city": oops' }]);
  });

  it.each(['length', 'content-filter', 'tool-calls'])('ends with the finish reason "%s"', async (finishReason) => {
    const reply = {
      text: 'So',
      toolCalls: finishReason === 'tool-calls' ? [{ name: 'weather', input: WEATHER }] : [],
      finishReason,
    };
    const { steps } = await stream(client, reply);
    expect(steps[0]!.finishReason).toBe(finishReason);
    expect((await generate(client, reply)).finishReason).toBe(finishReason);
  });

  it('names the response, its model and its headers as the script does', async () => {
    const reply = { text: 'So', id: 'my-response', model: 'model-1-2026', headers: { 'x-tokens-left': '7' } };
    const named = { id: 'my-response', modelId: 'model-1-2026' };
    const streamed = (await stream(client, reply)).steps[0]!.response;
    expect(streamed).toMatchObject(named);
    const whole = (await generate(client, reply)).response;
    // Of a whole answer the gateway's client takes the headers of HTTP alone.
    if (client.protocol !== 'gateway') expect(whole).toMatchObject(named);
    expect(whole.headers?.['x-tokens-left']).toBe('7');
  });

  it('ends with a word of the provider that the AI SDK does not know', async () => {
    const { steps } = await stream(client, { text: 'So', finishReason: 'moon_phase' });
    expect(['other', 'unknown', 'moon_phase']).toContain(steps[0]!.finishReason);
    if (client.major > 5) expect(steps[0]!.rawFinishReason).toBe('moon_phase');
  });

  it('tells the tokens', async () => {
    const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60 };
    const expected = {
      inputTokens: client.major === 5 && client.protocol === 'anthropic' ? 40 : 100,
      outputTokens: 20,
    };
    const { steps } = await stream(client, { text: 'So', usage });
    expect(steps[0]!.usage).toMatchObject(expected);
    expect(cachedOf(steps[0]!.usage)).toBe(60);
    expect((await generate(client, { text: 'So', usage })).usage).toMatchObject(expected);
  });

  it('gives an answer in JSON', async () => {
    await using models = await startModelServer({ script: [{ object: { sky: 'blue', birds: [1, 2] } }] });
    const schema = client.sdk.jsonSchema({
      type: 'object',
      properties: { sky: { type: 'string' }, birds: { type: 'array', items: { type: 'number' } } },
      required: ['sky', 'birds'],
      additionalProperties: false,
    });
    const { object } = await client.sdk.generateObject({
      model: client.connect(models),
      schema,
      prompt: 'How is the sky?',
    });
    expect(object).toEqual({ sky: 'blue', birds: [1, 2] });
    expect(models.requests[0]!.responseFormat?.schema).toMatchObject({ required: ['sky', 'birds'] });
    expect(models.requests[0]!.tools).toEqual([]);
  });

  it('reads settings and the choice of tools', async () => {
    await using models = await startModelServer({ script: [{ toolCalls: [{ name: 'weather', input: WEATHER }] }] });
    await client.sdk.generateText({
      model: client.connect(models),
      prompt: 'Hello?',
      tools: { weather: weatherTool(client) },
      toolChoice: { type: 'tool', toolName: 'weather' },
      maxOutputTokens: 300,
      temperature: 0.5,
    });
    expect(models.requests[0]).toMatchObject({
      toolChoice: { toolName: 'weather' },
      settings: { maxOutputTokens: 300, temperature: 0.5 },
    });
  });
});

describe('reasoning', () => {
  const reasoning = { reasoning: ['I ', 'think'], text: 'So.' };
  const thinkers = CLIENTS.filter(({ name }) => !name.startsWith('OpenAI chat'));

  it.each(thinkers)('streams to $name', async (client) => {
    const { textsOf, steps } = await stream(client, reasoning);
    expect(textsOf('reasoning-delta').filter((text) => text !== '')).toEqual(['I ', 'think']);
    expect(steps[0]).toMatchObject({ reasoningText: 'I think', text: 'So.' });
  });

  it.each(thinkers)('is in a whole answer of $name', async (client) => {
    expect((await generate(client, reasoning)).reasoningText).toBe('I think');
  });
});

describe('what only some protocols have', () => {
  it.each(has('anthropic'))('signs the reasoning for $name, which sends it back', async (client) => {
    const thought = { content: [{ type: 'reasoning', text: 'I think', signature: 'my-signature' } as const] };
    await using models = await startModelServer({ script: [thought, 'So.'] });
    const ask = { model: client.connect(models), messages: [{ role: 'user' as const, content: 'Why?' }] };
    const { response } = await client.sdk.generateText(ask);
    await client.sdk.generateText({ ...ask, messages: [...ask.messages, ...response.messages, ...ask.messages] });
    expect(models.requests[1]!.messages[1]!.reasoning).toBe('I think');
    expect(JSON.stringify(models.requests[1]!.body)).toContain('my-signature');
  });

  const sources = [{ url: 'https://example.com/sky', title: 'The sky' }];

  /** Those that read citations; Anthropic's for AI SDK 5 has sources of its web search only. */
  const readers = CLIENTS.filter(
    ({ name, protocol, major }) => !name.startsWith('OpenAI-comp') && !(protocol === 'anthropic' && major === 5),
  );

  it.each(readers)('brings sources to $name', async (client) => {
    const expected = [{ sourceType: 'url', url: 'https://example.com/sky', title: 'The sky' }];
    const { steps } = await stream(client, { text: 'Blue.', sources });
    expect(steps[0]!.sources).toMatchObject(expected);
    expect((await generate(client, { text: 'Blue.', sources })).sources).toMatchObject(expected);
  });

  it.each(has('gateway'))('brings files to $name', async (client) => {
    const files = [{ mediaType: 'image/png', base64: 'aGVsbG8=' }];
    const { steps } = await stream(client, { files });
    expect(steps[0]!.files).toMatchObject([{ mediaType: 'image/png', base64: 'aGVsbG8=' }]);
    expect((await generate(client, { files })).files).toMatchObject([{ base64: 'aGVsbG8=' }]);
  });

  const search = {
    name: 'web_search',
    input: { query: 'sky' },
    output: [{ url: 'https://example.com/sky', title: 'The sky' }],
  };
  const reply: TurnFields = { providerTools: [search], text: 'It is blue.' };

  it.each(has('openai-responses', 'anthropic'))('lets the provider of $name search', async (client) => {
    const { ofType, steps } = await stream(client, reply, { tools: { web_search: client.webSearch!() } });
    expect(ofType('tool-call')).toMatchObject([{ toolName: 'web_search', providerExecuted: true }]);
    expect(ofType('tool-result')).toMatchObject([{ toolName: 'web_search', providerExecuted: true }]);
    expect(JSON.stringify(ofType('tool-result'))).toContain('https://example.com/sky');
    expect(steps[0]).toMatchObject({ text: 'It is blue.', finishReason: 'stop' });
  });

  it.each(has('anthropic'))('lets the search of $name fail', async (client) => {
    const failed = { name: 'web_search', input: { query: 'sky' }, errorCode: 'too_many_requests' };
    const { ofType } = await stream(
      client,
      { providerTools: [failed] },
      { tools: { web_search: client.webSearch!() } },
    );
    expect(JSON.stringify(ofType('tool-error'))).toContain('too_many_requests');
  });

  // AI SDK 5 has no results that come later.
  it.each(has('anthropic').filter(({ major }) => major > 5))(
    'brings a result of the search of $name in a later answer',
    async (client) => {
      const begun = { providerTools: [{ name: 'web_search', input: { query: 'sky' }, id: 'srvtoolu_1' }] };
      const later = { content: [{ ...search, type: 'provider-tool-result', id: 'srvtoolu_1' } as const] };
      await using models = await startModelServer({ script: [begun, later] });
      const ask = (messages: object[]) =>
        client.sdk.generateText({
          model: client.connect(models),
          tools: { web_search: client.webSearch!() as never },
          messages: [{ role: 'user', content: 'How is the sky?' }, ...messages] as never,
        });
      const first = await ask([]);
      expect(first.content).toMatchObject([{ type: 'tool-call', toolCallId: 'srvtoolu_1', providerExecuted: true }]);
      const second = await ask(first.response.messages);
      expect(JSON.stringify(second.content)).toContain('https://example.com/sky');
      expect(models.problems).toEqual([]);
    },
  );

  it.each(has('anthropic'))(
    'gives $name an answer in JSON by way of a tool, where the model has no other',
    async (client) => {
      await using models = await startModelServer({
        script: [{ object: { sky: 'blue' } }, { object: { sky: 'red' } }],
      });
      const schema = client.sdk.jsonSchema({ type: 'object', properties: { sky: { type: 'string' } } });
      const ask = {
        model: client.connect(models),
        schema,
        prompt: 'How is the sky?',
        providerOptions: { anthropic: { structuredOutputMode: 'jsonTool' } },
      };
      expect((await client.sdk.generateObject(ask)).object).toEqual({ sky: 'blue' });
      const streamed = client.sdk.streamObject(ask);
      const states: unknown[] = [];
      for await (const state of streamed.partialObjectStream) states.push(state);
      expect(states).not.toEqual([]);
      expect(await streamed.object).toEqual({ sky: 'red' });
      expect(models.requests[0]).toMatchObject({ tools: [], responseFormat: { schema: { type: 'object' } } });
    },
  );

  it.each(has('openai-chat', 'gateway'))('leaves $name without the number of tokens', async (client) => {
    const { steps } = await stream(client, { text: 'So', usage: null });
    expect([steps[0]!.usage.inputTokens, steps[0]!.usage.outputTokens]).toEqual([undefined, undefined]);
  });

  it.each(has('gateway'))('brings calls that the gateway executed to $name', async (client) => {
    const { ofType } = await stream(
      client,
      { providerTools: [{ ...search, name: 'perplexity_search' }] },
      {
        tools: { perplexity_search: client.webSearch!() },
      },
    );
    expect(ofType('tool-result')).toMatchObject([{ toolName: 'perplexity_search', output: search.output }]);
  });

  it.each(has('openai-chat'))('says so when $name cannot have it', async (client) => {
    await using models = await startModelServer({ script: [{ files: [{ mediaType: 'image/png', base64: '' }] }] });
    const asked = client.sdk.generateText({ model: client.connect(models), prompt: 'Paint!' });
    await expect(asked).rejects.toThrow(/which the protocol "openai-chat" cannot send/);
    expect(models.problems).toMatchObject([{ code: 'agent_turn_unsupported' }]);
  });
});

/** Tokens from the cache, where the versions of the AI SDK have them. */
function cachedOf(usage: {
  cachedInputTokens?: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined };
}) {
  return usage.cachedInputTokens ?? usage.inputTokenDetails?.cacheReadTokens;
}

describe('xAI, whose protocols are much like those of OpenAI', () => {
  it.each(['chat', 'responses'] as const)('is served by its %s', async (kind) => {
    // Its chat takes tool calls whole.
    const toolCalls = [{ name: 'weather', rawInput: [JSON.stringify(WEATHER)] }];
    const reply = { reasoning: 'Let me see.', text: 'One moment.', toolCalls };
    await using models = await startModelServer({ script: [reply, 'It is sunny.'] });
    const result = ai.streamText({
      model: createXai(models.openai)[kind]('grok-4'),
      prompt: 'What is the weather?',
      tools: { weather: weatherTool({ sdk: ai } as Client) },
      stopWhen: ai.stepCountIs(5),
    });
    await result.consumeStream();
    const [first, second] = await result.steps;
    expect(first).toMatchObject({ text: 'One moment.', reasoningText: 'Let me see.', finishReason: 'tool-calls' });
    expect(second).toMatchObject({ text: 'It is sunny.' });
    expect(models.requests[1]?.toolResults).toMatchObject([{ name: 'weather', output: { ...WEATHER, sky: 'sunny' } }]);
    expect(models.problems).toEqual([]);
  });
});
