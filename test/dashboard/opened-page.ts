/** Pages of the dashboard in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { openBrowser } from '../agent/browser/chat-page.ts';
import { WAIT } from '../time-limits.ts';
import type { Served } from './served-dashboard.ts';

/** Answers that a test wants. */
const EXPECTED = /the server responded with|net::ERR_FAILED/;
const FRAMES = 60;

let browser: Browser;

/** Call it at the top of a test file: its tests share a browser. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
}

/** Opens a page of the dashboard as a person does; a problem of the page itself fails the test. */
export async function open(
  address: string,
  options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<Page> {
  const { colorScheme = 'light', width = 1_280 } = options;
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, bypassCSP: false });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  await page.goto(address);
  expect(await page.title()).toBe('Workflow');
  return page;
}

/** Opens the page of a run with 10,000 steps. */
export async function openWideRun({ start, url }: Served): Promise<Page> {
  const wide = await start('wide', 10_000);
  await wide.returnValue;
  const page = await open(`${url}runs/${wide.runId}`);
  await page.getByText('10,000 calls').waitFor();
  return page;
}

/** Scrolls through the calls of a run, and looks at them closer and closer. @returns The number of frames. */
export async function scrollAndZoom(page: Page): Promise<number> {
  await page.evaluate(async (frames) => {
    const box = document.querySelector('.bars')!;
    for (let n = 0; n < frames; n++) {
      box.scrollTop += 4_000;
      if (n % 10 === 0) dispatchEvent(new KeyboardEvent('keydown', { key: '+' }));
      await new Promise(requestAnimationFrame);
    }
  }, FRAMES);
  return FRAMES;
}
