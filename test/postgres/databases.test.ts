/** One application on three databases of a server: `WORKFLOW_DATABASE_URLS`. */
import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../runtime/api/settings.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { placeOf } from '../../runtime/contract/run-place.ts';
import { listRuns, resumeHook } from '../../runtime/entries/api.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { createHarness } from '../runtime/harness.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { makeSchema } from '../world/postgres-store.ts';

const COUNT = 3;

async function makeDatabases(): Promise<string[]> {
  const urls: string[] = [];
  for (let n = 0; n < COUNT; n++) {
    const name = makeSchema();
    await query(`create database ${name}`);
    onTestFinished(async () => void (await query(`drop database ${name} with (force)`)));
    urls.push(Object.assign(new URL(postgresUrl()), { pathname: name }).href);
  }
  return urls;
}

/** As the settings make it. */
function openWorld(urls: readonly string[]): Promise<World> {
  const { database } = readSettings({ WORKFLOW_WORLD: 'postgres', WORKFLOW_DATABASE_URLS: urls.join(',') });
  return createWorld({ kind: 'postgres', ...database });
}

it('runs are spread over the databases, children are with their parents, and lists have all of them', async () => {
  const urls = await makeDatabases();
  const code = {
    steps: { double: (n: number) => 2 * n },
    workflows: {
      child: async ({ step }: any, n: number) => await step('double')(n),
      order: async ({ createHook, startChild }: any, token: string) => {
        const n = await createHook({ token });
        const child = await startChild({ workflowId: 'workflow//./test//child' }, [n]);
        return await child.returnValue;
      },
    },
  };
  const harness = await createHarness(code, { world: await openWorld(urls) });
  const tokens = Array.from({ length: 24 }, (_, i) => `token-${i}`);
  const runs = await Promise.all(tokens.map((token) => harness.start('order', token)));
  expect(new Set(runs.map(({ runId }) => placeOf(runId as RunId)))).toEqual(new Set([0, 1, 2]));
  await Promise.all(runs.map((run) => harness.untilEvent(run, 'hook_created')));
  await Promise.all(tokens.map((token, i) => resumeHook(token, i)));
  const results = await Promise.all(runs.map((run) => run.returnValue));
  expect(results).toEqual(tokens.map((_, i) => 2 * i));

  const listed: string[] = [];
  for await (const run of listRuns({ limit: 5 })) listed.push(run.runId);
  expect(listed).toHaveLength(2 * runs.length);
  expect(new Set(listed).size).toBe(listed.length);
  // Each database has whole families.
  for (const [place, url] of urls.entries()) {
    const stored = await query<{ run_id: RunId; parent: RunId | null }>(
      `select run_id, parent from workflow.runs where run_id like 'wrun_7%'`,
      url,
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { run_id: runId, parent } of stored) {
      expect(placeOf(runId)).toBe(place);
      if (parent !== null) expect(stored.map((row) => row.run_id)).toContain(parent);
    }
  }
});
