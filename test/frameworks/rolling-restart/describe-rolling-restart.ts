/** Two servers on one store are replaced one after the other while visitors use them. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppClient } from '../app-client.ts';
import { deploy, type Deployment, effectsFileOf } from '../deploy.ts';
import type { Framework } from '../framework.ts';
import { recordResult } from '../results.ts';
import { findFreePort, type ServerProcess } from '../server-process.ts';
import { LoadBalancer } from './load-balancer.ts';
import { Visitors } from './visitors.ts';

const BUILD_LIMIT_MS = 600_000;

/** Defines the test. */
export function describeRollingRestart(framework: Framework): void {
  describe(`${framework.name}, two servers on one store`, () => {
    let outputDir: string;
    let deployment: Deployment;
    let balancer: LoadBalancer;
    const servers: ServerProcess[] = [];
    let endMs = 0;
    beforeAll(async () => {
      outputDir = mkdtempSync(join(tmpdir(), 'workflow-output-'));
      deployment = await deploy(framework, outputDir);
      balancer = await LoadBalancer.open();
    }, BUILD_LIMIT_MS);
    afterAll(async () => {
      balancer?.close();
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
      rmSync(outputDir, { recursive: true, force: true, maxRetries: 5 });
    }, BUILD_LIMIT_MS);

    const { base = '', production } = framework;
    const healthOf = (url: string): string => `${url}${base}/.well-known/workflow/v1/health`;
    async function begin(server: ServerProcess): Promise<void> {
      await server.start();
      await expect.poll(async () => (await fetch(healthOf(server.url))).json()).toEqual({ status: 'ready' });
      balancer.add(server.url);
    }
    async function replace(server: ServerProcess): Promise<void> {
      balancer.remove(server.url);
      // New connections are accepted in order: when this one is answered, the requests before it have arrived.
      const [answer] = (await once(get(healthOf(server.url), { agent: false }), 'response')) as [IncomingMessage];
      answer.resume();
      const told = performance.now();
      await server.end('SIGTERM');
      endMs = Math.max(endMs, Math.round(performance.now() - told));
      expect.soft(server.exitCode).toBe(production.exitCode ?? 0);
      await begin(server);
    }

    test('no request fails, no effect is lost or doubled, and readers go on with the next chunk', async () => {
      const env = { WORKFLOW_BASE_URL: `${balancer.url}${base}` };
      for (let count = 0; count < 2; count++) servers.push(deployment.serve(await findFreePort(), env));
      try {
        for (const server of servers) await begin(server);
        const effectsFile = effectsFileOf(outputDir);
        const visitors = new Visitors(new AppClient({ url: balancer.url, base, effectsFile }));
        await visitors.round();
        for (const server of servers) {
          await replace(server);
          await visitors.round();
        }
        await visitors.leave();
      } catch (error) {
        throw new Error([...balancer.failures, ...servers.map(({ output }) => output)].join('\n'), { cause: error });
      }
      expect(balancer.failures).toEqual([]);
      await recordResult(framework.name, { endMs, requests: balancer.requests });
    });
  });
}
