/** Runs on a store whose values are encrypted: what happens when a process lacks a key. */
import { expect, it } from 'vitest';
import { checkStore, createWorld } from '../../runtime/entries/runtime.ts';
import { listRuns, listSteps, getRun, resumeHook, resumeWebhook } from '../../runtime/entries/api.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { reencrypt } from '../../runtime/world/encrypted/reencrypt.ts';
import type { World } from '../../runtime/world/world.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness, type Harness } from './harness.ts';
import { makeDataDir } from '../world/test-store.ts';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const [OLD, NEW] = [`old:${key(1)}`, `new:${key(2)}`];
const SECRET = 'a value that nobody may read';

const code: TestCode = {
  workflows: {
    main: async ({ step, createHook }, value: string) => {
      await step('echo')(value);
      return [await step('echo')(value), await createHook({ token: 'go', metadata: value })];
    },
    answers: async ({ createWebhook }, value: string) =>
      await (await createWebhook({ respondWith: new Response(value) })).text(),
    fails: async ({ step }, value: string) => await step('fail')(value),
  },
  steps: {
    echo: (value: unknown) => value,
    fail: Object.assign((value: string) => Promise.reject(new Error(value)), { maxRetries: 0 }),
  },
};

const openStore = (dataDir: string): Promise<World> => createWorld({ kind: 'sqlite', dataDir });

const begin = async (dataDir: string, keys: string): Promise<Harness> =>
  await createHarness(code, { world: await openStore(dataDir), env: { WORKFLOW_ENCRYPTION_KEYS: keys } });

const raw = async (harness: Harness, runId: string): Promise<string> =>
  JSON.stringify([await harness.world.readJournal(runId as RunId), await harness.world.listHooks({ limit: 9 })]);

/** Resolves when a worker has parked the run. */
async function untilParked({ world }: Harness, runId: string): Promise<string | undefined> {
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      const stop = world.subscribe(() => {
        stop();
        resolve();
      });
    });
    const { parked } = (await world.readRun(runId as RunId))!;
    if (parked) return parked.code;
    await changed;
  }
}

it('a run and all that the API gives of it are as without encryption', async () => {
  const harness = await begin(makeDataDir(), NEW);
  const run = await harness.start('main', SECRET);
  await harness.untilEvent(run, 'hook_created');
  expect(await raw(harness, run.runId)).not.toContain(SECRET);
  await resumeHook('go', { note: SECRET });
  await expect(run.returnValue).resolves.toEqual([SECRET, { note: SECRET }]);
  const { steps } = await listSteps(run.runId, { values: true });
  expect(steps.map(({ result }) => result)).toEqual([SECRET, SECRET]);
  await expect(checkStore()).resolves.toEqual([]);
  const failed = await harness.start('fails', SECRET);
  await expect(failed.returnValue).rejects.toMatchObject({ cause: { message: SECRET } });
  expect(await raw(harness, failed.runId)).not.toContain(SECRET);
});

it('copies of a run, its children and its streams are encrypted anew for their own run', async () => {
  const harness = await begin(makeDataDir(), NEW);
  const failed = await harness.start('fails', SECRET);
  await failed.returnValue.catch(() => {});
  const copy = await getRun(failed.runId).retry();
  await expect(copy.returnValue).rejects.toMatchObject({ cause: { message: SECRET } });
  expect(await raw(harness, copy.runId)).not.toContain(SECRET);
});

it('the names of step calls are values: nobody reads them without the key, and lists do without them', async () => {
  const dataDir = makeDataDir();
  const gate = Promise.withResolvers<void>();
  const label = (value: string): string => value;
  const labelled: TestCode = {
    workflows: { main: async ({ step }, value: string) => [await step('short')(value), await step('long')(value)] },
    steps: { short: Object.assign(() => 1, { label }), long: Object.assign(() => gate.promise, { label }) },
  };
  const options = { world: await openStore(dataDir), env: { WORKFLOW_ENCRYPTION_KEYS: OLD } };
  const first = await createHarness(labelled, options);
  const run = await first.start('main', SECRET);
  await first.untilEvent(run, 'step_started');
  gate.resolve();
  await run.returnValue;
  const journal = await raw(first, run.runId);
  expect(journal.match(/"label":"enc2/g)).toHaveLength(2);
  expect(journal).not.toContain(SECRET);
  expect((await listSteps(run.runId)).steps.map(({ label }) => label)).toEqual([SECRET, SECRET]);
  await first.runtime.close();

  const without = await begin(dataDir, '');
  expect((await listSteps(run.runId)).steps.map(({ label }) => label)).toEqual([null, null]);
  await without.runtime.close();

  const store = await openStore(dataDir);
  await store.open();
  await reencrypt(store, parseKeyRing(`${NEW},${OLD}`));
  await store.close();
  const again = await begin(dataDir, NEW);
  expect((await listSteps(run.runId)).steps.map(({ label }) => label)).toEqual([SECRET, SECRET]);
  expect((await raw(again, run.runId)).match(/"label":"enc2\w*:new:/g)).toHaveLength(2);
});

it('a process without the key parks the run with the name of the key, and lists stay readable', async () => {
  const dataDir = makeDataDir();
  const first = await begin(dataDir, OLD);
  const run = await first.start('main', SECRET);
  await first.untilEvent(run, 'hook_created');
  await first.runtime.close();

  const without = await begin(dataDir, '');
  await resumeHook('go', 'payload');
  await expect(untilParked(without, run.runId)).resolves.toBe('value_key_missing');
  const { runs } = await listRuns();
  expect(runs).toMatchObject([{ runId: run.runId, status: 'running', parked: { code: 'value_key_missing' } }]);
  await expect(listSteps(run.runId)).resolves.toMatchObject({
    steps: [{ status: 'completed' }, { status: 'completed' }],
  });
  const [entry] = await getRun(run.runId).journal();
  expect(() => entry!.readValue()).toThrow('"old"');
  await without.runtime.close();

  const again = await begin(dataDir, `${NEW},${OLD}`);
  await expect(getRun(run.runId).returnValue).resolves.toEqual([SECRET, 'payload']);
  expect(await raw(again, run.runId)).toContain('enc2t:new:');
});

it('a payload that another process encrypted with an unknown key waits until a process has the key', async () => {
  const dataDir = makeDataDir();
  const worker = await begin(dataDir, OLD);
  const run = await worker.start('main', SECRET);
  await worker.untilEvent(run, 'hook_created');
  const { EncryptedWorld } = await import('../../runtime/world/encrypted/encrypted-world.ts');
  const newer = new EncryptedWorld(worker.world, parseKeyRing(`${NEW},${OLD}`));
  await newer.deliverToHook('go', JSON.stringify({ json: 'from the newer one' }), 0);
  await expect(untilParked(worker, run.runId)).resolves.toBe('value_key_missing');
  expect((await worker.world.readInbox(run.runId as RunId)).length).toBe(1);
  await worker.runtime.close();
  await begin(dataDir, `${NEW},${OLD}`);
  await expect(getRun(run.runId).returnValue).resolves.toEqual([SECRET, 'from the newer one']);
});

it('a payload that comes again is known under other keys; a process that cannot tell says which key it lacks', async () => {
  const dataDir = makeDataDir();
  const first = await begin(dataDir, OLD);
  const run = await first.start('main', SECRET);
  await first.untilEvent(run, 'hook_created');
  const send = () => resumeHook('go', { note: SECRET }, { id: 'evt_1' });
  await send();
  await run.returnValue;
  for (const keys of [`${NEW},${OLD}`, `plain,${OLD}`]) {
    await begin(dataDir, keys);
    await expect(send()).resolves.toEqual({ runId: run.runId });
    await expect(resumeHook('go', 'other', { id: 'evt_1' })).rejects.toMatchObject({ code: 'hook_id_reused' });
  }
  for (const keys of ['', NEW]) {
    await begin(dataDir, keys);
    await expect(send()).rejects.toMatchObject({ code: 'value_key_missing' });
  }
});

it('a webhook takes nothing from a process that cannot read what it answers', async () => {
  const dataDir = makeDataDir();
  const first = await begin(dataDir, OLD);
  const run = await first.start('answers', SECRET);
  const events = await first.untilEvent(run, 'hook_created');
  const { token } = events.find(({ type }) => type === 'hook_created') as { token: string };
  await first.runtime.close();
  const send = () => resumeWebhook(token, new Request('https://example.com', { method: 'POST', body: 'b' }));
  const without = await begin(dataDir, NEW);
  await expect(send()).rejects.toMatchObject({ code: 'value_key_missing' });
  await expect(without.world.readInbox(run.runId as RunId)).resolves.toEqual([]);
  await without.runtime.close();
  await begin(dataDir, `${NEW},${OLD}`);
  await expect(send().then((answer) => answer.text())).resolves.toBe(SECRET);
  await expect(getRun(run.runId).returnValue).resolves.toBe('b');
});
