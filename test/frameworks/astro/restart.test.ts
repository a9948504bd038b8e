import { afterAll, beforeAll, expect, test } from 'vitest';
import { SiteProject } from './site-project.ts';

let project: SiteProject;
beforeAll(async () => {
  project = await SiteProject.create();
});
afterAll(() => project?.remove());

test('an edit of the configuration restarts the site: runs continue, and edits are live as before', async () => {
  const { client } = project;
  const server = await project.developmentServer({});
  await server.start();
  const greeting = async (): Promise<unknown> => await client.resultBetweenRestarts(await client.start('greet', 'Ann'));
  expect(await greeting()).toBe('Hello, Ann! (first edition)');
  const runId = await client.start('travel', 60);
  for (const restarts of [1, 2]) {
    await project.configure({ fields: `vite: { define: { RESTARTS: ${restarts} } },` });
    const seen = () => server.output.split('server restarted').length - 1;
    await expect.poll(seen).toBe(restarts);
  }
  await project.files.edit('src/workflows/greeting.ts', 'first edition', 'second edition');
  await expect.poll(() => greeting().catch(() => null)).toBe('Hello, Ann! (second edition)');
  expect(await client.resultBetweenRestarts(runId)).toBe(1830);
  const stages = (await client.effects(runId)).map(({ name }) => Number(name));
  expect(stages).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});
