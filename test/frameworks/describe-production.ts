/** The application on a framework in production, built in a project of its own and run from a copy of the output. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { AppClient, SECRET } from './app-client.ts';
import { describeApp } from './app-contract.ts';
import { deploy, effectsFileOf } from './deploy.ts';
import { expectSharedModules } from './expect-shared-modules.ts';
import type { Framework } from './framework.ts';
import { recordResult } from './results.ts';
import { findFreePort, type ServerProcess } from './server-process.ts';

/** Frameworks build for up to a minute, and other tests run meanwhile. */
const BUILD_LIMIT_MS = 600_000;

/** Defines the tests. */
export function describeProduction(framework: Framework): void {
  describe(`${framework.name} in production, without the sources`, () => {
    let outputDir: string;
    let server: ServerProcess;
    let client: AppClient;
    beforeAll(async () => {
      outputDir = mkdtempSync(join(tmpdir(), 'workflow-output-'));
      server = (await deploy(framework, outputDir)).serve(await findFreePort());
      client = new AppClient({ url: server.url, base: framework.base ?? '', effectsFile: effectsFileOf(outputDir) });
      const begin = performance.now();
      await server.start();
      await recordResult(framework.name, { coldStartMs: Math.round(performance.now() - begin) });
    }, BUILD_LIMIT_MS);
    afterAll(async () => {
      await server?.end('SIGKILL');
      rmSync(outputDir, { recursive: true, force: true, maxRetries: 5 });
    }, BUILD_LIMIT_MS);

    const crash = async (): Promise<void> => {
      await server.end('SIGKILL');
      await server.start();
    };
    describeApp(() => ({ client, dir: outputDir, crash }));

    test('the doctor finds no problem with the routes', async () => {
      const address = server.url + (framework.base ?? '');
      const { exitCode, stdout } = await runCli(['doctor', address], { env: { WORKFLOW_SECRET: SECRET } });
      expect(stdout).toContain('19 of 19');
      expect(exitCode).toBe(0);
    });

    test('has no dashboard unless the application mounts one', async () => {
      const page = await client.dashboard('');
      expect(await page.text()).not.toContain('<base href=');
      const asked = await client.dashboard('api/stats', {});
      expect(await asked.text()).not.toContain('workers');
    });

    test.skipIf(framework.dashboard === undefined)('has the dashboard that the application mounts', async () => {
      const open = (path: string, headers: Record<string, string> = {}) =>
        fetch(`${server.url}${framework.dashboard}${path}`, { headers: { 'x-workflow-dashboard': '1', ...headers } });
      expect(await (await open('')).text()).toContain(`<base href="${framework.dashboard}/"`);
      expect(await open('/api/session')).toMatchObject({ status: 401 });
      expect(await (await open('/api/session', { 'x-user': 'operator' })).json()).toMatchObject({
        scopes: ['read', 'act'],
      });
    });

    test.runIf(framework.sharesModules)('a step runs in the modules that a route has', async () => {
      await expectSharedModules(client);
    });

    test('the health route says that requests and runs may come', async () => {
      const response = await client.call('health');
      expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }]);
    });

    test('shuts down cleanly, and a waiting run continues in the next process', async () => {
      const runId = await client.start('askForApproval', 'over-night');
      expect(await client.firstLine(runId)).toBe('open');
      await server.end('SIGTERM');
      await server.start();
      await client.resumeHook('over-night', 1);
      await client.resumeHook('over-night', 2);
      expect(await client.result(runId)).toEqual([1, 2]);
    });

    test('a running step finishes before the server ends', async () => {
      const runId = await client.start('travel', 6);
      await expect.poll(async () => (await client.effects(runId)).length).toBeGreaterThan(1);
      await server.end('SIGTERM');
      await server.start();
      expect(await client.result(runId)).toBe(21);
      expect((await client.effects(runId)).map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '6']);
    });

    test('runs continue at boot, before the first request', async () => {
      const runId = await client.start('travel', 8);
      await server.end('SIGKILL');
      const before = await client.effects(runId);
      server.startUnasked();
      await expect.poll(async () => (await client.effects(runId)).length).toBeGreaterThan(before.length);
      await server.untilItAnswers();
    });

    test('the manifest is served only if it is public', async () => {
      expect(await client.call('manifest.json')).toMatchObject({ status: 404 });
      await server.end('SIGTERM');
      await server.start({ WORKFLOW_PUBLIC_MANIFEST: '1' });
      const { workflows } = await client.manifest();
      const [file] = Object.keys(workflows).filter((path) => path.endsWith('workflows/greeting.ts'));
      expect(workflows[file!]).toMatchObject({
        greet: { workflowId: expect.stringMatching(/workflows\/greeting\/\/greet$/) },
      });
    });
  });
}
