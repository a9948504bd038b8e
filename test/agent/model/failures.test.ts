import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FatalError, RetryableError } from '../../../runtime/values/step-errors.ts';
import { ModelStep, SDK_VERSIONS } from './model-step.ts';
import { textOf } from './step-stream.ts';

const DAY_MS = 86_400_000;

/** In how many milliseconds the error asks to be tried again. */
const waitOf = (error: unknown): number => (error as RetryableError).retryAfter.getTime() - Date.now();

/** The time stands still for the rest of the test, at a full second, as headers have it. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2040, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
}

describe.each(SDK_VERSIONS)('with ai $major', (version) => {
  test('a refused request is one call and no second attempt, and says why without the request', async () => {
    await using step = await ModelStep.open(version, [
      { status: 400, error: 'max_tokens is too large: 90000. Asked: Tell me about the weather in Berlin.' },
    ]);
    const error = await step.failure();
    expect(FatalError.is(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'AgentModelError',
      code: 'agent_model_refused',
      statusCode: 400,
      isRetryable: false,
      modelId: 'test-model',
    });
    expect(error.message).toContain('max_tokens is too large');
    expect(error.message).not.toContain('Berlin');
    expect(step.models.requests).toHaveLength(1);
  });

  test.each([408, 409, 429, 500, 502, 503, 529])('status %i may pass', async (status) => {
    await using step = await ModelStep.open(version, [{ status }]);
    const error = await step.failure();
    expect(RetryableError.is(error)).toBe(true);
    expect(error).toMatchObject({ code: 'agent_model_unavailable', statusCode: status, isRetryable: true });
    expect(step.models.requests).toHaveLength(1);
  });

  test.each([401, 403, 404, 422])('status %i does not pass by itself', async (status) => {
    await using step = await ModelStep.open(version, [{ status }]);
    expect(FatalError.is(await step.failure())).toBe(true);
  });

  test('the provider says when to come again, in milliseconds, in seconds or as a date, up to a day', async () => {
    stopClock();
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    for (const [headers, waitMs] of [
      [{ 'retry-after-ms': '1500' }, 1_500],
      [{ 'retry-after': '90' }, 90_000],
      [{ 'retry-after': inAnHour }, 3_600_000],
      [{ 'retry-after': '1000000' }, DAY_MS],
    ] as const) {
      await using step = await ModelStep.open(version, [{ status: 429, headers }]);
      expect(waitOf(await step.failure()), JSON.stringify(headers)).toBe(waitMs);
    }
  });

  test('errors of the gateway are told apart, too', async () => {
    stopClock();
    await using step = await ModelStep.open(
      version,
      [{ status: 429, headers: { 'retry-after': '90' } }, { status: 500 }, { status: 400 }, { status: 401 }],
      { protocol: 'gateway' },
    );
    const errors = [await step.failure(), await step.failure(), await step.failure(), await step.failure()];
    expect(errors.map(({ statusCode, isRetryable }) => [statusCode, isRetryable])).toEqual([
      [429, true],
      [500, true],
      [400, false],
      [401, false],
    ]);
    expect(waitOf(errors[0])).toBe(90_000);
  });

  test('without word from the provider the waits grow', async () => {
    stopClock();
    await using step = await ModelStep.open(version, [{ status: 500, repeat: 2 }], { retryDelayMs: 100_000 });
    const [first, second] = [waitOf(await step.failure()), waitOf(await step.failure())];
    expect(first).toBeGreaterThan(70_000);
    expect(first).toBeLessThanOrEqual(100_000);
    expect(second).toBeGreaterThan(85_000);
  });

  test('a connection that breaks is made good by the next attempt, and nobody sees a text twice', async () => {
    const text = ['It ', 'is ', 'very ', 'sunny.'];
    await using step = await ModelStep.open(version, [
      { text, dieAfter: 3, id: 'first' },
      { text: ['It is ve', 'ry sun', 'ny.'], id: 'second' },
    ]);
    const error = await step.failure();
    expect(RetryableError.is(error)).toBe(true);
    const seen = step.stream.live;
    expect(textOf(seen)).not.toBe('');
    const outcome = await step.attempt();
    expect(outcome.messages).toMatchObject([{ content: [{ text: 'It is very sunny.' }] }]);
    expect(step.stream.live.slice(0, seen.length)).toEqual(seen);
    expect(step.stream.live).toEqual(step.stream.stored);
    expect(textOf(step.stream.live)).toBe('It is very sunny.');
    expect(step.stream.live.filter(({ type }) => type === 'text-start')).toHaveLength(1);
  });

  test('an attempt that says something else begins anew for everyone', async () => {
    await using step = await ModelStep.open(version, [
      { text: ['It ', 'is ', 'sunny.'], dieAfter: 3 },
      { text: ['It ', 'rains.'] },
    ]);
    await step.failure();
    await step.attempt();
    expect(textOf(step.stream.live)).toBe('It rains.');
    expect(textOf(step.stream.stored)).toBe('It rains.');
    expect(step.stream.stored[0]).toEqual({
      type: 'data-workflow-reset',
      transient: true,
      data: { stepNumber: 0, version: 2 },
    });
    expect(step.stream.stored).toContainEqual({ type: 'text-delta', id: '0r2-1', delta: 'rains.' });
  });

  test('attempts that differ again and again leave one answer, whose parts have names of their own', async () => {
    await using step = await ModelStep.open(version, [
      { text: ['It ', 'is ', 'sunny.'], dieAfter: 3 },
      { text: ['It ', 'rains ', 'now.'], dieAfter: 3 },
      { text: ['It ', 'snows.'] },
    ]);
    await step.failure();
    await step.failure();
    await step.attempt();
    expect(textOf(step.stream.live)).toBe('It snows.');
    expect(textOf(step.stream.stored)).toBe('It snows.');
    const ids = step.stream.live.filter(({ type }) => type === 'text-start').map(({ id }) => id);
    expect(ids).toEqual(['0-1', '0r2-1', '0r3-1']);
  });

  test('a process that ends between any two chunks leaves nothing twice', async () => {
    const answers = [{ text: ['It ', 'is ', 'very ', 'sunny.'], repeat: 9 }];
    for (let chunks = 1; chunks <= 5; chunks += 1) {
      await using step = await ModelStep.open(version, answers);
      let left = chunks;
      step.stream.onChunk = () => {
        left -= 1;
        if (left === 0) throw new Error('The process ends.');
      };
      expect((await step.failure()).message).toBe('The process ends.');
      step.stream.onChunk = () => {};
      await step.attempt();
      expect(textOf(step.stream.live)).toBe('It is very sunny.');
      expect(step.stream.live).toEqual(step.stream.stored);
    }
  });

  test('an overloaded provider within an answer is tried again', async () => {
    await using step = await ModelStep.open(
      version,
      [{ text: ['It ', 'is '], errorAfter: 2, error: { type: 'overloaded_error', message: 'Overloaded' } }],
      { protocol: 'anthropic' },
    );
    const error = await step.failure();
    expect(RetryableError.is(error)).toBe(true);
    expect(error.message).toContain('Overloaded');
  });

  test.each(['chat', 'responses', 'anthropic', 'gateway'] as const)(
    'a failure of the provider within an answer is tried again (%s)',
    async (protocol) => {
      await using step = await ModelStep.open(
        version,
        [{ text: ['It ', 'is '], errorAfter: 2 }, { text: ['It ', 'is ', 'sunny.'] }],
        { protocol },
      );
      expect(RetryableError.is(await step.failure())).toBe(true);
      await step.attempt();
      expect(textOf(step.stream.live)).toBe('It is sunny.');
      expect(step.stream.live).toEqual(step.stream.stored);
    },
  );

  test('a key that is missing is told, and not looked for again and again', async () => {
    vi.stubEnv('OPENAI_API_KEY', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const model = () => version.openai({ baseURL: 'http://127.0.0.1:9/v1', apiKey: undefined as never }).chat('m');
    await using step = await ModelStep.open(version, [], { model });
    const error = await step.failure();
    expect(FatalError.is(error)).toBe(true);
    expect(error.message).toContain('OPENAI_API_KEY');
    expect(error['fix']).toContain('API key');
  });

  test('an error within an answer that does not pass by itself is not tried again', async () => {
    await using step = await ModelStep.open(
      version,
      [{ text: ['It '], errorAfter: 1, error: { type: 'invalid_request_error', message: 'No such thing' } }],
      { protocol: 'anthropic' },
    );
    expect(FatalError.is(await step.failure())).toBe(true);
  });

  test('after the last attempt readers keep what they have seen', async () => {
    await using step = await ModelStep.open(version, [{ text: ['It ', 'is '], dieAfter: 2 }, { status: 400 }]);
    await step.failure();
    const seen = step.stream.live;
    await step.failure();
    step.stream.finish();
    expect(step.stream.stored).toEqual(seen);
  });

  test('a server that nobody reaches may come back', async () => {
    const step = await ModelStep.open(version, []);
    await step.close();
    const error = await step.failure();
    expect(RetryableError.is(error)).toBe(true);
    expect(error).toMatchObject({ code: 'agent_model_unavailable' });
    expect(error).not.toHaveProperty('statusCode');
  });

  test('keys never get into the error', async () => {
    await using step = await ModelStep.open(
      version,
      [
        {
          status: 401,
          error: 'Wrong key test-key-of-header-1 or sk-abcdefghij0123 or topsecret99 (https://x.y/z?sig=abc)',
        },
      ],
      { settings: { headers: { 'x-api-key': 'test-key-of-header-1' } } },
    );
    step.host = { environment: { MY_API_KEY: 'topsecret99' } };
    const error = await step.failure();
    const text = inspect(error);
    for (const secret of ['test-key', 'sk-abc', 'topsecret99', 'sig=']) expect(text).not.toContain(secret);
    expect(error['fix']).toContain('API key');
  });

  test('messages that are no messages are told without a call', async () => {
    await using step = await ModelStep.open(version, [], { messages: [{ role: 'robot', content: 5 } as never] });
    const error = await step.failure();
    expect(FatalError.is(error)).toBe(true);
    expect(error['code']).toBe('agent_prompt_invalid');
    expect(step.models.requests).toHaveLength(0);
  });
});
