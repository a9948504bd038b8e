import { expect, test } from 'vitest';
import { AnswerCutOff } from './guarded-model.ts';
import { classifyError } from './classify-error.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const withCause = (message: string, cause: unknown): Error => new Error(message, { cause });

test.each<[string, unknown]>([
  ['a connection that was refused', withCause('fetch failed', { code: 'ECONNREFUSED' })],
  ['a body that broke off', Object.assign(new TypeError('terminated'), { cause: { code: 'UND_ERR_SOCKET' } })],
  ['a name that was not found for now', { name: 'Error', code: 'EAI_AGAIN' }],
  ['an answer that ended early', new AnswerCutOff()],
  ['a time-out of the client', new DOMException('late', 'TimeoutError')],
  ['an overloaded Anthropic', { type: 'overloaded_error', message: 'Overloaded' }],
  ['an error of OpenAI in an answer', { type: 'error', error: { type: 'server_error', message: 'x' } }],
  ['a limit told by a code', { type: 'tokens', code: 'rate_limit_exceeded', message: 'x' }],
  ['a plain text', 'The server is temporarily unavailable'],
  ['what the AI SDK calls retryable, deep within', withCause('x', { isRetryable: true })],
  ['a status that passes, deep within', withCause('x', { statusCode: 529 })],
  ['a status within an answer that began well', { statusCode: 200, isRetryable: true }],
])('%s may pass', (_, error) => {
  expect(classifyError(error, NOW).isTransient).toBe(true);
});

test.each<[string, unknown]>([
  ['a refused request', { statusCode: 400, isRetryable: false }],
  ['a refused request that speaks of time-outs', { statusCode: 400, message: 'timeout must be positive' }],
  ['an error of the code', new TypeError('x is not a function')],
  ['an error within an answer', { type: 'invalid_request_error', message: 'internal field' }],
  ['nothing', undefined],
])('%s does not pass', (_, error) => {
  expect(classifyError(error, NOW).isTransient).toBe(false);
});

test.each<[Record<string, string>, number | undefined]>([
  [{ 'Retry-After-Ms': '250' }, 250],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Thu, 01 Jan 2025 00:01:00 GMT' }, 0],
  [{ 'retry-after': '999999999' }, 86_400_000],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('%o asks to wait %s ms', (responseHeaders, waitMs) => {
  const error = withCause('limit', { statusCode: 429, responseHeaders });
  expect(classifyError(error, NOW).retryAfterMs).toBe(waitMs);
});
