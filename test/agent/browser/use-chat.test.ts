/** useChat (React) in a real browser, with the handler and a scripted agent behind it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { getRun, listRuns } from '../../../runtime/entries/api.ts';
import { WAIT } from '../../time-limits.ts';
import { startChatServer, type ChatServer } from '../chat/chat-server.ts';
import { type Act, begin, finish, text, toolCall } from '../chat/scripted-agent.ts';
import { buildPage, ChatPage, openBrowser, type BuiltPage } from './chat-page.ts';

let built: BuiltPage;
let browser: Browser;

beforeAll(async () => {
  built = await buildPage();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  built?.remove();
});

async function open(acts: Act[]): Promise<{ server: ChatServer; chat: ChatPage }> {
  const server = await startChatServer([acts]);
  server.proxy = async (request, handle) => built.serve(request) ?? (await handle(request));
  const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(WAIT.timeout);
  await page.goto(new URL('/', server.api).href);
  return { server, chat: new ChatPage(page) };
}

const [start, first, second, third, end] = text('t1', 'Your order ', 'is on ', 'its way.') as [any, any, any, any, any];

const refund: Act[] = [
  { write: [...begin(), ...text('t1', 'I can pay that back.')] },
  {
    ask: 'approval',
    toolCallId: 'c1',
    request: [toolCall('c1'), { type: 'tool-approval-request', approvalId: 'approval', toolCallId: 'c1' }],
    approved: [{ type: 'tool-output-available', toolCallId: 'c1', output: 'paid back' }],
    denied: [{ type: 'tool-output-denied', toolCallId: 'c1' }],
  },
  { write: [{ type: 'finish-step' }, { type: 'start-step' }, ...text('t2', 'Done.'), ...finish()] },
];

const onlyRun = async (): Promise<string> => {
  const { runs } = await listRuns();
  expect(runs).toHaveLength(1);
  return runs[0]!.runId;
};

describe('a chat page in a browser', () => {
  it('shows the answer while it is written', async () => {
    const { server, chat } = await open([
      { write: [...begin(), start, first] },
      { hold: 'more' },
      { write: [second, third, end, ...finish()] },
    ]);
    await chat.say('Where is my order?');
    await chat.untilAnswer('Your order ');
    await chat.untilStatus('streaming');
    server.gates.release('more');
    await chat.untilAnswer('Your order is on its way.');
    await chat.untilStatus('ready');
    expect(chat.problems).toEqual([]);
  });

  it('shows the whole answer once when it is loaded again in the middle of it', async () => {
    const { server, chat } = await open([
      { write: [...begin(), start, first] },
      { hold: 'more' },
      { write: [second, third, end, ...finish()] },
    ]);
    await chat.say('Where is my order?');
    await chat.untilAnswer('Your order ');
    await chat.page.reload();
    await chat.untilAnswer('Your order ');
    server.gates.release('more');
    await chat.untilAnswer('Your order is on its way.');
    await chat.untilStatus('ready');
    expect([await chat.count('user'), await chat.count('assistant')]).toEqual([1, 1]);
    expect(server.requests.filter((request) => request.includes('/stop'))).toEqual([]);
    await getRun(await onlyRun()).returnValue;
  });

  it('asks for approval, also after it was loaded again, and goes on in the same message', async () => {
    const { chat } = await open(refund);
    await chat.say('I want my money back.');
    await chat.untilTool('approval-requested');
    await chat.page.reload();
    await chat.untilTool('approval-requested');
    await chat.press('Approve');
    await chat.untilAnswer('I can pay that back.|Done.');
    await chat.untilTool('output-available');
    await chat.untilStatus('ready');
    expect(await chat.count('assistant')).toBe(1);
    await expect(getRun(await onlyRun()).returnValue).resolves.toEqual([{ approved: true }]);
  });

  it('denies with a reason, which reaches the agent', async () => {
    const { chat } = await open(refund);
    await chat.say('I want my money back.');
    await chat.untilTool('approval-requested');
    await chat.page.getByPlaceholder('Reason').fill('not ours');
    if (process.env['SCREENSHOT']) await chat.page.screenshot({ path: process.env['SCREENSHOT'] });
    await chat.press('Deny');
    await chat.untilTool('output-denied');
    await chat.untilAnswer('I can pay that back.|Done.');
    await expect(getRun(await onlyRun()).returnValue).resolves.toEqual([{ approved: false, reason: 'not ours' }]);
  });

  it('stops the agent', async () => {
    const { chat } = await open([
      { write: [...begin(), start, first] },
      { listenUntil: 'stop', write: [end, { type: 'abort' }] },
    ]);
    await chat.say('Where is my order?');
    await chat.untilAnswer('Your order ');
    await chat.press('Stop');
    await chat.untilStatus('ready');
    await expect(getRun(await onlyRun()).returnValue).resolves.toEqual([{ type: 'stop' }]);
    await chat.untilAnswer('Your order ');
  });

  it('goes on when the network was away for a moment', async () => {
    const { server, chat } = await open([
      { write: [...begin(), start, first] },
      { hold: 'more' },
      { write: [second, third, end, ...finish()] },
    ]);
    await chat.say('Where is my order?');
    await chat.untilAnswer('Your order ');
    await chat.page.context().setOffline(true);
    server.drop();
    server.gates.release('more');
    await getRun(await onlyRun()).returnValue;
    await chat.untilAnswer('Your order ');
    await chat.page.context().setOffline(false);
    await chat.untilAnswer('Your order is on its way.');
    await chat.untilStatus('ready');
    expect(await chat.count('assistant')).toBe(1);
    expect(server.requests.at(-1)).toContain('continue=true');
    expect(chat.problems).toEqual([]);
  });
});
