/** `examples/agent` as its README tells it: offline, in a real browser, with a server that is really killed. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { startModelServer } from '../../agent/entries/testing.ts';
import type { ServerProcess } from '../frameworks/server-process.ts';
import { openBrowser } from './browser/chat-page.ts';
import { DeskPage } from './example/desk-page.ts';
import { ExampleApp } from './example/example-app.ts';

const PAY_BACK = 'The mug of order 1042 came broken. Pay it back, please.';
let app: ExampleApp;
let browser: Browser;

beforeAll(async () => {
  app = await ExampleApp.install();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.remove();
});

async function serve(server: ServerProcess): Promise<ServerProcess> {
  onTestFinished(() => server.end('SIGKILL'));
  await server.start();
  return server;
}

async function open({ url }: ServerProcess, onTestFinished: TestContext['onTestFinished']): Promise<DeskPage> {
  const desk = await DeskPage.open(browser, url);
  onTestFinished(() => desk.page.close());
  return desk;
}

it('the example has no mistake of types', async () => expect(await app.findMistakesOfTypes()).toBe(''));

describe.each([
  { mode: 'npm run dev', toServer: () => app.toDevelopmentServer() },
  { mode: 'npm run build && npm start', toServer: () => app.toProductionServer() },
])('with $mode', ({ toServer }) => {
  it('an answer goes on, and stands there once, when the server is killed in its middle and started again', async () => {
    const server = await serve(await toServer());
    const desk = await open(server, onTestFinished);
    await desk.press('What are our terms?');
    await desk.sees('Most of them arrive');
    await server.end('SIGKILL');
    expect(await desk.count('That was all of it')).toBe(0);
    await server.start();
    await desk.sees('That was all of it. Shall I turn it into a letter?');
    await desk.untilReady();
    expect(await desk.count('Here is what we promise')).toBe(1);
    expect(await desk.speakers()).toEqual(['You', 'Agent']);
    expect(desk.problems).toEqual([]);
  });
});

it('with a key the same code asks OpenAI', async () => {
  await using models = await startModelServer({ script: ['Hello from a real model.'] });
  const { baseURL, apiKey } = models.openai;
  const server = await serve(await app.toDevelopmentServer({ OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL }));
  const desk = await open(server, onTestFinished);
  await desk.ask('Hello!');
  await desk.sees('Hello from a real model.');
  expect(models.requests[0]).toMatchObject({ protocol: 'openai-responses', model: 'gpt-5-mini', prompt: 'Hello!' });
  expect(models.requests[0]!.tools.map(({ name }) => name)).toContain('refund');
});

describe.concurrent('a visitor of the example', () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await app.toDevelopmentServer();
    await server.start();
  });
  afterAll(async () => await server?.end('SIGKILL'));

  it('money is paid back when it is approved, also after the page was loaded again, and not when it is denied', async ({
    onTestFinished,
  }) => {
    const desk = await open(server, onTestFinished);
    await desk.press(PAY_BACK);
    await desk.sees('needs your approval');
    await desk.page.reload();
    await desk.press('Approve');
    await desk.sees('Done: €18.50 are on their way back.');
    await desk.untilReady();
    await desk.ask(PAY_BACK);
    await desk.page.getByRole('textbox', { name: 'Reason' }).fill('they get another mug');
    await desk.press('Deny');
    await desk.sees('I have paid nothing back. What I was told: they get another mug');
    await desk.untilReady();
    expect(await desk.speakers()).toEqual(['You', 'Agent', 'You', 'Agent']);
  });

  it('the warehouse answers by the address in the log, and the conversation is still there when it is opened again', async ({
    onTestFinished,
  }) => {
    const desk = await open(server, onTestFinished);
    await desk.press('How many blue mugs are left?');
    await desk.sees('Asks the warehouse under way');
    const address = /To the warehouse: .*'(http[^']+)'/.exec(server.output)![1]!;
    await fetch(address, { method: 'POST', body: 'a dozen' });
    await desk.sees('The warehouse says: a dozen');
    await desk.untilReady();
    await desk.ask('Where is order 1043?');
    await desk.sees('It is expected tomorrow before noon.');
    await desk.untilReady();
    await desk.page.reload();
    await desk.sees('The warehouse says: a dozen');
    await desk.sees('It is expected tomorrow before noon.');
  });

  it('the button stops the answer', async ({ onTestFinished }) => {
    const desk = await open(server, onTestFinished);
    await desk.press('What are our terms?');
    await desk.sees('Here is what we promise');
    await desk.press('Stop');
    await desk.untilReady();
    await desk.ask('Where is order 1?');
    await desk.sees('There is no order 1. Try 1042 or 1043.');
    expect(await desk.count('That was all of it')).toBe(0);
  });
});
