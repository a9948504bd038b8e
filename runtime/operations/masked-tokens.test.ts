import { expect, test } from 'vitest';
import { runtimeError } from '../contract/runtime-errors.ts';
import { maskMessage, maskTokens } from './masked-tokens.ts';

const TOKEN = 'appr"oval\n17';

test.each([
  runtimeError('hook_conflict', { token: TOKEN, heldBy: 'wrun_1' }),
  runtimeError('hook_disposed', { token: TOKEN }),
  runtimeError('fork_hook_taken', { token: TOKEN, heldBy: 'wrun_1' }),
])('no token is in the masked message of an error that names one: %s', ({ code, message }) => {
  const masked = maskMessage(code, message);
  expect(masked).toBe(message.replace(TOKEN, '[masked]'));
  expect(masked).not.toBe(message);
});

test('answers keep all but the tokens of hooks', () => {
  const error = { name: 'Error', message: 'a token "x" is held by the run y', code: null };
  const hook = { runId: 'wrun_1', hookId: 'hook_1', token: TOKEN };
  expect(maskTokens({ hooks: [hook], error, list: [1, null, 'two'] })).toEqual({
    hooks: [{ ...hook, token: '[masked]' }],
    error,
    list: [1, null, 'two'],
  });
});
