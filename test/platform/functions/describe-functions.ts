/** An application as functions that live for one call each, with its runs in PostgreSQL. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SECRET } from '../../frameworks/app-client.ts';
import { WAIT } from '../../time-limits.ts';
import { readBuildOutput } from '../build-output.ts';
import { checkBuildOutput, routesBehindFiles } from '../check-build-output.ts';
import { buildFunctions, type FunctionFramework, serveFunctions } from './function-application.ts';

const PREFIX = '/.well-known/workflow/v1';
const BUILD_LIMIT_MS = 600_000;
const RUNS = 6;
vi.setConfig({ testTimeout: 120_000 });

type Served = Awaited<ReturnType<typeof serveFunctions>>;

/** A message to the flow route. @param ageS How old its signature is. */
function sendFlow({ client }: Served, runId: string, { secret = SECRET, ageS = 0 } = {}): Promise<Response> {
  const body = JSON.stringify({ runId });
  const seconds = Math.floor(Date.now() / 1000) - ageS;
  const digest = createHmac('sha256', secret).update(`${seconds} POST ${PREFIX}/flow\n${body}`).digest('hex');
  const headers = { 'x-workflow-signature': `t=${seconds},v2=${digest}` };
  return client.call('flow', { method: 'POST', body, headers });
}

/** Defines the tests. */
export function describeFunctions(framework: FunctionFramework): void {
  describe(`${framework.name} as functions, one process for each call`, () => {
    let built: Awaited<ReturnType<typeof buildFunctions>>;
    let served: Served;
    beforeAll(async () => {
      built = await buildFunctions(framework);
      served = await serveFunctions(built.dir);
    }, BUILD_LIMIT_MS);
    afterAll(async () => {
      await served?.remove();
      built?.remove();
    });

    const names = async (runId: string) => (await served.client.effects(runId)).map(({ name }) => name);

    test('the output is valid, has a cron for sleeps, and its build says that a store is missing', () => {
      const output = readBuildOutput(built.dir);
      if (framework.isOutputOurs) {
        expect(checkBuildOutput(output)).toEqual([]);
        expect(routesBehindFiles(output, PREFIX)).toEqual([]);
      }
      expect(output.config.crons).toEqual([{ path: `${PREFIX}/flow`, schedule: '* * * * *' }]);
      expect(built.printed).toContain('[platform_world_unshared]');
    });

    test('steps, hooks, webhooks and streams work across processes', async () => {
      const { client } = served;
      const checkedOut = await client.start('checkOut', 10);
      expect(await client.result(checkedOut)).toEqual({ total: 20, parts: [10, 5], attempts: 3 });
      const asked = await client.start('askForApproval', 'approval');
      expect(await client.firstLine(asked)).toBe('open');
      await client.resumeHook('approval', 1);
      await client.resumeHook('approval', 2);
      expect(await client.result(asked)).toEqual([1, 2]);
      const called = await client.start('receiveCalls', 'static');
      const response = await fetch(await client.firstLine(called), { method: 'PUT', body: 'paid' });
      expect(response.status).toBe(201);
      expect(await client.result(called)).toMatchObject({ method: 'PUT', body: btoa('paid') });
      const counted = await client.start('countTo', 5);
      expect(await client.allLines(counted)).toEqual(['1', '2', '3', '4', '5']);
    });

    test('calls that come twice, late, replayed, at the same time and in any order do everything once', async () => {
      const { client, host } = served;
      const started = Array.from({ length: RUNS }, () => client.startById(built.napId, 3_000));
      const runIds = await Promise.all(started);
      const mixed = [...runIds, ...runIds.toReversed()];
      await Promise.all([host.callCrons(), ...mixed.map((runId) => sendFlow(served, runId))]);
      // When the sleeps are over, several crons come at once, and old messages again.
      await vi.waitUntil(async () => {
        await Promise.all([host.callCrons(), host.callCrons(), sendFlow(served, mixed[0]!, { ageS: 200 })]);
        return (await client.effects()).filter(({ name }) => name === 'end').length >= RUNS;
      }, WAIT);
      for (const runId of runIds) expect(await client.result(runId)).toBe('rested');
      await sendFlow(served, mixed[0]!);
      expect(await Promise.all(runIds.map(names))).toEqual(runIds.map(() => ['begin', 'end']));
    });

    test('functions have one connection each while they work, and none remains', async () => {
      const { client, host, countConnections } = served;
      const runIds = await Promise.all(Array.from({ length: RUNS }, () => client.start('travel', 10)));
      const processes = host.passingCount;
      expect(await countConnections()).toBeLessThanOrEqual(processes);
      for (const runId of runIds) expect(await client.result(runId)).toBe(55);
      await expect.poll(() => host.passingCount).toBe(0);
      await expect.poll(countConnections).toBe(0);
    });

    test('messages are refused without a signature, with a stale one and with one of another secret', async () => {
      const runId = await served.client.start('countTo', 1);
      const statuses = [
        await served.client.call('flow', { method: 'POST', body: JSON.stringify({ runId }) }),
        await sendFlow(served, runId, { ageS: 400 }),
        await sendFlow(served, runId, { secret: 'a secret that nobody has told the functions' }),
        await served.client.call('flow', { headers: { authorization: 'Bearer wrong' } }),
        await sendFlow(served, runId),
      ].map(({ status }) => status);
      expect(statuses).toEqual([401, 401, 401, 401, 200]);
    });

    test('while a secret is replaced, messages signed with the old and the new one are accepted', async () => {
      const fresh = 'the new secret that is also long enough';
      const rotating = await serveFunctions(built.dir, { WORKFLOW_SECRET: `${fresh},${SECRET}` });
      try {
        const runId = await rotating.client.start('countTo', 1);
        expect((await sendFlow(rotating, runId)).status).toBe(200);
        expect((await sendFlow(rotating, runId, { secret: fresh })).status).toBe(200);
        expect((await sendFlow(rotating, runId, { secret: 'another secret that is long enough' })).status).toBe(401);
      } finally {
        await rotating.remove();
      }
    });

    test('with the embedded store a function says what is missing, and starts nothing', async () => {
      const lost = await serveFunctions(built.dir, { WORKFLOW_WORLD: 'sqlite' });
      try {
        const health = await lost.client.call('health');
        expect(health.status).toBe(503);
        expect(await health.json()).toMatchObject({ error: { code: 'host_without_store' } });
        await expect(lost.client.start('countTo', 1)).rejects.toThrow(/^5\d\d/);
      } finally {
        await lost.remove();
      }
    });
  });
}
