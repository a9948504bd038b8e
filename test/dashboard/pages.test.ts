import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDashboardToken } from '../../dashboard/server/sign-in.ts';
import { open, openWideRun, scrollAndZoom, useBrowser } from './opened-page.ts';
import { serveDashboard, type Served } from './served-dashboard.ts';

const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

useBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const say = (page: Page, text: string) => page.getByRole('status').getByText(text);

/** Runs of each kind. */
async function fill({ start, untilEvent }: Served) {
  const order = await start('order', 'tea');
  await order.returnValue;
  const broken = [await start('broken', 1), await start('broken', 2)];
  for (const run of broken) await run.returnValue.catch(() => {});
  const sleepy = await start('sleepy');
  const approval = await start('approval');
  const flaky = await start('flaky');
  await untilEvent(approval, 'hook_created');
  await untilEvent(flaky, 'step_retrying');
  const writer = await start('writer');
  await writer.returnValue;
  return { order, broken, sleepy, approval, flaky, writer };
}

describe('the pages', () => {
  it.each(['light', 'dark'] as const)('have nothing that keeps people out, in %s', async (colorScheme) => {
    const served = await serveDashboard();
    const { order, sleepy, flaky, broken, writer } = await fill(served);
    const addresses = [
      '',
      'errors?since=all',
      'health',
      `runs/${order.runId}`,
      `runs/${broken[0]!.runId}`,
      `runs/${flaky.runId}`,
      `runs/${sleepy.runId}?tab=graph`,
      `runs/${order.runId}?tab=journal`,
      `runs/${order.runId}?tab=values`,
      `runs/${writer.runId}?tab=streams`,
    ];
    const page = await open(served.url, { colorScheme });
    for (const address of addresses) {
      await page.goto(served.url + address);
      await page.locator('h1').waitFor();
      await page.waitForFunction(() => !document.body.textContent.includes('Reading …'));
      expect([address, await findBarriers(page)]).toEqual([address, []]);
    }
  });

  it('fit a phone', async () => {
    const served = await serveDashboard();
    const { order } = await fill(served);
    const page = await open(served.url, { width: 360 });
    for (const address of ['', 'errors', 'health', `runs/${order.runId}`]) {
      await page.goto(served.url + address);
      await page.locator('h1').waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([address, overflow <= 0]).toEqual([address, true]);
    }
  });

  it('ask for the token outside of development, and forget it on demand', async () => {
    const served = await serveDashboard({});
    const page = await open(served.url);
    await page.getByLabel('Token').fill('wrong');
    await button(page, 'Sign in').click();
    await page.getByText('That is not a token of this server.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Token').fill(await readDashboardToken());
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await button(page, 'Sign out').click();
    await page.getByLabel('Token').waitFor();
  });

  it('say what is missing to whoever may only read', async () => {
    const served = await serveDashboard({ authorize: () => ({ name: 'ann', scopes: ['read'] }) });
    const { order } = await fill(served);
    const page = await open(`${served.url}runs/${order.runId}?tab=values`);
    await page.getByText('You may not see the values of runs.').waitFor();
    expect(await button(page, 'Fork').count()).toBe(0);
  });

  it('say so when the server is away, and go on when it is back', async () => {
    const served = await serveDashboard();
    const page = await open(served.url);
    await page.getByText('This store has no runs.').waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.getByText('The server does not answer.').waitFor();
    await page.unroute('**/api/**');
    await served.start('sleepy');
    await page.getByRole('cell', { name: 'sleepy' }).waitFor();
    await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
  });
});

describe('the list of runs', () => {
  it('is live, in two tabs', async () => {
    const served = await serveDashboard();
    const pages = [await open(served.url), await open(served.url)];
    const run = await served.start('sleepy');
    for (const page of pages) await page.getByRole('link', { name: run.runId }).waitFor();
    await run.cancel();
    for (const page of pages) await page.getByText('cancelled', { exact: true }).nth(1).waitFor();
  });

  it('has its filter in the address, and keeps views', async () => {
    const served = await serveDashboard();
    const { broken, flaky, order } = await fill(served);
    const page = await open(served.url);
    await page.getByRole('link', { name: 'Failed' }).click();
    await page.getByRole('link', { name: broken[0]!.runId }).waitFor();
    await page.getByRole('link', { name: order.runId }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?status=failed');
    await page.reload();
    await page.getByRole('link', { name: broken[0]!.runId }).waitFor();
    await page.getByRole('link', { name: 'Only retrying' }).click();
    await page.getByRole('link', { name: flaky.runId }).waitFor();
    await page.getByText('RetryableError: not yet').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.goto(`${served.url}?workflow=workflow//./test//order&status=completed`);
    await page.getByRole('link', { name: order.runId }).waitFor();
    const workflow = page.getByLabel('Workflow', { exact: true });
    await expect.poll(() => workflow.inputValue()).toBe('workflow//./test//order');
    await button(page, 'Save this view').click();
    await page.getByLabel('Name').fill('Done orders');
    await button(page, 'Save').click();
    await page.goto(served.url);
    await page.getByRole('link', { name: 'Done orders' }).click();
    await page.getByRole('link', { name: order.runId }).waitFor();
    await button(page, 'Forget this view').click();
    await page.getByRole('link', { name: 'Done orders' }).waitFor({ state: 'detached' });
  });

  it('goes page by page', async () => {
    const served = await serveDashboard();
    const runs = [];
    for (let n = 0; n < 60; n++) runs.push(await served.start('order', n));
    const page = await open(served.url);
    await page.getByRole('link', { name: runs[59]!.runId }).waitFor();
    await button(page, 'Older').click();
    await page.getByRole('link', { name: runs[0]!.runId }).waitFor();
    await button(page, 'Newest').click();
    await page.getByRole('link', { name: runs[59]!.runId }).waitFor();
  });

  it('starts a run', async () => {
    const served = await serveDashboard();
    const page = await open(served.url);
    await button(page, 'Start a run').click();
    await page.locator('select[name=workflow]').selectOption({ label: 'order (test.ts)' });
    await page.getByLabel('Arguments').fill('"tea"');
    await button(page, 'Start').click();
    await page.getByText('The arguments must be a list').waitFor();
    await page.getByLabel('Arguments').fill('["tea"]');
    await button(page, 'Start').click();
    await page.getByRole('heading', { name: 'order' }).waitFor();
    await page.getByRole('link', { name: 'Values' }).click();
    await page.getByText('"tea paid"').waitFor();
  });

  it('acts on marked runs, with a way back', async () => {
    const served = await serveDashboard();
    const runs = [await served.start('sleepy'), await served.start('sleepy'), await served.start('sleepy')];
    const page = await open(served.url);
    for (const run of runs.slice(0, 2)) await page.getByLabel(`Mark ${run.runId}`).check();
    await button(page, 'Pause').click();
    await page.getByRole('heading', { name: 'Pause 2 runs?' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await say(page, 'Pause: 2 told.').waitFor();
    // The store has the requests now; the worker follows them.
    const arePaused = async (): Promise<boolean[]> =>
      await Promise.all(runs.map(async (run) => (await run.summary()).isPaused));
    await expect.poll(arePaused).toEqual([true, true, false]);
    await button(page, 'Undo').click();
    await say(page, 'Resume: 2 told.').waitFor();
    await expect.poll(arePaused).toEqual([false, false, false]);
  });

  it('acts on all that fit the filter, after it has said how many', async () => {
    const served = await serveDashboard();
    const runs = [await served.start('sleepy'), await served.start('sleepy')];
    const { runId: other } = await served.start('approval');
    const page = await open(`${served.url}?workflow=workflow//./test//sleepy`);
    await button(page, 'Cancel').click();
    await page.getByRole('heading', { name: 'Cancel 2 runs?' }).waitFor();
    await page.getByLabel('Reason').fill('a test');
    await button(page, 'Cancel them').click();
    await say(page, 'Cancel: 2 told.').waitFor();
    for (const run of runs) await expect.poll(() => run.status).toBe('cancelled');
    await expect.poll(async () => (await served.world.readRun(other as never))!.status).toBe('running');
  });

  it('can be used with keys alone', async () => {
    const served = await serveDashboard();
    const first = await served.start('sleepy');
    const second = await served.start('sleepy');
    const page = await open(served.url);
    await page.getByRole('link', { name: second.runId }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/runs/${first.runId}`);
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('heading', { name: 'Errors' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  });
});

describe('the page of a run', () => {
  it('says why it failed, and retries it', async () => {
    const served = await serveDashboard();
    const { broken } = await fill(served);
    const page = await open(`${served.url}runs/${broken[0]!.runId}`);
    await page.getByRole('heading', { name: 'RangeError: card 1 declined' }).waitFor();
    const place = page.getByRole('link', { name: /served-dashboard\.ts:\d+:\d+/ }).first();
    expect(await place.getAttribute('href')).toMatch(
      /^vscode:\/\/file\/.*test\/dashboard\/served-dashboard\.ts:\d+:\d+$/,
    );
    await button(page, 'Retry').click();
    await page.waitForURL((url) => url.pathname.includes('/runs/') && !url.pathname.endsWith(broken[0]!.runId));
    await page.getByText('Copy of').waitFor();
  });

  it('says what it waits for, wakes it and shows the end live', async () => {
    const served = await serveDashboard();
    const sleepy = await served.start('sleepy');
    const page = await open(`${served.url}runs/${sleepy.runId}`);
    await page.getByText('in a sleep since').waitFor();
    await page.reload();
    await page.getByText('in a sleep since').waitFor();
    await button(page, 'Wake').click();
    await say(page, '1 sleep ended.').waitFor();
    await page.getByRole('option', { name: /step pay, completed/ }).waitFor();
    await expect(sleepy.returnValue).resolves.toBe('late paid');
  });

  it('shows the end of a run that ended between two answers of the server', async () => {
    const served = await serveDashboard();
    const sleepy = await served.start('sleepy');
    const page = await open(`${served.url}runs/${sleepy.runId}`);
    await page.getByText('in a sleep since').waitFor();
    // The page reads the journal of a run at work, and then the run, which is over.
    const meanwhile = async (route: Route): Promise<void> => {
      await sleepy.wakeUp();
      await sleepy.returnValue;
      await route.continue();
    };
    await page.route('**/readRun', meanwhile, { times: 1 });
    await page.getByRole('option', { name: /step pay, completed/ }).waitFor();
  });

  it('answers a hook', async () => {
    const served = await serveDashboard();
    const { approval } = await fill(served);
    const page = await open(`${served.url}runs/${approval.runId}`);
    await button(page, 'Answer a hook').click();
    await page.getByLabel('Payload').fill('{"ok": tru');
    await button(page, 'Send').click();
    await page.getByText('The payload must be JSON').waitFor();
    await page.getByLabel('Payload').fill('{"ok": true}');
    await button(page, 'Send').click();
    await say(page, 'The payload is delivered.').waitFor();
    await expect(approval.returnValue).resolves.toEqual({ ok: true });
  });

  it('pauses, resumes, cancels and deletes', async () => {
    const served = await serveDashboard();
    const sleepy = await served.start('sleepy');
    const page = await open(`${served.url}runs/${sleepy.runId}`);
    await button(page, 'Pause').click();
    await page.getByText('It is paused').waitFor();
    await button(page, 'Undo').click();
    await page.getByText('It is paused').waitFor({ state: 'detached' });
    expect(await button(page, 'Delete').isDisabled()).toBe(true);
    await button(page, 'Cancel').click();
    await page.getByLabel('Reason').fill('not wanted');
    await button(page, 'Cancel the run').click();
    await page.getByText('not wanted').waitFor();
    await expect.poll(() => sleepy.status).toBe('cancelled');
    await button(page, 'Delete').click();
    await button(page, 'Delete the run').click();
    await page.getByText('This store has no runs.').waitFor();
  });

  it('forks with edited arguments', async () => {
    const served = await serveDashboard();
    const { order } = await fill(served);
    const page = await open(`${served.url}runs/${order.runId}`);
    await button(page, 'Fork').click();
    await button(page, 'Edit the arguments').click();
    await page.getByLabel('Arguments').fill('["coffee"]');
    await page.getByRole('dialog').getByRole('button', { name: 'Fork' }).click();
    await page.waitForURL((url) => url.pathname.includes('/runs/') && !url.pathname.endsWith(order.runId));
    await page.getByRole('link', { name: 'Values' }).click();
    await page.getByText('"coffee paid"').waitFor();
  });

  it('tells the calls of a fan-out apart by their labels, and finds one', async () => {
    const served = await serveDashboard();
    const run = await served.start('resizes');
    await run.returnValue;
    const page = await open(`${served.url}runs/${run.runId}`);
    await page.getByRole('option', { name: /step resize cat\.png, completed/ }).waitFor();
    const dog = page.getByRole('option', { name: /step resize dog\.png, completed/ });
    await page.getByLabel('Find calls').fill('dog');
    await page.getByText('1 of 2 calls').waitFor();
    await dog.click();
    await page.locator('h3, h2').filter({ hasText: 'dog.png' }).waitFor();
  });

  it('shows calls, events, values and streams, and keeps the place after a reload', async () => {
    const served = await serveDashboard();
    const { order, writer, flaky } = await fill(served);
    const page = await open(`${served.url}runs/${order.runId}`);
    await page.getByRole('option', { name: /step pay, completed/ }).click();
    await page.getByText('Input and result').click();
    await page.getByText('"tea paid"').waitFor();
    await page.getByRole('link', { name: 'Journal' }).click();
    await page.getByText('step_completed').waitFor();
    await page.reload();
    await page.getByText('step_completed').waitFor();
    await page.goto(`${served.url}runs/${writer.runId}?tab=streams`);
    await page.getByText('Once upon a time.').waitFor();
    await page.goto(`${served.url}runs/${flaky.runId}`);
    await page.getByText('for attempt 2 of the step later').waitFor();
    await page.goto(`${served.url}runs/${order.runId}?tab=graph`);
    await page.getByText('As a list').click();
    await page.getByRole('listitem').filter({ hasText: 'step pay' }).getByText('completed').waitFor();
  });

  it('says that there is no such run', async () => {
    const served = await serveDashboard();
    const page = await open(`${served.url}runs/wrun_00000000000000000000000000`);
    await page.getByText('There is no run wrun_00000000000000000000000000 in this store.').waitFor();
  });

  it('draws of 10,000 steps only those that are seen, wherever it is scrolled to', async () => {
    const served = await serveDashboard();
    const page = await openWideRun(served);
    await scrollAndZoom(page);
    expect(await page.getByRole('option').count()).toBeLessThan(200);
  });
});

describe('the page of errors', () => {
  it('groups what looks alike, and retries it', async () => {
    const served = await serveDashboard();
    await fill(served);
    const page = await open(`${served.url}errors`);
    const group = page.getByRole('region', { name: 'RangeError in broken' });
    await group.getByText('2 runs failed').waitFor();
    await page.getByRole('region', { name: 'RetryableError in flaky' }).getByText('1 run retrying').waitFor();
    await group.getByRole('button', { name: 'Retry' }).click();
    await say(page, '2 runs retried.').waitFor();
    await group.getByText('4 runs failed').waitFor();
  });
});

describe('the page of health', () => {
  it('counts what came and went, and names the workers', async () => {
    const served = await serveDashboard();
    await fill(served);
    const page = await open(`${served.url}health`);
    await page.getByRole('region', { name: 'Started' }).getByText('7 runs').waitFor();
    await page.getByRole('region', { name: 'Ended' }).getByText('2 completed, 2 failed').waitFor();
    await page.getByRole('region', { name: 'Workers' }).getByText('alive').waitFor();
    const store = page.getByRole('region', { name: 'Store' });
    await store.getByRole('button', { name: 'What takes the room?' }).click();
    await store.getByText('journals').waitFor();
    await page
      .getByRole('row', { name: /approval/ })
      .getByRole('button', { name: 'Start' })
      .click();
    const workflow = page.locator('select[name=workflow]');
    await expect.poll(() => workflow.inputValue()).toBe('workflow//./test//approval');
  });
});

/** The findings of axe, in words. */
async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
