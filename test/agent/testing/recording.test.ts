/** The recorded words of real models make a test without network. A scripted server stands for the real provider. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecording, recordModels, startModelServer } from '../../../agent/entries/testing.ts';

const API_KEY = 'sk-very-secret-key';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
  file = join(folder, 'recordings/weather.json');
});
afterEach(() => rm(folder, { recursive: true }));

const openai = (baseURL: string) => createOpenAI({ baseURL, apiKey: API_KEY })('gpt-5');

/** Asks a model that calls a tool, and gives all that came. */
async function chat(model: LanguageModel): Promise<unknown[]> {
  const weather = tool({ inputSchema: jsonSchema<object>({ type: 'object' }), execute: () => 'sunny' });
  const result = streamText({
    model,
    prompt: 'Weather?',
    tools: { weather },
    stopWhen: stepCountIs(3),
    onError: () => {},
  });
  const parts: unknown[] = [];
  for await (const part of result.fullStream) if (/-delta$|^tool-call$|^error$/.test(part.type)) parts.push(part);
  return parts;
}

/** Records a conversation with a provider that knows just this script. */
async function record(
  ask: (baseURL: string) => Promise<unknown>,
  replies: Parameters<typeof startModelServer>[0]['script'],
) {
  await using provider = await startModelServer({ script: replies });
  await using recorder = await recordModels({ upstream: `${provider.url}/v1/`, file });
  return await ask(recorder.baseURL);
}

const CONVERSATION = [
  { reasoning: 'Let me look.', toolCalls: [{ name: 'weather', input: { city: 'Köln' } }] },
  { text: ['It is ', 'sunny in Köln.'] },
];

describe('a recording', () => {
  it('replays a conversation as it was, byte for byte', async () => {
    const said = await record((baseURL) => chat(openai(baseURL)), CONVERSATION);
    await using models = await startModelServer({ script: await readRecording(file) });
    expect(await chat(openai(models.openai.baseURL))).toEqual(said);
    expect(JSON.stringify(said)).toContain('sunny in Köln.');
    expect(models.problems).toEqual([]);
  });

  it('has no key in it, even when the provider repeats the key in an error', async () => {
    const refused = { status: 401, error: `Incorrect API key provided: ${API_KEY}.` };
    const ask = (baseURL: string) =>
      generateText({ model: openai(baseURL), prompt: 'Hi' }).catch((error: Error) => error.message);
    expect(await record(ask, [refused])).toContain(API_KEY);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Incorrect API key provided: ***.');
    expect(text).not.toContain(API_KEY);
  });

  it('replays the errors of a provider, and how long it asked to wait', async () => {
    const busy = { status: 429, headers: { 'retry-after-ms': '1' } };
    await record((baseURL) => generateText({ model: openai(baseURL), prompt: 'Hi' }), [busy, 'Hello!']);
    await using models = await startModelServer({ script: await readRecording(file) });
    const { text } = await generateText({ model: openai(models.openai.baseURL), prompt: 'Hi' });
    expect([text, models.requests.length]).toEqual(['Hello!', 2]);
  });

  it('is not taken for another provider', async () => {
    await record((baseURL) => generateText({ model: openai(baseURL), prompt: 'Hi' }), ['Hello!']);
    await using models = await startModelServer({ script: await readRecording(file) });
    const asked = generateText({ model: createAnthropic(models.anthropic)('claude-haiku-4-5'), prompt: 'Hi' });
    await expect(asked).rejects.toThrow('Call 1 speaks the protocol "anthropic"');
    expect(models.problems).toMatchObject([{ code: 'agent_recording_mismatch' }]);
  });

  it.each(['', '{}', '{"format":2,"calls":[]}'])('cannot be read from a file that holds "%s"', async (text) => {
    const other = join(folder, 'other.json');
    await writeFile(other, text);
    await expect(readRecording(other)).rejects.toMatchObject({ code: 'agent_recording_invalid' });
  });

  it('leaves out an answer that did not come to its end', async () => {
    const ask = (baseURL: string) =>
      generateText({ model: openai(baseURL), prompt: 'Hi', maxRetries: 0 }).catch(() => 'cut');
    expect(await record(ask, [{ text: 'Hello', dieAfter: 0 }])).toBe('cut');
    expect(await readRecording(file)).toEqual([]);
  });
});
