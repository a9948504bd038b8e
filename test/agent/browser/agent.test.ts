/** The page in a real browser, with an agent, a scripted model and a build behind it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WAIT } from '../../time-limits.ts';
import { serveHandler, type ServedHandler } from '../chat/chat-server.ts';
import { runSupport, type SupportProject } from '../chat/support-project.ts';
import { buildPage, ChatPage, openBrowser, type BuiltPage } from './chat-page.ts';

let built: BuiltPage;
let browser: Browser;
let support: SupportProject;

beforeAll(async () => {
  built = await buildPage();
  browser = await openBrowser();
  support = await runSupport(6);
});

afterAll(async () => {
  await browser?.close();
  built?.remove();
  await support?.remove();
});

async function open(chatId: string): Promise<{ server: ServedHandler; chat: ChatPage }> {
  const server = await serveHandler(support.handler);
  server.proxy = async (request, handle) => built.serve(request) ?? (await handle(request));
  const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(WAIT.timeout);
  await page.goto(new URL(`/?chat=${chatId}`, server.api).href);
  return { server, chat: new ChatPage(page) };
}

it('an answer is whole when the page is loaded again in its middle and the network is away after that', async () => {
  const { server, chat } = await open('weather');
  await chat.say('Is it sunny?');
  await chat.untilAnswer('It is ');
  await chat.page.reload();
  await chat.untilAnswer('It is ');
  await chat.page.context().setOffline(true);
  server.drop();
  (await support.models.held(1)).release();
  await chat.page.context().setOffline(false);
  await chat.untilAnswer('It is sunny.');
  await chat.untilStatus('ready');
  expect([await chat.count('user'), await chat.count('assistant')]).toEqual([1, 1]);
  expect(chat.problems).toEqual([]);
});

it.each([
  { button: 'Approve', prompt: 'Approve it.', answer: 'One moment. |You have it back.', state: 'output-available' },
  { button: 'Deny', prompt: 'Deny it.', answer: 'One moment. |You do not get it back.', state: 'output-denied' },
])(
  'a tool call waits until its user presses $button, and the agent goes on',
  async ({ button, prompt, answer, state }) => {
    const { chat } = await open(button);
    await chat.say(prompt);
    await chat.untilTool('approval-requested');
    await chat.page.reload();
    await chat.untilTool('approval-requested');
    await chat.page.getByPlaceholder('Reason').fill('the rules');
    await chat.press(button);
    await chat.untilTool(state);
    await chat.untilAnswer(answer);
    await chat.untilStatus('ready');
    expect(await chat.count('assistant')).toBe(1);
  },
);

it('the button stops the agent itself', async () => {
  const { server, chat } = await open('stopped');
  await chat.say('Stop me.');
  await chat.untilAnswer('It is ');
  await chat.press('Stop');
  await chat.untilStatus('ready');
  const { runs } = await support.api.listRuns({ attributes: { chat: 'stopped' } });
  await support.api.getRun(runs[0]!.runId).returnValue.catch(() => {});
  const stream = await fetch(`${server.api}/${runs[0]!.runId}/stream`);
  expect(await stream.text()).toContain('"type":"abort"');
});
