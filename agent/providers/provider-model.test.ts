import { createOpenAI } from 'openai-4';
import { afterEach, expect, test, vi } from 'vitest';
import { createClassRegistry } from '../../runtime/values/class-registry.ts';
import { createCodec } from '../../runtime/values/codec.ts';
import { anthropic, AnthropicModel } from './anthropic.ts';
import { gateway, GatewayModel } from './gateway.ts';
import { google, GoogleModel } from './google.ts';
import { openaiCompatible, OpenAICompatibleModel } from './openai-compatible.ts';
import { openai, OpenAIModel } from './openai.ts';
import type { LoadedModel, ProviderModel } from './provider-model.ts';
import { xai, XaiModel } from './xai.ts';

const classes = createClassRegistry();
for (const cls of [OpenAIModel, AnthropicModel, GoogleModel, XaiModel, GatewayModel, OpenAICompatibleModel]) {
  classes.register(`class//${cls.name}`, cls);
}
const codec = createCodec({ classes });

/** The model as it arrives after it was stored. */
const pass = <Model>(model: Model): Model => codec.decode(codec.encode(model)) as Model;

// Version 7 makes them asynchronously.
type Awaitable<T> = T | Promise<T>;

/** The headers that a model of the AI SDK would send. */
const headersOf = async (model: LoadedModel): Promise<Record<string, string>> =>
  await (model as unknown as { config: { headers(): Awaitable<Record<string, string>> } }).config.headers();

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each<[string, ProviderModel]>([
  ['openai', openai({ apiKey: 'k-123456' })('m')],
  ['anthropic', anthropic({ apiKey: 'k-123456' })('m')],
  ['google', google({ apiKey: 'k-123456' })('m')],
  ['xai', xai({ apiKey: 'k-123456' })('m')],
  ['gateway', gateway({ apiKey: 'k-123456' })('m')],
  ['openai-compatible', openaiCompatible({ name: 'local', baseURL: 'http://127.0.0.1:9', apiKey: 'k-123456' })('m')],
])('%s loads a model of the AI SDK with its key', async (provider, model) => {
  const loaded = await model.load();
  expect([model.provider, loaded.modelId, typeof loaded.doStream]).toEqual([provider, 'm', 'function']);
  expect(JSON.stringify(await headersOf(loaded))).toContain('k-123456');
});

test('the name of a model alone takes the key of the environment', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'key-of-the-environment');
  const loaded = await pass(openai('gpt-5')).load();
  expect(JSON.stringify(await headersOf(loaded))).toContain('key-of-the-environment');
});

test('the interface of a model can be chosen, and a wrong one is told', async () => {
  expect((await openai({ apiKey: 'k' })('m', { api: 'chat' }).load()).provider).toBe('openai.chat');
  expect((await pass(openai('m', { api: 'responses' })).load()).provider).toBe('openai.responses');
  await expect(openai('m', { api: 'fax' as never }).load()).rejects.toMatchObject({
    code: 'agent_provider_setting_invalid',
  });
});

test('a key of the environment is stored as the name of its variable, and read again where it is used', async () => {
  vi.stubEnv('TEAM_KEY', 'secret-of-the-team');
  const options = {
    apiKey: 'secret-of-the-team',
    baseURL: 'https://proxy.test/v1',
    headers: { 'x-team': 'blue', Authorization: 'Bearer secret-of-the-team' },
  };
  const model = openai(options)('gpt-5');
  expect(codec.encode(model)).not.toContain('secret-of-the-team');
  const arrived = pass(pass(model));
  expect(arrived).toBeInstanceOf(OpenAIModel);
  expect(await headersOf(await arrived.load())).toMatchObject({ 'x-team': 'blue' });
  vi.stubEnv('TEAM_KEY', 'a-newer-secret');
  expect(JSON.stringify(await headersOf(await arrived.load()))).toContain('Bearer a-newer-secret');
  vi.stubEnv('TEAM_KEY', undefined);
  await expect(arrived.load()).rejects.toMatchObject({ code: 'agent_key_unset' });
  expect(options.headers).toHaveProperty('Authorization');
});

test.each<[string, ProviderModel]>([
  ['apiKey', openai({ apiKey: 'a-literal-key' })('gpt-5')],
  ['headers.X-Api-Key', anthropic({ headers: { 'X-Api-Key': 'a-literal-key' } })('claude')],
  [
    'queryParams.api-key',
    openaiCompatible({ name: 'x', baseURL: 'http://x.test', queryParams: { 'api-key': 'a-literal-key' } })('m'),
  ],
])('a key that is in no variable cannot be stored (%s)', (option, model) => {
  expect(() => codec.encode(model)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(option) as string }),
  );
  expect(() => codec.encode(model)).toThrow(/agent_key_not_storable/);
});

test('workflow code cannot hold a key', () => {
  vi.stubGlobal('process', undefined);
  try {
    expect(() => openai({ apiKey: 'a-literal-key' })('gpt-5')).toThrow(/agent_key_not_storable/);
    expect(openai({ baseURL: 'https://proxy.test' })('gpt-5').modelId).toBe('gpt-5');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a model of version 7 of the AI SDK cannot be stored, as it would be with its key', () => {
  const model = createOpenAI({ apiKey: 'a-literal-key' })('gpt-5');
  // The compiler makes its class known when its package is part of a build.
  const known = createClassRegistry();
  known.register('class//model', model.constructor);
  for (const { encode } of [codec, createCodec({ classes: known })]) {
    expect(() => encode({ model }, 'args')).toThrow(
      /^args\.model is a model of the AI SDK.*\[value_model_not_storable\]$/,
    );
  }
});
