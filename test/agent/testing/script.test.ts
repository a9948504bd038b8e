/** How a script is written, and what a test sees of the requests. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';
import { describe, expect, it } from 'vitest';
import { type ModelServer, type Script, startModelServer } from '../../../agent/entries/testing.ts';

/** Asks the model one thing, and tells what came back. */
async function ask(models: ModelServer, prompt: string, model = 'model-1'): Promise<string> {
  const asked = generateText({ model: createOpenAI(models.openai).chat(model), prompt, maxRetries: 0 });
  return asked.then(
    ({ text }) => text,
    (error: Error) => `failed: ${error.message}`,
  );
}

describe('a script', () => {
  it('is a list, whose replies are taken one after the other', async () => {
    await using models = await startModelServer({ script: ['one', { text: 'two', repeat: 2 }, () => 'three'] });
    const answers = [await ask(models, 'a'), await ask(models, 'b'), await ask(models, 'c'), await ask(models, 'd')];
    expect(answers).toEqual(['one', 'two', 'two', 'three']);
  });

  it('is a function of the request', async () => {
    await using models = await startModelServer({
      script: async ({ prompt, model, call, attempt }) => `${prompt} ${model} ${call} ${attempt}`,
    });
    expect(await ask(models, 'hi')).toBe('hi model-1 1 1');
    expect(await ask(models, 'hi')).toBe('hi model-1 2 2');
    expect(await ask(models, 'ho', 'other')).toBe('ho other 3 1');
  });

  it('is a list of rules, of which the first that fits is taken', async () => {
    await using models = await startModelServer({
      script: [
        { when: 'weather', reply: ['sunny', 'cloudy'] },
        { when: 'weather', reply: { text: 'foggy', repeat: 1 } },
        { when: /^good (morning|evening)/i, reply: 'hello' },
        { when: { model: 'model-2', prompt: /./ }, reply: ({ prompt }) => `the second model heard ${prompt}` },
        { when: ({ prompt }) => prompt.length > 10, reply: 'so much' },
        { when: { prompt: 'weather', step: 0, attempt: 4 }, reply: 'no idea' },
      ],
    });
    expect(await ask(models, 'Good evening!')).toBe('hello');
    expect(await ask(models, 'weather')).toBe('sunny');
    expect(await ask(models, 'ho', 'model-2')).toBe('the second model heard ho');
    expect(await ask(models, 'a long story')).toBe('so much');
    const later = [await ask(models, 'weather'), await ask(models, 'weather'), await ask(models, 'weather')];
    expect(later).toEqual(['cloudy', 'foggy', 'no idea']);
    expect(models.problems).toEqual([]);
  });

  it('that has no reply for a call says so to the client, which does not try again, and to the test', async () => {
    await using models = await startModelServer({ script: ['one'] });
    await ask(models, 'first');
    const model = createOpenAI(models.openai).chat('model-1');
    const asked = generateText({ model, prompt: 'second', maxRetries: 5 });
    await expect(asked).rejects.toThrow('The script has no reply for call 2 of the model (step 0 after "second").');
    expect(models.problems).toMatchObject([{ code: 'agent_turn_missing' }]);
    expect(models.requests).toHaveLength(2);
  });

  it('whose function throws says so, with what it threw as the cause', async () => {
    const reason = new Error('a test that looks at the request');
    await using models = await startModelServer({
      script: () => {
        throw reason;
      },
    });
    expect(await ask(models, 'hi')).toContain('call 1 of the model: a test that looks at the request');
    expect(models.problems).toMatchObject([{ code: 'agent_script_failed', cause: reason }]);
  });

  it.each([undefined, 'a text', 5])('cannot be %s', async (script) => {
    await expect(startModelServer({ script: script as unknown as Script })).rejects.toMatchObject({
      code: 'agent_script_invalid',
    });
  });

  it('does not mix rules and replies', async () => {
    const script = [{ when: 'a', reply: 'b' }, 'c'] as unknown as Script;
    await expect(startModelServer({ script })).rejects.toMatchObject({ code: 'agent_script_invalid' });
  });
});

describe('a model server', () => {
  it('counts requests that come at the same time', async () => {
    await using models = await startModelServer({ script: ({ prompt }) => `answer to ${prompt}` });
    const prompts = Array.from({ length: 20 }, (_, index) => String(index));
    const answers = await Promise.all(prompts.map((prompt) => ask(models, prompt)));
    expect(answers).toEqual(prompts.map((prompt) => `answer to ${prompt}`));
    expect(models.requests.map(({ call }) => call)).toEqual(prompts.map((_, index) => index + 1));
  });

  it('keeps no keys of its clients', async () => {
    await using models = await startModelServer({ script: ['one', 'two'] });
    const apiKey = 'sk-very-secret';
    await generateText({ model: createOpenAI({ ...models.openai, apiKey }).chat('m'), prompt: 'hi' });
    await generateText({ model: createAnthropic({ ...models.anthropic, apiKey })('claude-haiku-4-5'), prompt: 'hi' });
    expect(JSON.stringify(models.requests)).not.toContain(apiKey);
    expect(models.requests[0]!.headers.authorization).toBe('***');
    expect(models.requests[1]!.headers['x-api-key']).toBe('***');
  });

  it('answers at any path that ends as the protocol wants', async () => {
    await using models = await startModelServer({ script: ['one'] });
    const baseURL = `${models.url}/my/proxy/of/openai`;
    const { text } = await generateText({ model: createOpenAI({ baseURL, apiKey: 'k' }).chat('m'), prompt: 'hi' });
    expect(text).toBe('one');
  });

  it.each([
    ['GET', '/v1/chat/completions', 404, 'agent_model_path_unknown'],
    ['POST', '/v1/embeddings', 404, 'agent_model_path_unknown'],
    ['POST', '/v1/chat/completions', 400, 'agent_model_request_unreadable'],
  ])('refuses %s %s when it cannot be a request to a model', async (method, path, status, code) => {
    await using models = await startModelServer({ script: ['one'] });
    const response = await fetch(models.url + path, { method, ...(method === 'POST' && { body: '{}' }) });
    expect([response.status, ((await response.json()) as { error: object }).error]).toMatchObject([status, { code }]);
    expect(models.problems).toMatchObject([{ code }]);
  });

  it('lets nobody wait for what does not come any more', async () => {
    const models = await startModelServer({ script: [{ text: 'never', hangAfter: 0 }] });
    const waiting = [models.called(2), models.held()];
    const asked = ask(models, 'hi');
    const request = await models.called(1);
    await models.close();
    for (const wait of waiting) await expect(wait).rejects.toMatchObject({ code: 'agent_model_server_closed' });
    await expect(models.called(2)).rejects.toMatchObject({ code: 'agent_model_server_closed' });
    expect(await asked).toContain('failed');
    expect(await request.ended).toBe('client-gone');
    await models.close();
  });

  it('knows the items of its answers when OpenAI clients refer to them', async () => {
    await using models = await startModelServer({ script: ['one', 'two', 'three'] });
    const model = createOpenAI(models.openai).responses('m');
    const first = await generateText({ model, prompt: 'first' });
    const messages = [
      { role: 'user', content: 'first' },
      ...first.response.messages,
      { role: 'user', content: 'second' },
    ];
    await generateText({ model, messages: messages as never });
    const previousResponseId = models.requests[1]!.messages.length === 3 ? 'response_2' : '';
    await generateText({ model, prompt: 'third', providerOptions: { openai: { previousResponseId } } });
    const textsOf = (call: number) => models.requests[call - 1]!.messages.map(({ text }) => text);
    expect(textsOf(2)).toEqual(['first', 'one', 'second']);
    expect(textsOf(3)).toEqual(['first', 'one', 'second', 'two', 'third']);
  });
});
