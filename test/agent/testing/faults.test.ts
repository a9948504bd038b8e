/** The faults of a script hit real clients as those of a provider would. */
import { describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer, type Turn } from '../../../agent/entries/testing.ts';
import { type Client, CLIENTS } from './clients.ts';

interface Streamed {
  text: string;
  /** The error of the stream or the call. */
  error: unknown;
  isAborted: boolean;
}

/** Streams one answer, and takes it as it comes. */
async function stream(client: Client, models: ModelServer, signal?: AbortSignal): Promise<Streamed> {
  const streamed: Streamed = { text: '', error: undefined, isAborted: false };
  const result = client.sdk.streamText({
    model: client.connect(models),
    prompt: 'Hello?',
    maxRetries: 0,
    onError: () => {},
    ...(signal && { abortSignal: signal }),
  });
  try {
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') streamed.text += part.text;
      else if (part.type === 'error') streamed.error ??= part.error;
      else if (part.type === 'abort') streamed.isAborted = true;
    }
  } catch (error) {
    streamed.error ??= error;
  }
  return streamed;
}

const serve = (reply: Turn) => startModelServer({ script: [reply] });

/** Everything that an error says, with the errors that caused it. */
function wordsOf(error: unknown): string {
  const { message, responseBody, cause, data } = error as Error & { responseBody?: string; data?: unknown };
  const own = [message, responseBody, JSON.stringify(data), typeof message === 'string' ? '' : JSON.stringify(error)];
  return [...own, cause instanceof Error ? wordsOf(cause) : ''].join('\n');
}

/** The status that a client saw. */
function statusOf(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode;
}

describe.each(CLIENTS)('$name', (client) => {
  it.each([
    [400, false],
    [401, false],
    [429, true],
    [500, true],
    [529, true],
  ])('fails with the status %d, which may be tried again: %s', async (status, isRetryable) => {
    await using models = await serve({ status, error: 'No luck today', headers: { 'retry-after': '7' } });
    const failure = stream(client, models);
    const { error } = await failure;
    expect(statusOf(error)).toBe(status);
    expect((error as { isRetryable?: boolean }).isRetryable ?? isRetryable).toBe(isRetryable);
    if (status !== 401) expect(wordsOf(error)).toContain('No luck today');
    expect(await models.requests[0]!.ended).toBe('failed');
  });

  it('is tried again as often as the client likes, and then answered', async () => {
    const busy = { status: 429, headers: { 'retry-after-ms': '1' }, repeat: 2 };
    await using models = await startModelServer({ script: [busy, 'At last.'] });
    const result = await client.sdk.generateText({ model: client.connect(models), prompt: 'Hello?', maxRetries: 2 });
    expect(result.text).toBe('At last.');
    expect(models.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  it('loses the connection after the deltas that were sent', async () => {
    await using models = await serve({ text: ['one ', 'two ', 'three'], dieAfter: 2 });
    const { text, error } = await stream(client, models);
    expect(text).toBe('one two ');
    expect(error).toBeDefined();
    expect(await models.requests[0]!.ended).toBe('cut');
    expect(models.requests[0]!.deltas).toBe(2);
  });

  it.each([0, 99])('loses the connection before the first delta and after the last (%d)', async (dieAfter) => {
    await using models = await serve({ text: ['one ', 'two'], dieAfter });
    const { text, error } = await stream(client, models);
    expect([text, error !== undefined]).toEqual([dieAfter === 0 ? '' : 'one two', true]);
  });

  it('loses the connection before there is an answer', async () => {
    await using models = await serve({ text: 'never', dieAfter: 'request' });
    const { error } = await stream(client, models);
    expect(wordsOf(error)).toMatch(/socket|connect|fetch failed|closed/i);
    expect(statusOf(error)).not.toBe(200);
  });

  it('loses the connection in the midst of a whole answer', async () => {
    await using models = await serve({ text: 'never', dieAfter: 1 });
    const asked = client.sdk.generateText({ model: client.connect(models), prompt: 'Hello?', maxRetries: 0 });
    await expect(asked).rejects.toThrow();
  });

  it('is told of an error in the midst of the stream', async () => {
    await using models = await serve({ text: ['one ', 'two'], errorAfter: 1 });
    const { text, error } = await stream(client, models);
    expect(text).toBe('one ');
    expect(wordsOf(error)).toContain('Overloaded');
    expect(await models.requests[0]!.ended).toBe('failed');
  });

  it('gets the same error for a whole answer, as a status', async () => {
    await using models = await serve({ text: 'never', errorAfter: 1 });
    const asked = client.sdk.generateText({ model: client.connect(models), prompt: 'Hello?', maxRetries: 0 });
    await expect(asked.catch(statusOf)).resolves.toBe(529);
  });

  it.each(['request', 0, 1] as const)('gives up an answer that hangs after %s', async (hangAfter) => {
    await using models = await serve({ text: ['one ', 'two'], hangAfter });
    const stop = new AbortController();
    const streamed = stream(client, models, stop.signal);
    const request = await models.called(1);
    stop.abort();
    await streamed;
    expect(await request.ended).toBe('client-gone');
  });

  it('waits at a gate until the test opens it', async () => {
    await using models = await serve({ text: ['one ', 'two ', 'three'], holdAfter: ['request', 1, 99] });
    const streamed = stream(client, models);
    for (const [index, sent] of [0, 1, 3].entries()) {
      const held = await models.held(index + 1);
      expect(models.requests[0]!.deltas).toBe(sent);
      held.release();
    }
    expect((await streamed).text).toBe('one two three');
    expect(await models.requests[0]!.ended).toBe('answered');
  });

  it('takes the time that the script says', async () => {
    await using models = await serve({ text: ['one ', 'two ', 'three'], delayMs: { first: 40, between: 20 } });
    const begun = performance.now();
    const { text } = await stream(client, models);
    expect(text).toBe('one two three');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(75);
  });
});
