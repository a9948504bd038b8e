/** The application on a framework's development server, while its files are edited. */
import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startModelServer } from '../../agent/entries/testing.ts';
import { WAIT } from '../time-limits.ts';
import { ANSWER_LIMIT_MS, type AppClient } from './app-client.ts';
import { describeApp } from './app-contract.ts';
import { ChatClient } from './chat-client.ts';
import { DevelopedApp, type DevelopedFramework } from './developed-app.ts';
import type { InstalledProject } from './installed-project.ts';
import { expectSharedModules } from './expect-shared-modules.ts';
import { recordResult } from './results.ts';
import type { ServerProcess } from './server-process.ts';

const GREETING = 'workflows/greeting.ts';
const ASSISTANT = 'workflows/assistant.ts';
/** Time to install the project and start the server, and to delete tens of thousands of files. */
const START_LIMIT_MS = 600_000;
/** Characters of a server's output that are shown with a failure: about two screens. */
const SHOWN_OUTPUT = 6_000;

/** Defines the tests. */
export function describeDevelopment(framework: DevelopedFramework): void {
  describe(`${framework.name} in development`, () => {
    let app: DevelopedApp;
    let project: InstalledProject;
    let server: ServerProcess;
    let client: AppClient;
    beforeAll(async () => {
      app = await DevelopedApp.start(framework);
      ({ project, server, client } = app);
    }, START_LIMIT_MS);
    afterAll(() => app?.end(), START_LIMIT_MS);
    // An answer such as 500 says nothing: the server says why in its terminal.
    beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(server.output.slice(-SHOWN_OUTPUT))));

    const edit = (file: string, from: string, to: string) => project.edit(project.appFile(file), from, to);
    /** Where edits restart the server, it is unavailable for a moment, some time after the edit is live. */
    const untilAnswered = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
      framework.dropsRequests || framework.dropsArrivals ? vi.waitFor(ask, WAIT) : ask();
    const greeting = (): Promise<string> =>
      untilAnswered(async () => await client.resultBetweenRestarts(await client.start('greet', 'Ann')));
    /** Resolves when the greeting is this one. */
    const untilGreeting = (expected: string) => expect.poll(greeting, { interval: 20 }).toBe(expected);

    describeApp(() => ({
      client,
      dir: project.dir,
      async crash() {
        await server.end('SIGKILL');
        await server.start();
      },
    }));

    test('the dashboard is there, and shows the runs', async () => {
      const runId = await client.start('greet', 'Eve');
      const page = await client.dashboard('');
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<base href=')]);
      const { runs } = await (await client.dashboard('api/listRuns', { limit: 5 })).json();
      expect(runs.map((run: { runId: string }) => run.runId)).toContain(runId);
    });

    const { sharesInDevelopment = 'none' } = framework;
    test.skipIf(sharesInDevelopment === 'none')('a step runs in the modules that a route has', () =>
      expectSharedModules(client),
    );

    test('edits of a workflow, of a step and of a file that only steps import are live', async () => {
      const begin = performance.now();
      await edit(GREETING, 'first edition', 'second edition');
      await untilGreeting('Hello, Ann! (second edition)');
      await recordResult(framework.name, { editMs: Math.round(performance.now() - begin) });
      await edit(GREETING, `'Hello'`, `'Welcome'`);
      await untilGreeting('Welcome, Ann! (second edition)');
      await edit('wording.ts', '!`', '?`');
      await untilGreeting('Welcome, Ann? (second edition)');
    });

    const shares = 'a step does so after edits of each side and of what both import';
    test.runIf(sharesInDevelopment === 'all')(shares, async () => {
      await edit('app.ts', `area === 'shared'`, `area.startsWith('shared')`);
      await expect.poll(async () => (await client.ask('/shared-by-both')).status).toBe(200);
      await vi.waitFor(() => expectSharedModules(client), WAIT);
      await edit('workflows/sharing.ts', 'calls: countCall()', 'edition: 2, calls: countCall()');
      const answer = { edition: 2 };
      await vi.waitFor(() => expectSharedModules(client, { answer }), WAIT);
      await edit('turnstile.ts', '++this.#visits', '(this.#visits += 10)');
      await vi.waitFor(() => expectSharedModules(client, { answer, visit: 10 }), WAIT);
    });

    test('edits of the instructions and the model of an agent are live', async () => {
      await using models = await startModelServer({ script: () => 'Fine.' });
      const chat = new ChatClient(client, models.openai.baseURL);
      const modelAsked = async () => {
        await untilAnswered(async () => {
          // Some servers never answer requests that come while they replace their process.
          const answer = await chat.send('How are you?', AbortSignal.timeout(ANSWER_LIMIT_MS));
          await answer.all();
        });
        const { model, system } = models.requests.at(-1)!;
        return { model, system };
      };
      await edit(ASSISTANT, 'an assistant', 'a tired assistant');
      await expect.poll(modelAsked).toEqual({ model: 'small', system: 'You are a tired assistant.' });
      await edit(ASSISTANT, `'small'`, `'large'`);
      await expect.poll(modelAsked).toEqual({ model: 'large', system: 'You are a tired assistant.' });
    });

    test('an edit that is saved by renaming a file is live', async () => {
      const path = project.path(project.appFile(GREETING));
      const before = await greeting();
      const text = await project.read(project.appFile(GREETING));
      await project.write(`${project.appFile(GREETING)}.swap`, text.replace(' edition)', ' edition, renamed)'));
      await rename(`${path}.swap`, path);
      await untilGreeting(before.replace(' edition)', ' edition, renamed)'));
    });

    test('a run survives an edit and finishes with the workflow code that it started with', async () => {
      const runId = await untilAnswered(() => client.start('travel', 20));
      await expect.poll(async () => (await client.effects(runId)).length).toBeGreaterThan(2);
      await edit('workflows/travel.ts', 'return distance;', 'return -distance;');
      const shortTrip = async () => await client.resultBetweenRestarts(await client.start('travel', 1));
      await expect.poll(shortTrip).toBe(-1);
      expect(await untilAnswered(() => client.resultBetweenRestarts(runId))).toBe(210);
      const stages = (await client.effects(runId)).map(({ name }) => Number(name));
      expect(stages).toEqual(stages.toSorted((a, b) => a - b));
    });

    test.skipIf(framework.dropsRequests)('a request in progress during an edit is answered', async () => {
      const runId = await client.start('askForApproval', 'during-an-edit');
      expect(await client.firstLine(runId)).toBe('open');
      const answer = client.result(runId);
      const before = await greeting();
      await edit(GREETING, ' edition', ' fine edition');
      await untilGreeting(before.replace(' edition', ' fine edition'));
      await client.resumeHook('during-an-edit', 1);
      await client.resumeHook('during-an-edit', 2);
      expect(await answer).toEqual([1, 2]);
    });

    test('an error in a file appears in the terminal, and the last good build stays in use', async () => {
      const before = await greeting();
      await edit(GREETING, 'async function salute', 'function salute');
      await expect.poll(() => server.output).toContain('[compile_function_sync]');
      expect(server.output).toContain(`${project.appFile(GREETING)}:8:1: Step "salute" must be async`);
      expect(await greeting()).toBe(before);
      await edit(GREETING, 'function salute', 'async function salute');
      await edit(GREETING, ' edition', ' corrected edition');
      await untilGreeting(before.replace(' edition', ' corrected edition'));
    });

    const follows =
      'the public manifest follows the files: a new one, in a new folder, can be started, and a deleted one is gone';
    // The server starts again, for which some compile the whole application.
    test(follows, { timeout: START_LIMIT_MS }, async () => {
      await server.end('SIGTERM');
      await server.start({ WORKFLOW_PUBLIC_MANIFEST: '1' });
      const added = project.appFile('workflows/later/added.ts');
      const idOfAdded = async (): Promise<string | undefined> =>
        (await client.manifest()).workflows[added]?.['added']?.workflowId;
      await project.write(
        added,
        `export async function added() { 'use workflow'; return await one(); }
         async function one() { 'use step'; return 1; }`,
      );
      await expect.poll(idOfAdded).toBeDefined();
      const runAdded = async () => await client.resultBetweenRestarts(await client.startById((await idOfAdded())!));
      expect(await untilAnswered(runAdded)).toBe(1);
      await project.delete(project.appFile('workflows/later'));
      await expect.poll(idOfAdded).toBeUndefined();
    });
  });
}
