import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ModelStep, SDK_VERSIONS } from './model-step.ts';
import { textOf } from './step-stream.ts';

const PROTOCOLS = ['chat', 'responses', 'anthropic'] as const;

describe.each(SDK_VERSIONS)('with ai $major', (version) => {
  test.each(PROTOCOLS)('a stop in the midst of a text keeps what had come by then (%s)', async (protocol) => {
    const abort = new AbortController();
    await using step = await ModelStep.open(version, [{ text: ['It ', 'is ', 'sunny.'], hangAfter: 2 }], {
      protocol,
      abortSignal: abort.signal,
    });
    step.stream.onChunk = ({ delta }) => {
      if (delta === 'is ') abort.abort('The user pressed stop.');
    };
    const outcome = await step.attempt();
    expect(outcome.aborted).toEqual({ reason: 'signal', message: 'The user pressed stop.' });
    expect(outcome.messages).toMatchObject([{ role: 'assistant', content: expect.anything() as object }]);
    expect(JSON.stringify(outcome.messages)).toContain('"text":"It is "');
    expect(textOf(step.stream.stored)).toBe('It is ');
    expect(step.stream.stored.at(-1)).toMatchObject({ type: 'text-end', id: '0-1' });
  });

  test('a stop before the call calls nobody', async () => {
    await using step = await ModelStep.open(version, [{ text: 'It' }], { abortSignal: AbortSignal.abort() });
    const outcome = await step.attempt();
    expect(outcome).toMatchObject({ messages: [], finishReason: 'other', aborted: { reason: 'signal' } });
    expect(step.models.requests).toHaveLength(0);
  });

  test('a stop while the model is looked for ends the call', async () => {
    const abort = new AbortController();
    const model = (): Promise<never> => {
      abort.abort();
      return new Promise(() => {});
    };
    await using step = await ModelStep.open(version, [], { model, abortSignal: abort.signal });
    expect(await step.attempt()).toMatchObject({ messages: [], aborted: { reason: 'signal' } });
  });

  test('a stop while the server has not answered ends the call', async () => {
    const abort = new AbortController();
    await using step = await ModelStep.open(version, [{ text: 'It', hangAfter: 'request' }], {
      abortSignal: abort.signal,
    });
    const attempt = step.attempt();
    await step.models.called(1);
    abort.abort();
    expect(await attempt).toMatchObject({ messages: [], aborted: { reason: 'signal' } });
  });

  test('a stop while a file is downloaded ends the call', async () => {
    const abort = new AbortController();
    const download = (): Promise<never> => {
      abort.abort();
      return new Promise(() => {});
    };
    const image = new URL('http://127.0.0.1:9/never.png');
    await using step = await ModelStep.open(version, [], {
      protocol: 'responses',
      abortSignal: abort.signal,
      messages: [{ role: 'user', content: [{ type: 'file', data: image, mediaType: 'application/zip' }] }],
      download,
    });
    expect(await step.attempt()).toMatchObject({ messages: [], aborted: { reason: 'signal' } });
    expect(step.models.requests).toHaveLength(0);
  });

  test('a call that takes too long is stopped, and says so', async () => {
    await using step = await ModelStep.open(version, [{ text: ['It ', 'is'], hangAfter: 1 }], {
      timeouts: { stepMs: 100 },
    });
    const outcome = await step.attempt();
    expect(outcome.aborted).toEqual({
      reason: 'step-timeout',
      message: 'The model call took longer than 100 ms.',
    });
  });

  test('a model that falls silent is stopped, and what it had said is kept', async () => {
    await using step = await ModelStep.open(version, [{ text: ['It ', 'is'], hangAfter: 1 }], {
      timeouts: { chunkMs: 100 },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    step.stream.onChunk = ({ delta }) => {
      if (delta === 'It ') setImmediate(() => vi.advanceTimersByTime(100));
    };
    const outcome = await step.attempt();
    expect(outcome.aborted).toMatchObject({ reason: 'chunk-timeout' });
    expect(outcome.messages).toMatchObject([{ content: [{ text: 'It ' }] }]);
  });

  test('a stop after the whole answer changes nothing', async () => {
    const abort = new AbortController();
    await using step = await ModelStep.open(version, [{ text: 'It' }], { abortSignal: abort.signal });
    step.stream.onChunk = ({ type }) => {
      if (type === 'text-end') abort.abort();
    };
    const outcome = await step.attempt();
    expect(textOf(step.stream.stored)).toBe('It');
    expect(outcome.messages).toMatchObject([{ content: [{ text: 'It' }] }]);
  });

  test('an attempt that is stopped sooner than the one before takes back what it did not say', async () => {
    const abort = new AbortController();
    await using step = await ModelStep.open(
      version,
      [
        { text: ['It ', 'is ', 'sunny.'], dieAfter: 3 },
        { text: ['It '], hangAfter: 1 },
      ],
      { abortSignal: abort.signal },
    );
    await step.failure();
    const attempt = step.attempt();
    step.stream.onChunk = ({ delta }) => {
      if (delta === 'It ') abort.abort();
    };
    expect(await attempt).toMatchObject({ aborted: { reason: 'signal' } });
    expect(textOf(step.stream.live)).toBe('It ');
    expect(textOf(step.stream.stored)).toBe('It ');
  });
});
