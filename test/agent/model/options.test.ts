import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { smoothStream } from 'ai';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { openai } from '../../../agent/providers/openai.ts';
import { FatalError } from '../../../runtime/values/step-errors.ts';
import { ModelStep, SDK_VERSIONS } from './model-step.ts';
import { textOf } from './step-stream.ts';

type Globals = { AI_SDK_DEFAULT_PROVIDER?: unknown };

afterEach(() => {
  delete (globalThis as Globals).AI_SDK_DEFAULT_PROVIDER;
});

/** A function as it comes out of the compiler and across the boundary: it gives the option's value. */
const hoisted = (value: unknown): object => Object.assign(() => Promise.resolve(value), { stepId: 'step//x' });

const toUpperCase = () =>
  new TransformStream({
    transform(part: { type: string; text?: string }, controller) {
      controller.enqueue(part.type === 'text-delta' ? { ...part, text: part.text!.toUpperCase() } : part);
    },
  });

describe.each(SDK_VERSIONS)('with ai $major', (version) => {
  test('all settings reach the provider, zeros too, and what is not set is not sent', async () => {
    const settings = { temperature: 0, topP: 0.5, maxOutputTokens: 99, stopSequences: ['END'], seed: 7 };
    await using step = await ModelStep.open(version, [{ text: 'Hm.', repeat: 2 }], {
      settings: { ...settings, headers: { 'x-team': 'blue' } },
    });
    await step.attempt();
    expect(step.models.requests[0]!.settings).toEqual(settings);
    expect(step.models.requests[0]!.headers).toMatchObject({ 'x-team': 'blue' });
    await using plain = await ModelStep.open(version, [{ text: 'Hm.' }]);
    await plain.attempt();
    expect(plain.models.requests[0]!.settings).toEqual({});
  });

  test('options of the provider reach it', async () => {
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], {
      settings: { providerOptions: { openai: { user: 'u-1' } } },
    });
    await step.attempt();
    expect(step.models.requests[0]!.body).toMatchObject({ user: 'u-1' });
  });

  test.each([
    ['text', 'Be brief.'],
    ['a message', { role: 'system', content: 'Be brief.' }],
    ['messages', [{ role: 'system', content: 'Be brief.' }]],
  ] as const)('a system prompt may be %s', async (_, system) => {
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], { system: system as never });
    await step.attempt();
    expect(step.models.requests[0]).toMatchObject({ system: 'Be brief.', messages: [{ role: 'user' }] });
  });

  test('system messages may stand in the conversation', async () => {
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    });
    await step.attempt();
    expect(step.models.requests[0]).toMatchObject({ system: 'Be brief.' });
  });

  test.each(['auto', 'required', 'none', { type: 'tool', toolName: 'weather' }] as const)(
    'the choice of tools %o reaches the provider',
    async (toolChoice) => {
      const tool = { type: 'function', name: 'weather', inputSchema: { type: 'object', properties: {} } } as const;
      await using step = await ModelStep.open(version, [{ text: 'Hm.' }], { toolChoice, tools: [tool] });
      await step.attempt();
      const sent = typeof toolChoice === 'string' ? toolChoice : { toolName: 'weather' };
      expect(step.models.requests[0]!.toolChoice).toEqual(sent);
    },
  );

  test('a form for the answer reaches the provider', async () => {
    const schema = { type: 'object', properties: { sunny: { type: 'boolean' } }, required: ['sunny'] };
    await using step = await ModelStep.open(version, [{ object: { sunny: true } }], {
      responseFormat: { type: 'json', schema, name: 'weather' },
    });
    const { messages } = await step.attempt();
    expect(step.models.requests[0]!.responseFormat).toMatchObject({ name: 'weather', schema });
    expect(JSON.parse(textOf(step.stream.stored))).toEqual({ sunny: true });
    expect(messages).toMatchObject([{ content: [{ type: 'text' }] }]);
  });

  test('the id of a model is asked of the default provider', async () => {
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], { model: 'openai/gpt-5' });
    (globalThis as Globals).AI_SDK_DEFAULT_PROVIDER = version.gateway(step.models.gateway);
    expect((await step.attempt()).messages).toMatchObject([{ content: [{ text: 'Hm.' }] }]);
    expect(step.models.requests[0]).toMatchObject({ protocol: 'gateway', model: 'openai/gpt-5' });
  });

  test('what is no model is told, and not tried again', async () => {
    for (const { model, found } of [
      { model: undefined, found: 'undefined' },
      { model: () => ({}), found: 'an object' },
      { model: hoisted(5), found: 'number' },
    ]) {
      await using step = await ModelStep.open(version, [], { model });
      const error = await step.failure();
      expect(FatalError.is(error)).toBe(true);
      expect(error).toMatchObject({
        code: 'agent_model_invalid',
        message: expect.stringContaining(found) as string,
      });
    }
  });

  test('a model for another version of the AI SDK is told', async () => {
    const model = { specificationVersion: 'v9', modelId: 'm', provider: 'p', doStream: () => {} };
    await using step = await ModelStep.open(version, [], { model });
    expect(await step.failure()).toMatchObject({ code: 'agent_model_version_unsupported' });
  });

  test('transforms change what is streamed and what comes back', async () => {
    await using step = await ModelStep.open(version, [{ text: ['Sun', 'ny day.'] }], {
      transform: hoisted([toUpperCase, smoothStream({ delayInMs: null })]),
    });
    const { messages, finishReason } = await step.attempt();
    expect(textOf(step.stream.stored)).toBe('SUNNY DAY.');
    expect(step.stream.stored).toContainEqual({ type: 'text-delta', id: '0-1', delta: 'SUNNY ' });
    expect(messages).toMatchObject([{ content: [{ text: 'SUNNY DAY.' }] }]);
    expect(finishReason).toBe('stop');
  });

  test('a transform that stops the stream ends the answer there', async () => {
    const stopAtRain = ({ stopStream }: { stopStream: () => void }) =>
      new TransformStream({
        transform(part: { type: string; text?: string }, controller) {
          if (part.text?.includes('rain')) return stopStream();
          controller.enqueue(part);
        },
      });
    await using step = await ModelStep.open(version, [{ text: ['Sun ', 'and ', 'rain.'], hangAfter: 3 }], {
      transform: hoisted(stopAtRain),
    });
    const { messages, finishReason, aborted } = await step.attempt();
    expect(textOf(step.stream.stored)).toBe('Sun and ');
    expect(messages).toMatchObject([{ content: [{ text: 'Sun and ' }] }]);
    expect([finishReason, aborted]).toEqual(['other', undefined]);
  });

  test('what is no transform or download is told', async () => {
    for (const option of ['transform', 'download']) {
      await using step = await ModelStep.open(version, [], { [option]: hoisted('smooth') });
      expect(await step.failure()).toMatchObject({ code: 'agent_function_invalid' });
    }
  });

  test('the download of the user is asked for files that the model does not load itself', async () => {
    const asked: string[] = [];
    const download = (downloads: { url: URL }[]) => {
      asked.push(...downloads.map(({ url }) => url.href));
      return Promise.resolve(downloads.map(() => ({ data: new Uint8Array([1, 2, 3]), mediaType: 'application/pdf' })));
    };
    const file = { type: 'file' as const, data: new URL('ftp://files.test/a.pdf'), mediaType: 'application/pdf' };
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], {
      messages: [{ role: 'user', content: [file] }],
      download: hoisted(download),
    });
    await step.attempt();
    expect(asked).toEqual(['ftp://files.test/a.pdf']);
    expect(JSON.stringify(step.models.requests[0]!.body)).toContain('AQID');
  });

  describe('a file in a private network, which the model does not load itself,', () => {
    const serve = async (answer: RequestListener): Promise<{ origin: string; asked: string[] }> => {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(request.url!);
        answer(request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
    };
    const open = (address: string, downloadHosts?: string[]): Promise<ModelStep> => {
      const file = { type: 'file' as const, data: new URL(address), mediaType: 'application/pdf' };
      const messages = [{ role: 'user' as const, content: [file] }];
      return ModelStep.open(version, [{ text: 'Hm.' }], { messages, ...(downloadHosts && { downloadHosts }) });
    };
    const sendFile: RequestListener = (_request, response) => response.end(Buffer.from([1, 2, 3]));

    test.each(['127.0.0.1', 'localhost', '2130706433', '[::ffff:7f00:1]'])('is not loaded: %s', async (host) => {
      const { origin, asked } = await serve(sendFile);
      await using step = await open(`${origin.replace('127.0.0.1', host)}/a.pdf?key=secret`);
      const failure = await step.failure();
      expect(failure).toMatchObject({ code: 'agent_download_refused', isRetryable: false });
      expect(failure.message).toContain('/a.pdf of a message was not loaded: its host is in a private network.');
      expect(failure.message).not.toContain('secret');
      expect([asked, step.models.requests]).toEqual([[], []]);
    });

    test('is loaded if its host is named', async () => {
      const { origin, asked } = await serve(sendFile);
      await using step = await open(`${origin}/a.pdf`, ['*', new URL(origin).host]);
      await step.attempt();
      expect(asked).toEqual(['/a.pdf']);
      expect(JSON.stringify(step.models.requests[0]!.body)).toContain('AQID');
    });

    test.each([[['example.com', '127.0.0.1:1']], [[]]])('is not loaded if only others are named: %j', async (hosts) => {
      const { origin, asked } = await serve(sendFile);
      await using step = await open(`${origin}/a.pdf`, hosts);
      expect(await step.failure()).toMatchObject({ code: 'agent_download_refused' });
      expect(asked).toEqual([]);
    });

    test('is not loaded through a redirect', async () => {
      const inner = await serve(sendFile);
      const outer = await serve((_request, response) =>
        response.writeHead(302, { location: `${inner.origin}/a` }).end(),
      );
      await using step = await open(`${outer.origin}/a.pdf`, ['*', new URL(outer.origin).host]);
      expect(await step.failure()).toMatchObject({ code: 'agent_download_refused' });
      expect([outer.asked, inner.asked]).toEqual([['/a.pdf'], []]);
    });

    test('is a failure before the call when its server has none', async () => {
      const { origin } = await serve((_request, response) => response.writeHead(404).end());
      await using step = await open(`${origin}/a.pdf`, ['127.0.0.1']);
      const failure = await step.failure();
      expect(failure).toMatchObject({ code: 'agent_prompt_invalid', isRetryable: false });
      expect(failure.message).toContain('/a.pdf could not be loaded: the server answered 404.');
    });
  });

  test('a file whose address holds it is sent', async () => {
    const data = new URL('data:application/pdf;base64,AQID');
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], {
      messages: [{ role: 'user', content: [{ type: 'file', data, mediaType: 'application/pdf' }] }],
    });
    await step.attempt();
    expect(JSON.stringify(step.models.requests[0]!.body)).toContain('AQID');
  });

  test('telemetry sees one call', async () => {
    const seen: string[] = [];
    const span = {
      setAttribute: () => span,
      setAttributes: () => span,
      addEvent: () => span,
      setStatus: () => span,
      recordException: () => {},
      end: () => {},
      isRecording: () => true,
    };
    const tracer = {
      startActiveSpan: (name: string, ...rest: unknown[]) => {
        seen.push(name);
        return (rest.at(-1) as (of: typeof span) => unknown)(span);
      },
    };
    const integrations = [{ onStart: () => void seen.push('ai.streamText') }];
    await using step = await ModelStep.open(version, [{ text: 'Hm.' }], {
      telemetry: version.major === 7 ? { isEnabled: true, integrations } : { isEnabled: true, tracer },
    });
    await step.attempt();
    expect(seen.filter((name) => name === 'ai.streamText')).toHaveLength(1);
  });
});

test('a model of workflow/agent/providers is loaded on the host', async () => {
  const version = SDK_VERSIONS.find(({ major }) => major === 6)!;
  await using step = await ModelStep.open(version, [{ text: 'Hm.' }]);
  const model = openai(step.models.openai)('gpt-5', { api: 'chat' });
  await using called = new ModelStep(step.models, version, { model }, 'chat');
  expect((await called.attempt()).messages).toMatchObject([{ content: [{ text: 'Hm.' }] }]);
  expect(step.models.requests[0]).toMatchObject({ protocol: 'openai-chat', model: 'gpt-5' });
});
