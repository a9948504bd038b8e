import { expect, test } from 'vitest';
import { loadSdk } from './sdk.ts';

const missing = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /app/steps.mjs`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

test.each([
  [5, () => import('ai-5')],
  [6, () => import('ai')],
  [7, () => import('ai-7')],
])('version %i is known by what it has', async (major, load) => {
  expect((await loadSdk(load)).dialect.major).toBe(major);
});

test('a project without the AI SDK, or with a version that is too old, is told what to install', async () => {
  await expect(loadSdk(() => Promise.reject(missing('ai')))).rejects.toMatchObject({ code: 'agent_sdk_missing' });
  await expect(loadSdk(() => Promise.resolve({ streamText() {} }))).rejects.toMatchObject({
    code: 'agent_sdk_unsupported',
  });
});

test('what is missing inside of the AI SDK is not said to be the AI SDK', async () => {
  await expect(loadSdk(() => Promise.reject(missing('zod')))).rejects.toThrow("Cannot find package 'zod'");
});
