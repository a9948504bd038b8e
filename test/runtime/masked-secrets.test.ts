/** Credentials in errors and in requests of webhooks, as the store, the workflow and the caller see them. */
import { describe, expect, it } from 'vitest';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { FatalError } from '../../runtime/values/step-errors.ts';
import { createHarness } from './harness.ts';

const handle = createHandler();

const callApi = async (): Promise<never> => {
  const config = { headers: { Authorization: 'Bearer abc-SECRET' }, url: '/orders' };
  throw Object.assign(new FatalError('GET https://u:SECRET@api.example failed'), { config, ssn: 'SECRET' });
};

const catchError = async ({ step }: any) => {
  const error: any = await step('callApi')().catch((thrown: unknown) => thrown);
  return [error.message, error.config, error.ssn, error.name];
};

const seen = ['GET https://u:[masked]@api.example failed', { headers: { Authorization: '[masked]' }, url: '/orders' }];

describe('a credential in an error', () => {
  it('is masked for the workflow and in the store', async () => {
    const { start, journal } = await createHarness(
      { workflows: { main: catchError }, steps: { callApi } },
      { env: { WORKFLOW_MASK: 'ssn' } },
    );
    const run = await start('main');
    await expect(run.returnValue).resolves.toMatchObject([...seen, '[masked]', 'FatalError']);
    expect(JSON.stringify(await journal(run))).not.toContain('SECRET');
  });

  it('is masked for the caller of a run that fails with it, and in errors of the workflow itself', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        main: async () => {
          throw Object.assign(new Error('no access with Bearer abc-SECRET'), { clientSecret: 'SECRET' });
        },
      },
    });
    const run = await start('main');
    await expect(run.returnValue).rejects.toMatchObject({
      cause: { message: 'no access with Bearer [masked]', clientSecret: '[masked]' },
    });
    expect(JSON.stringify(await journal(run))).not.toContain('SECRET');
  });

  it('stays where the settings take its name off the list', async () => {
    const { start } = await createHarness(
      {
        workflows: { main: async ({ step }) => await step('fail')().catch((error: any) => error.password) },
        steps: {
          fail: async () => {
            throw Object.assign(new FatalError('invalid'), { password: ['too short'] });
          },
        },
      },
      { env: { WORKFLOW_MASK: '-password' } },
    );
    await expect((await start('main')).returnValue).resolves.toEqual(['too short']);
  });
});

describe('a credential in arguments and results', () => {
  it('is the data of the user and stays', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }, login: unknown) => await step('echo')(login) },
      steps: { echo: async (value: unknown) => value },
    });
    const login = { password: 'p', headers: { authorization: 'Bearer abcdef' } };
    await expect((await start('main', login)).returnValue).resolves.toEqual(login);
  });
});

describe('a request of a webhook', () => {
  const headers = { authorization: 'Bearer SECRET', cookie: 'sid=SECRET', 'x-signature': 'v1', 'x-pin': 'SECRET' };
  const read = (request: Request) =>
    Object.fromEntries(
      ['authorization', 'cookie', 'x-signature', 'x-pin'].map((name) => [name, request.headers.get(name)]),
    );

  async function call(keepHeaders?: unknown) {
    const { start, untilEvent, journal, runtime } = await createHarness(
      {
        workflows: {
          main: async ({ createWebhook, step }, options: any) => await step('read')(await createWebhook(options)),
        },
        steps: { read },
      },
      { env: { WORKFLOW_MASK: 'x-pin' } },
    );
    const run = await start('main', keepHeaders === undefined ? {} : { keepHeaders });
    const created = (await untilEvent(run, 'hook_created')).find((event) => event.type === 'hook_created')!;
    const url = `${runtime.baseUrl}/.well-known/workflow/v1/webhook/${created.token}`;
    await handle(new Request(url, { method: 'POST', headers }));
    return { value: (await run.returnValue) as unknown, journal: JSON.stringify(await journal(run)) };
  }

  it('is stored and read without its credentials', async () => {
    const { value, journal } = await call();
    expect(value).toEqual({ authorization: '[masked]', cookie: '[masked]', 'x-signature': 'v1', 'x-pin': '[masked]' });
    expect(journal).not.toContain('SECRET');
  });

  it('keeps the headers that the webhook asks for, in any case', async () => {
    const { value } = await call(['Authorization']);
    expect(value).toMatchObject({ authorization: 'Bearer SECRET', cookie: '[masked]' });
  });

  it('refuses names of headers that are no list', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ createWebhook }) => void (await createWebhook({ keepHeaders: 'cookie' } as never)) },
    });
    await expect((await start('main')).returnValue).rejects.toMatchObject({
      cause: { code: 'webhook_headers_invalid' },
    });
  });
});
