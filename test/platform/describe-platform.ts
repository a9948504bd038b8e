/**
 * The application on the hosting platform: the content of its build, and its functions, each in a process that may be
 * halted.
 */
import { readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WAIT } from '../time-limits.ts';
import { CRON_SECRET, type Deployment, deploy, type NitroFramework, PlatformApplication } from './application.ts';
import { type BuildOutput, type OutputFunction, readBuildOutput } from './build-output.ts';
import { checkBuildOutput, routesBehindFiles } from './check-build-output.ts';

const PREFIX = '/.well-known/workflow/v1';
/** Other tests run meanwhile. */
const BUILD_LIMIT_MS = 600_000;
vi.setConfig({ testTimeout: 120_000 });

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The function of the application's own routes. */
function visitorsFunction({ functions }: BuildOutput): OutputFunction {
  return [...functions.values()].find(({ path }) => !path.startsWith(PREFIX))!;
}

/** The settings of the build under test. */
export interface PlatformSettings {
  /** Path below which the application is mounted. */
  base: string;
  /** Another server runtime than the preset chooses. */
  runtime: string;
}

/** Defines the tests. */
export function describePlatform(framework: NitroFramework, { base, runtime }: PlatformSettings): void {
  describe(`${framework.name} on the hosting platform`, () => {
    let application: PlatformApplication;
    beforeAll(async () => {
      application = await PlatformApplication.create(framework);
    }, BUILD_LIMIT_MS);
    afterAll(() => application?.remove());

    describe('a plain build', () => {
      let output: BuildOutput;
      let printed: string;
      let deployment: Deployment;
      let workflowIds: Record<string, string>;
      beforeAll(async () => {
        const built = await application.build();
        workflowIds = await application.workflowIds();
        printed = built.output;
        output = readBuildOutput(built.dir);
        deployment = await deploy(built.dir);
      }, BUILD_LIMIT_MS);
      afterAll(() => deployment?.remove());

      const client = () => deployment.client;
      const host = () => deployment.host;
      const start = (name: string, ...args: unknown[]) => client().startById(workflowIds[name]!, ...args);
      const effectNames = async (runId: string) => (await client().effects(runId)).map(({ name }) => name);

      test('is valid for the platform, with all routes before the files', () => {
        expect(checkBuildOutput(output)).toEqual([]);
        expect(routesBehindFiles(output, PREFIX)).toEqual([]);
      });

      test('has one function for visitors, and one for all routes that may run as long as the plan allows', () => {
        const ours = [...output.functions.values()].filter(({ path }) => path.startsWith(PREFIX));
        expect(ours.map(({ path }) => path.slice(PREFIX.length)).toSorted()).toEqual([
          '/flow',
          '/health',
          '/manifest.json',
          '/operations/[verb]',
          '/step',
          '/webhook/[token]',
        ]);
        expect(new Set(ours.map(({ realDir }) => realDir)).size).toBe(1);
        expect(ours[0]!.config).toMatchObject({ maxDuration: 'max', supportsResponseStreaming: true });
        expect(visitorsFunction(output).config).not.toHaveProperty('maxDuration');
      });

      test('warns of a World that functions do not share, and of a cron without its secret', () => {
        expect(printed).toContain('[platform_world_unshared]');
        expect(printed).toContain('[platform_cron_secret_missing]');
      });

      test('steps run in sequence and in parallel, and a failing step is retried', async () => {
        const runId = await client().start('checkOut', 10);
        expect(await client().result(runId)).toEqual({ total: 20, parts: [10, 5], attempts: 3 });
        expect((await effectNames(runId)).toSorted()).toEqual([
          'addTax',
          'charge',
          'charge',
          'charge',
          'split 2',
          'split 4',
        ]);
      });

      test('a run continues after the answer of its request, and the process is halted when nothing is left to do', async () => {
        const runId = await client().start('travel', 5);
        const visitors = host().functionAt('/app');
        await expect.poll(() => visitors.isHalted).toBe(true);
        expect(await effectNames(runId)).toEqual(['1', '2', '3', '4', '5']);
      });

      test('the cron wakes a sleeping run after all processes have ended', async () => {
        const runId = await start('nap', 4_000);
        await expect.poll(() => host().functionAt('/app').isHalted).toBe(true);
        await host().endFunctions();
        expect(await effectNames(runId)).toEqual(['begin']);
        await vi.waitUntil(async () => {
          const answers = await host().callCrons();
          expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{ ok: true }]);
          return (await effectNames(runId)).includes('end');
        }, WAIT);
        expect(await client().result(runId)).toBe('rested');
      });

      test('a process that is halted during a step loses its run to the function that the cron wakes', async () => {
        const file = join(deployment.dir, 'go-on');
        const runId = await start('hold', file);
        const attempts = async () => (await client().effects(runId)).map(({ attempt }) => attempt);
        const visitors = host().functionAt('/app');
        const heir = host().functionAt(`${PREFIX}/flow`);
        await expect.poll(attempts).toEqual([1]);
        visitors.halt();

        const cron = vi.waitUntil(async () => (await host().callCrons()) && (await attempts()).length > 1, WAIT);
        await expect.poll(attempts).toEqual([1, 2]);
        writeFileSync(file, '');
        await cron;
        await expect.poll(() => heir.isHalted).toBe(true);

        // The request wakes the first process, whose step returns, too.
        expect(await client().result(runId)).toBe(heir.pid);
        await expect.poll(() => visitors.output).toMatch(/lease_lost|run_lost/);
        expect(await client().result(runId)).toBe(heir.pid);
        expect(await attempts()).toEqual([1, 2]);
      });

      test.each([
        { answering: 'default', status: 202, bytes: new Uint8Array() },
        { answering: 'static', status: 201, bytes: EVERY_BYTE },
        { answering: 'manual', status: 203, bytes: EVERY_BYTE.toReversed() },
      ])('a webhook gets status $status byte for byte if the answer is $answering', async (expected) => {
        const runId = await client().start('receiveCalls', expected.answering);
        const url = await client().firstLine(runId);
        await expect.poll(() => host().functionAt('/app').isHalted).toBe(true);
        const headers = { 'content-type': 'application/octet-stream', 'x-sender': 'bank' };
        const response = await fetch(url, { method: 'PUT', headers, body: EVERY_BYTE });
        expect({ status: response.status, bytes: await response.bytes() }).toMatchObject({
          status: expected.status,
          bytes: expected.bytes,
        });
        expect(await client().result(runId)).toEqual({ method: 'PUT', header: 'bank', body: toBase64(EVERY_BYTE) });
      });

      test('the application resumes a hook', async () => {
        const runId = await client().start('askForApproval', 'approval');
        expect(await client().firstLine(runId)).toBe('open');
        await client().resumeHook('approval', 1);
        await client().resumeHook('approval', 2);
        expect(await client().result(runId)).toEqual([1, 2]);
      });

      test('the stream of a run can be read while it is written, and again after the run has ended', async () => {
        const runId = await client().start('countTo', 5);
        expect(await client().allLines(runId)).toEqual(['1', '2', '3', '4', '5']);
        expect(await client().allLines(runId)).toEqual(['1', '2', '3', '4', '5']);
      });

      test.each(['flow', 'step'])('the %s route refuses unsigned messages', async (route) => {
        const response = await client().call(route, {
          method: 'POST',
          body: '{"runId":"wrun_01ARZ3NDEKTSV4RRFFQ69G5FAV"}',
        });
        expect(response.status).toBe(401);
      });

      test('the flow route accepts a signed message, and refuses a cron call without the secret', async () => {
        const runId = await client().start('countTo', 1);
        const signed = await client().callSigned('flow', JSON.stringify({ runId }));
        expect(await signed.json()).toEqual({ ok: true });
        expect((await client().call('flow')).status).toBe(401);
      });

      test('the health route says that the function works', async () => {
        const response = await client().call('health');
        expect({ status: response.status, body: await response.json() }).toEqual({
          status: 200,
          body: { status: 'ready' },
        });
      });

      test('the manifest is not public', async () => {
        expect((await client().call('manifest.json')).status).toBe(404);
      });
    });

    describe('a build with settings', () => {
      let output: BuildOutput;
      let printed: string;
      let deployment: Deployment;
      beforeAll(async () => {
        const built = await application.build({
          workflow: `runtime: '${runtime}'`,
          config: `baseURL: '${base}/',
            vercel: { config: {
              crons: [{ path: '${base}/app/report', schedule: '0 5 * * *' }],
              routes: [{ src: '${base}/(?!app/).*', status: 418 }],
            } },`,
          env: { WORKFLOW_PUBLIC_MANIFEST: '1', CRON_SECRET },
        });
        printed = built.output;
        output = readBuildOutput(built.dir);
        deployment = await deploy(built.dir, { WORKFLOW_PUBLIC_MANIFEST: '1' }, base);
      }, BUILD_LIMIT_MS);
      afterAll(() => deployment?.remove());

      test('is valid for the platform, with our routes before a catch-all route below the base', () => {
        expect(checkBuildOutput(output)).toEqual([]);
        expect(routesBehindFiles(output, PREFIX)).toEqual([]);
        const sources = output.config.routes!.slice(0, 6).map(({ src }) => src);
        expect(sources).toEqual(
          ['flow', 'step', 'webhook/[^/]+', 'health', 'operations/[^/]+', String.raw`manifest\.json`].map(
            (pattern) => String.raw`^${base}/\.well-known/workflow/v1/${pattern}$`,
          ),
        );
      });

      test('has the server runtime that "runtime" names, for our function only', () => {
        expect(output.functions.get(`${PREFIX}/flow`)!.config.runtime).toBe(runtime);
        expect(visitorsFunction(output).config.runtime).not.toBe(runtime);
      });

      test("keeps the user's crons beside ours", () => {
        expect(output.config.crons).toEqual([
          { path: `${base}/app/report`, schedule: '0 5 * * *' },
          { path: `${base}${PREFIX}/flow`, schedule: '* * * * *' },
        ]);
        expect(printed).not.toContain('[platform_cron_secret_missing]');
      });

      test('can be moved to another machine, because its links stay inside', () => {
        const links = ['step', 'webhook/[token]', 'health', 'manifest.json'].map((path) =>
          output.functions.get(`${PREFIX}/${path}`)!,
        );
        expect(links.map(({ dir }) => readlinkSync(dir))).toEqual([
          'flow.func',
          '../flow.func',
          'flow.func',
          'flow.func',
        ]);
      });

      test('serves the manifest, and its functions below the base', async () => {
        const { client, host } = deployment;
        const { workflows } = await client.manifest();
        expect(workflows['workflows/greeting.ts']).toHaveProperty('greet');
        const unknown = await client.callSigned('flow', '{"runId":"wrun_01ARZ3NDEKTSV4RRFFQ69G5FAV"}');
        expect(await unknown.json()).toMatchObject({ error: { code: 'run_not_found' } });
        expect((await client.call('webhook/unknown', { method: 'POST' })).status).toBe(404);
        const [cron] = (await host.callCrons()).slice(-1);
        expect(await cron!.json()).toEqual({ ok: true });
      });
    });
  });
}
