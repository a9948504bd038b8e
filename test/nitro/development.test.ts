import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppClient, SECRET } from './app-client.ts';
import { describeApp } from './app-contract.ts';
import { type AppProject, createAppProject } from './app-project.ts';
import { findFreePort, ServerProcess } from './server-process.ts';

const GREETING = 'workflows/greeting.ts';
/** Much longer than an edit takes: a request that comes while Nitro's worker is replaced may have to wait for six seconds. */
const LIVE_MS = 20_000;
vi.setConfig({ testTimeout: 3 * LIVE_MS });

let project: AppProject;
let server: ServerProcess;
let client: AppClient;

beforeAll(async () => {
  project = await createAppProject();
  const port = await findFreePort();
  // Outside of the project, whose files are watched.
  const effectsFile = `${project.dir}-effects.jsonl`;
  server = new ServerProcess({
    script: project.nitro,
    args: ['dev', '--host', '127.0.0.1', '--port', String(port)],
    cwd: project.dir,
    port,
    env: { WORKFLOW_SECRET: SECRET, EFFECTS_FILE: effectsFile },
  });
  client = new AppClient({ url: server.url, effectsFile });
  await server.start();
}, 60_000);
afterAll(async () => {
  await server?.end('SIGKILL');
  project?.remove();
});

const greeting = async (): Promise<string> => await client.resultBetweenRestarts(await client.start('greet', 'Ann'));
/** Resolves when the greeting is this one. */
const untilGreeting = (expected: string) => expect.poll(greeting, { timeout: LIVE_MS }).toBe(expected);

describe('a development server', () => {
  describeApp(() => ({
    client,
    async crash() {
      await server.end('SIGKILL');
      await server.start();
    },
  }));

  test('an edit of a workflow, of a step, and of a file that only steps use is live', async () => {
    await project.edit(GREETING, 'first edition', 'second edition');
    await untilGreeting('Hello, Ann! (second edition)');
    await project.edit(GREETING, `'Hello'`, `'Welcome'`);
    await untilGreeting('Welcome, Ann! (second edition)');
    await project.edit('wording.ts', '!`', '?`');
    await untilGreeting('Welcome, Ann? (second edition)');
  });

  test('a run that is under way survives an edit, and finishes with the workflow code it began with', async () => {
    const runId = await client.start('travel', 20);
    await expect.poll(async () => (await client.effects(runId)).length).toBeGreaterThan(2);
    await project.edit('workflows/travel.ts', 'return distance;', 'return -distance;');
    const shortTrip = async () => await client.resultBetweenRestarts(await client.start('travel', 1));
    await expect.poll(shortTrip, { timeout: LIVE_MS }).toBe(-1);
    expect(await client.resultBetweenRestarts(runId)).toBe(210);
    const stages = (await client.effects(runId)).map(({ name }) => Number(name));
    expect(stages).toEqual(stages.toSorted((a, b) => a - b));
  });

  test('a file that does not compile is shown in the terminal, and the last good build serves on', async () => {
    const before = await greeting();
    await project.edit(GREETING, 'async function salute', 'function salute');
    await expect.poll(() => server.output, { timeout: LIVE_MS }).toContain('[compile_function_sync]');
    expect(server.output).toContain('workflows/greeting.ts:8:1: Step "salute" must be async');
    expect(await greeting()).toBe(before);
    await project.edit(GREETING, 'function salute', 'async function salute');
    await project.edit(GREETING, ' edition)', ' edition, corrected)');
    await untilGreeting(before.replace(' edition)', ' edition, corrected)'));
  });

  test('the public manifest follows the files: a new one, in a new folder, can be started, and a deleted one is gone', async () => {
    await server.end('SIGTERM');
    await server.start({ WORKFLOW_PUBLIC_MANIFEST: '1' });
    const idOfAdded = async (): Promise<string | undefined> => {
      const { workflows } = await client.manifest();
      return workflows['workflows/later/added.ts']?.['added']?.workflowId;
    };
    await project.write(
      'workflows/later/added.ts',
      `export async function added() { 'use workflow'; return await one(); }
       async function one() { 'use step'; return 1; }`,
    );
    await expect.poll(idOfAdded, { timeout: LIVE_MS }).toBeDefined();
    expect(await client.result(await client.startById((await idOfAdded())!))).toBe(1);
    await project.delete('workflows/later');
    await expect.poll(idOfAdded, { timeout: LIVE_MS }).toBeUndefined();
  });
});
