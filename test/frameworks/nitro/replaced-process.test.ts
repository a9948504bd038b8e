/** Edits of steps, after which Nitro replaces the server process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppClient } from '../app-client.ts';
import { DevelopedApp } from '../developed-app.ts';
import type { InstalledProject } from '../installed-project.ts';
import { nitro } from './nitro.ts';

const LIMIT_MS = 600_000;

describe('an edit of a step, in a development server', () => {
  let app: DevelopedApp;
  let project: InstalledProject;
  let client: AppClient;
  beforeAll(async () => {
    app = await DevelopedApp.start(nitro);
    ({ project, client } = app);
  }, LIMIT_MS);
  afterAll(() => app?.end(), LIMIT_MS);

  test('leaves a waiting request time to end', async () => {
    const stages = 12;
    const runId = await client.start('travel', stages);
    const answer = client.result(runId);
    await project.edit('workflows/greeting.ts', `'Hello'`, `'Welcome'`);
    const greet = async (): Promise<unknown> => await client.result(await client.start('greet', 'Ann'));
    await expect.poll(greet).toContain('Welcome');
    expect(await answer).toBe((stages * (stages + 1)) / 2);
  });
});
