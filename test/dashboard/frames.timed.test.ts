/** How long the dashboard takes for a frame. */
import type { CDPSession } from 'playwright-core';
import { expect, it } from 'vitest';
import { openWideRun, scrollAndZoom, useBrowser } from './opened-page.ts';
import { serveDashboard } from './served-dashboard.ts';

useBrowser();

it('the page of a run scrolls and zooms through 10,000 steps without stutter', async () => {
  const page = await openWideRun(await serveDashboard());
  const devtools = await page.context().newCDPSession(page);
  // Not the time of a clock: others run tests at the same time.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await workOf(devtools);
  const frames = await scrollAndZoom(page);
  const msOfFrame = ((await workOf(devtools)) - before) / frames;
  // A quarter of that where nothing slows the processor down; a page that drew all 10,000 would take far more.
  expect(msOfFrame).toBeLessThan(40);
});

/** The milliseconds that the page has worked. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
}
