/**
 * The effects of an agent's options on the request that the model gets. Rows of the requirements' tables are named in
 * brackets.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DurableAgent } from '../../agent/loop/durable-agent.ts';
import { AgentSession, importSdk, LIVE_AND_REPLAY, SDKS } from './agent-session.ts';

type Globals = { AI_SDK_DEFAULT_PROVIDER?: unknown };

describe.each(SDKS)('options with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('conformance', setting);
  });
  afterAll(async () => await agents?.close());
  afterEach(() => {
    delete (globalThis as Globals).AI_SDK_DEFAULT_PROVIDER;
    vi.restoreAllMocks();
  });

  /** The request of an agent whose model answers at once. */
  const requestOf = async (workflow: string, stream: object = {}, agent: object = {}) => {
    const { models, error } = await agents.play(['Hm.'], workflow, stream, agent);
    expect(error).toBeUndefined();
    return models.requests[0]!;
  };

  test('each setting of the agent reaches the provider, zeros too [maxOutputTokens … seed]', async () => {
    const settings = {
      maxOutputTokens: 50,
      temperature: 0,
      topK: 4,
      presencePenalty: 0,
      frequencyPenalty: -1,
      stopSequences: ['END'],
      seed: 0,
    };
    expect((await requestOf('askGateway', {}, settings)).settings).toEqual(settings);
    expect((await requestOf('askGateway', {}, { topP: 0.5 })).settings).toEqual({ topP: 0.5 });
  });

  test('nothing is sent that nobody set: models that refuse penalties and temperatures can be used', async () => {
    const { settings, tools, system } = await requestOf('askGateway');
    expect({ settings, tools, system }).toEqual({
      settings: {},
      tools: [],
      system: '',
    });
  });

  test('headers and options of the provider reach it [headers, providerOptions]', async () => {
    const providerOptions = { scripted: { user: 'u-1' } };
    const request = await requestOf('ask', {}, { headers: { 'x-team': 'blue' }, providerOptions });
    expect(request.headers).toMatchObject({ 'x-team': 'blue' });
    expect(request.body).toMatchObject({ user: 'u-1' });
  });

  test('the system prompt of a call comes in place of that of the agent [system]', async () => {
    expect((await requestOf('ask', {}, { system: 'Be brief.' })).system).toBe('Be brief.');
    expect((await requestOf('ask', { system: 'Be kind.' }, { system: 'Be brief.' })).system).toBe('Be kind.');
    const parts = [
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: 'Be kind.' },
    ];
    expect((await requestOf('ask', {}, { system: parts })).system).toMatch(/^Be brief\.\s*Be kind\.$/);
  });

  test('instructions are the system prompt under the name of other agents, and a call replaces them', async () => {
    expect((await requestOf('ask', {}, { instructions: 'Be brief.' })).system).toBe('Be brief.');
    expect((await requestOf('ask', { system: 'Be kind.' }, { instructions: 'Be brief.' })).system).toBe('Be kind.');
  });

  test('two system prompts for one agent are refused before the model is asked', async () => {
    const { error, models } = await agents.play(['Hm.'], 'ask', {}, { system: 'Be brief.', instructions: 'Be kind.' });
    expect(error.cause).toMatchObject({ code: 'agent_prompt_twice' });
    expect(models.requests).toEqual([]);
  });

  test('settings of a call win over those of the agent, one by one', async () => {
    const request = await requestOf('askGateway', { temperature: 0.9, seed: 0 }, { temperature: 0.1, topK: 4 });
    expect(request.settings).toEqual({ temperature: 0.9, seed: 0, topK: 4 });
  });

  test('files come from the hosts of the agent, or from those of the call [downloadHosts]', async () => {
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'image/png').end(Buffer.from([1, 2, 3])),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const image = new URL(`http://127.0.0.1:${port}/a.png`);
    const messages = [{ role: 'user', content: [{ type: 'image', image }] }];
    const downloadHosts = ['127.0.0.1'];
    for (const [stream, agent] of [
      [{ messages }, { downloadHosts }],
      [{ messages, downloadHosts }, { downloadHosts: [] }],
    ]) {
      expect(JSON.stringify((await requestOf('ask', stream, agent)).body)).toContain('AQID');
    }
    const { error } = await agents.play(['Hm.'], 'ask', { messages, downloadHosts: [] }, { downloadHosts });
    expect(error.cause).toMatchObject({ name: 'AgentModelError', code: 'agent_download_refused' });
  });

  test('a call has its own number of retries', async () => {
    const { error, models } = await agents.play([{ status: 503 }, 'Hm.'], 'ask', { maxRetries: 0 }, { maxRetries: 5 });
    expect(error.cause.name).toBe('AgentModelError');
    expect(models.requests).toHaveLength(1);
  });

  test.each([{ topP: 2 }, { maxRetries: -1 }, { headers: { authorization: 'Bearer x' } }])(
    'a wrong setting of a call is told before the model is asked: %o',
    async (stream) => {
      const { error, models } = await agents.play(['Hm.'], 'ask', stream);
      expect(error.cause.code).toMatch(/^agent_(option_invalid|header_not_storable)$/);
      expect(models.requests).toEqual([]);
    },
  );

  test.each([
    ['auto', 'auto'],
    ['required', 'required'],
    ['none', 'none'],
    [{ type: 'tool', toolName: 'nap' }, { toolName: 'nap' }],
  ])(
    'the choice of tools %o reaches the provider, from the agent and from the call [toolChoice]',
    async (choice, sent) => {
      expect((await requestOf('ask', {}, { toolChoice: choice })).toolChoice).toEqual(sent);
      const other = choice === 'auto' ? 'required' : 'auto';
      expect((await requestOf('ask', { toolChoice: choice }, { toolChoice: other })).toolChoice).toEqual(sent);
    },
  );

  test('the model chooses among tools by itself where nobody says how [toolChoice]', async () => {
    expect([undefined, 'auto']).toContainEqual((await requestOf('ask')).toolChoice);
  });

  test('the model gets the tools that are active: all, some, or none [tools, activeTools]', async () => {
    const namesOf = async (stream: object): Promise<string[]> =>
      (await requestOf('ask', stream)).tools.map(({ name }) => name);
    expect(await namesOf({})).toEqual(['weather', 'nap']);
    expect(await namesOf({ activeTools: ['nap'] })).toEqual(['nap']);
    expect(await namesOf({ activeTools: [] })).toEqual([]);
  });

  test.each([
    ['activeTools', { activeTools: ['wether'] }],
    ['toolChoice', { toolChoice: { type: 'tool', toolName: 'wether' } }],
    ['toolChoice', { activeTools: ['nap'], toolChoice: { type: 'tool', toolName: 'weather' } }],
  ])('a tool that the agent does not have is told before the model is asked [%s]', async (option, stream) => {
    const { error, models } = await agents.play(['Hm.'], 'ask', stream);
    expect(error.cause).toMatchObject({ code: 'agent_tool_unknown' });
    expect(error.cause.message).toContain(`"${option}" names the tool`);
    expect(models.requests).toEqual([]);
  });

  test('a tool is told its id, the conversation and the context [execute, experimental_context]', async () => {
    const script = () => [{ toolCalls: [{ name: 'look', input: { at: 'x' }, id: 'call_9' }] }, 'Done.'];
    const { result, models } = await agents.play(script(), 'whatToolsAreTold', { tenant: 1 }, { tenant: 2 });
    expect(models.requests[0]!.tools[0]!.description).toBe('Looks around for {"tenant":2}');
    expect(result).toEqual([
      {
        input: { at: 'x' },
        toolCallId: 'call_9',
        messages: [{ role: 'user', content: 'Hi' }],
        experimental_context: { tenant: 2 },
        context: { tenant: 2 },
        idempotencyKey: expect.stringContaining('call_9') as string,
        isAborted: false,
      },
    ]);
    const ofAgent = await agents.play(script(), 'whatToolsAreTold', { tenant: 1 });
    expect(ofAgent.result[0].experimental_context).toEqual({ tenant: 1 });
  });

  test.each([
    ['withFunction', 'by-function'],
    ['withArgument', 'by-argument'],
    ['withStep', 'by-step'],
    ['withExpression', 'by-expression'],
    ['withProvider', 'by-provider'],
    ['withAgentAtTheTop', 'at-the-top'],
  ])('a model is found however it is given: %s [model]', async (workflow, id) => {
    const { models, chunks } = await agents.play(['Hm.'], workflow, id);
    expect(models.requests.map(({ model }) => model)).toEqual([id]);
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
  });

  test('the id of a model is asked of the default provider of the application [model]', async () => {
    const models = await agents.serve(['Hm.']);
    const { createGateway } = await importSdk(setting);
    (globalThis as Globals).AI_SDK_DEFAULT_PROVIDER = createGateway(models.gateway);
    const run = await agents.project.start('withId');
    await run.returnValue;
    expect(models.requests).toMatchObject([{ protocol: 'gateway', model: 'scripted/by-id' }]);
  });

  test.each([
    ['withPlainFunction', 'agent_model_not_sendable'],
    ['withInstance', 'agent_model_not_storable'],
  ])('a model that cannot cross to the host, or would show its key, is told: %s [model]', async (workflow, code) => {
    const { error } = await agents.play(['Hm.'], workflow);
    expect(error.cause).toMatchObject({ code });
  });

  test('neither the AI SDK nor a provider is part of the workflow bundle', async () => {
    const bundle = await readFile(join(agents.project.dir, '.workflow/workflows.mjs'), 'utf8');
    expect(/AI_APICallError|createOpenAICompatible/.exec(bundle)).toBeNull();
  });

  test.each([
    [undefined, 3],
    [0, 1],
    [1, 2],
  ])('with maxRetries %s a model that keeps failing is called %i times [maxRetries]', async (maxRetries, calls) => {
    const failing = { status: 503, headers: { 'retry-after-ms': '1' }, repeat: 9 };
    const { models, error } = await agents.play([failing], 'ask', {}, maxRetries === undefined ? {} : { maxRetries });
    expect(error.cause).toMatchObject({ code: 'agent_model_unavailable' });
    expect(models.requests).toHaveLength(calls);
  });

  test('temperature with topP is warned of once, and sent [temperature, topP]', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { settings } = await requestOf('askGateway', {}, { temperature: 0.5, topP: 0.9 });
    expect(settings).toEqual({ temperature: 0.5, topP: 0.9 });
    const told = warn.mock.calls.flat().filter((text) => String(text).includes('"temperature" and "topP"'));
    expect(told).toHaveLength(1);
  });
});

describe.each(SDKS)('what is made with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('sdk-tools', setting);
  });
  afterAll(async () => await agents?.close());

  test('tools may have schemas of zod, of the AI SDK, and plain ones, and may be made by tool() [tools]', async () => {
    const names = ['zodSchema', 'plainSchema', 'sdkSchema', 'sdkTool'];
    const toolCalls = names.map((name) => ({ name, input: { city: 'Oslo' } }));
    const { models, result } = await agents.play(
      [{ toolCalls: [...toolCalls, { name: 'noSchema' }] }, 'Done.'],
      'withForms',
    );
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const { tools } = models.requests[0]!;
    for (const tool of tools.slice(0, 4)) expect(tool.inputSchema).toMatchObject(schema);
    expect(tools.map(({ description }) => description)).toEqual([
      'By zod',
      'By JSON Schema',
      'By jsonSchema()',
      'By tool()',
      'Without input',
    ]);
    expect(result.steps[0].toolResults.map(({ output }: { output: string }) => output)).toEqual([
      'zod',
      'JSON Schema',
      'jsonSchema()',
      'tool()',
      'nothing',
    ]);
  });

  test('Output.object() works as ours does [experimental_output]', async () => {
    const { models, result } = await agents.play([{ object: { city: 'Oslo' } }], 'withOutput');
    expect(models.requests[0]!.responseFormat).toMatchObject({ schema: { properties: { city: { type: 'string' } } } });
    expect(result).toEqual({ city: 'Oslo' });
  });

  test('the error of Output.object() for an answer that does not fit reaches the caller [experimental_output]', async () => {
    const { error } = await agents.play(['Sunny.'], 'withOutput');
    expect(error.cause.message).toContain('could not parse');
  });
});

describe('what is wrong is told before anything is sent', () => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('conformance', LIVE_AND_REPLAY[0]!);
  });
  afterAll(async () => await agents?.close());

  const causeOf = async (stream: object, agent: object = {}): Promise<Error & { code: string }> => {
    const { error, models } = await agents.play(['Hm.'], 'ask', stream, agent);
    expect(models.requests).toEqual([]);
    return error.cause;
  };

  test.each([
    ['presencePenalty', 1.1, 'a number from -1 to 1'],
    ['frequencyPenalty', -2, 'a number from -1 to 1'],
    ['topP', 2, 'a number from 0 to 1'],
    ['temperature', -0.1, 'a number of at least 0'],
    ['temperature', 'hot', 'a number of at least 0'],
    ['topK', 1.5, 'a whole number of at least 1'],
    ['maxOutputTokens', 0, 'a whole number of at least 1'],
    ['seed', 0.5, 'a whole number'],
    ['maxRetries', -1, 'a whole number of at least 0'],
    ['stopSequences', 'END', 'an array of texts'],
    ['downloadHosts', 'files.test', "a list of hosts such as 'files.example.com'"],
  ])('"%s" is %o', async (option, value, expected) => {
    expect(await causeOf({}, { [option]: value })).toMatchObject({
      code: 'agent_option_invalid',
      message: expect.stringContaining(`"${option}" is ${JSON.stringify(value)}, but must be ${expected}.`) as string,
    });
  });

  test.each([
    ['maxSteps', 0],
    ['messages', 'Hi'],
    ['messages', []],
    ['writable', 'stdout'],
    ['timeout', -1],
    ['downloadHosts', ['files.test', 'https://files.test']],
    ['downloadHosts', ['files.test/folder']],
    ['downloadHosts', [undefined]],
  ])('"%s" of a call is %o', async (option, value) => {
    const cause = await causeOf({ [option]: value });
    expect(cause).toMatchObject({ code: 'agent_option_invalid' });
    expect(cause.message).toContain(`"${option}`);
  });

  test.each([
    ['a message of a chat', { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }, 'with parts'],
    ['a text', 'Hi', 'it is "Hi"'],
    ['nothing', null, 'it is null'],
    ['an unknown role', { role: 'bot', content: 'Hi' }, 'its role is "bot"'],
    ['no content', { role: 'user' }, 'its content is undefined'],
  ])('a message is %s', async (_, message, reason) => {
    const cause = await causeOf({ messages: [{ role: 'user', content: 'Hi' }, message] });
    expect(cause).toMatchObject({ code: 'agent_message_invalid' });
    expect(cause.message).toMatch(/^messages\[1\] is no message/);
    expect(cause.message).toContain(reason);
  });

  test('a tracer cannot be sent to the host [experimental_telemetry]', async () => {
    const telemetry = { isEnabled: true, tracer: {} };
    expect(await causeOf({}, { experimental_telemetry: telemetry })).toMatchObject({ code: 'agent_telemetry_tracer' });
  });

  test('an agent is asked in a step', async () => {
    const { error } = await agents.play([], 'askInStep');
    expect(error).toMatchObject({ cause: { code: 'agent_outside_workflow' } });
  });

  test('an agent is asked outside of a workflow', async () => {
    const agent = new DurableAgent({ model: 'scripted/model' });
    const asked = agent.stream({ messages: [{ role: 'user', content: 'Hi' }], writable: new WritableStream() });
    await expect(asked).rejects.toMatchObject({ code: 'agent_outside_workflow' });
  });
});
