/** The models of every provider answer with each version of the AI SDK, by the providers' packages of that version. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModelServer, type ModelServer } from '../../../agent/testing/model-server.ts';
import { InstalledProject } from '../installed-project.ts';

/** Gemini's answer to a prompt. */
const GEMINI_ANSWER = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
};

const ASK = `
import { generateText } from 'ai';
const [provider, api, options, settings] = JSON.parse(process.env.PROVIDER);
const module = await import('workflow/agent/providers/' + provider);
const model = await module[api](options)('some-model', settings).load();
// Anthropic's package warns of a limit that it chooses itself.
const { text } = await generateText({ model, prompt: 'Hi', maxOutputTokens: 100 });
console.log(text);
`;

let models: ModelServer;
const gemini = createServer((_, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(GEMINI_ANSWER));
});
beforeAll(async () => {
  models = await startModelServer({ script: [{ text: 'Hello.', repeat: 100 }] });
  await new Promise<void>((resolve) => void gemini.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await models.close();
  gemini.close();
});

const geminiAddress = (): object => {
  const { port } = gemini.address() as AddressInfo;
  return { baseURL: `http://127.0.0.1:${port}`, apiKey: 'test-key' };
};

describe.each([5, 6, 7])('with AI SDK %i', (version) => {
  let project: InstalledProject;
  beforeAll(async () => {
    project = await InstalledProject.create({ template: join(import.meta.dirname, `template-${version}`) });
    await project.write('ask.mjs', ASK);
  });
  afterAll(() => project.remove());

  test.each<[provider: string, name: string, options: () => object, settings?: object]>([
    ['anthropic', 'anthropic', () => models.anthropic],
    ['gateway', 'gateway', () => models.gateway],
    ['google', 'google', geminiAddress],
    ['openai', 'openai', () => models.openai, { api: 'chat' }],
    ['openai', 'openai', () => models.openai, { api: 'responses' }],
    ['openai-compatible', 'openaiCompatible', () => ({ name: 'local', ...models.openai })],
    ['xai', 'xai', () => models.openai, { api: 'chat' }],
  ])('a model of %s answers', async (provider, name, options, settings) => {
    const env = { PROVIDER: JSON.stringify([provider, name, options(), settings]) };
    const { output } = await project.run({ script: 'ask.mjs', env });
    expect(output).toBe('Hello.\n');
  });
});
