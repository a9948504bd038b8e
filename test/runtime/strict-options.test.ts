/** Options that a function does not know, or cannot use, are errors. */
import { expect, it } from 'vitest';
import { getHookByToken, getRun, resumeHook, resumeWebhook } from '../../runtime/entries/api.ts';
import { defineHook, getWritable } from '../../runtime/entries/workflow.ts';
import { createHarness } from './harness.ts';

const unknown = (call: string, option: string) => ({
  code: 'option_unknown',
  message: expect.stringContaining(`${call}() has no option "${option}".`),
});
const invalid = (call: string, option: string) => ({
  code: 'option_invalid',
  message: expect.stringContaining(`"${option}" of ${call}() must be`),
});

/** A workflow that waits until it is woken, with a hook. */
const waiting = {
  workflows: {
    main: async ({ sleep, createHook }: any) => {
      createHook({ token: 'open' });
      await sleep('1 day');
    },
  },
};

it('of a run are checked before anything happens to it', async () => {
  const { start, untilEvent, journal } = await createHarness(waiting);
  const run = await start('main');
  await untilEvent(run, 'wait_created');
  const handle = getRun(run.runId) as any;
  const before = await journal(run);
  await expect(handle.wakeUp({ correlationIDs: [] })).rejects.toMatchObject(unknown('wakeUp', 'correlationIDs'));
  await expect(handle.wakeUp({ correlationIds: 'all' })).rejects.toMatchObject(invalid('wakeUp', 'correlationIds'));
  await expect(handle.cancel({ because: 'no' })).rejects.toMatchObject(unknown('cancel', 'because'));
  await expect(handle.cancel({ reason: 7 })).rejects.toMatchObject(invalid('cancel', 'reason'));
  await expect(handle.fork({ from: 'x' })).rejects.toMatchObject(unknown('fork', 'from'));
  await expect(handle.fork({ build: 'latest' })).rejects.toMatchObject(invalid('fork', 'build'));
  await expect(handle.moveTo({ dry: true })).rejects.toMatchObject(unknown('moveTo', 'dry'));
  expect(() => handle.getReadable({ name: 'log' })).toThrow(expect.objectContaining(unknown('getReadable', 'name')));
  await expect(resumeHook('open', 1, { key: 'a' } as any)).rejects.toMatchObject(unknown('resumeHook', 'key'));
  expect(() => defineHook({ scheme: {} } as any)).toThrow(expect.objectContaining(unknown('defineHook', 'scheme')));
  expect(() => defineHook({ schema: {} } as any)).toThrow(expect.objectContaining(invalid('defineHook', 'schema')));
  expect(await journal(run)).toEqual(before);
});

it('in a workflow and in a step are errors at the call', async () => {
  const { start, journal } = await createHarness({
    workflows: {
      main: async ({ createHook, createWebhook, getWritable, step }: any) => {
        const calls = [
          () => createHook({ tokn: 'a' }),
          () => createHook({ once: 'yes' }),
          () => createWebhook({ token: 'a' }),
          () => getWritable({ name: 'log' }),
          () => getWritable({ namespace: 7 }),
        ];
        const errors: string[] = [];
        for (const call of calls) {
          try {
            call();
          } catch (error: any) {
            errors.push(error.code);
          }
        }
        return [...errors, await step('write')().catch((error: any) => error.code)];
      },
    },
    steps: { write: Object.assign(async () => void getWritable({ name: 'log' } as any), { maxRetries: 0 }) },
  });
  const run = await start('main');
  const [u, i] = ['option_unknown', 'option_invalid'];
  await expect(run.returnValue).resolves.toEqual([u, i, u, u, i, u]);
  expect((await journal(run)).map(({ type }) => type)).not.toContain('hook_created');
});

it.each<[what: string, value: unknown]>([
  ['a missing parameter', undefined],
  ['null', null],
  ['a number', 7],
  ['a large number', 10n ** 30n],
  ['a symbol', Symbol('token')],
  ['a function', () => 'token'],
  ['an object', { tokn: 'x' }],
])('%s in place of a token is named as the mistake that it is', async (_, value) => {
  await createHarness({ workflows: { main: async () => 1 } });
  const token = value as string;
  const notText = { code: 'hook_token_invalid' };
  await expect(resumeHook(token, 1)).rejects.toMatchObject(notText);
  await expect(getHookByToken(token)).rejects.toMatchObject(notText);
  await expect(resumeWebhook(token, new Request('http://localhost'))).rejects.toMatchObject(notText);
  await expect(resumeWebhook('token', value as Request)).rejects.toMatchObject({ code: 'option_invalid' });
});
