/**
 * One value after another goes through every place that takes values, each with a marker of its own. Then the bytes of
 * the store are searched for the markers.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getRun, resumeHook, start as startRun } from '../../runtime/entries/api.ts';
import { createHandler, createWorld } from '../../runtime/entries/runtime.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { toStepId } from '../../runtime/contract/ids.ts';
import { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { reencrypt } from '../../runtime/world/encrypted/reencrypt.ts';
import type { World } from '../../runtime/world/world.ts';
import { makeDataDir, openSqliteWorld } from './test-store.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import { findMarkers } from './find-marker.ts';
import { PLAIN, steps, workflows } from './marked-code.ts';
import { createHarness, type Harness } from '../runtime/harness.ts';

const KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
const MARKER = 'Marker7q';

const handle = createHandler();

/** Sends markers to all places, and does with the runs whatever copies values. */
async function useEveryPlace({ start, runtime, untilEvent }: Harness): Promise<string> {
  const place = (name: string): string => `${MARKER}-${name}`;
  const values = await start('values', place('values'));
  await values.returnValue;
  const step = toStepId(values.runId as RunId, 1);
  const fork = await getRun(values.runId).fork({ fromStep: step, input: [place('fork-input')] });
  await fork.returnValue;
  const edited = await getRun(values.runId).fork({ results: { [step]: place('fork-result') } });
  await edited.returnValue;

  const retried = await start('retried', place('retried'));
  await retried.returnValue.catch(() => {});

  const hooks = await start('hooks', place('hooks'), `${PLAIN}-token`);
  const id = `${PLAIN}-payload-id`;
  for (let i = 0; i < 2; i += 1) await resumeHook(`${PLAIN}-token`, { text: place('payload') }, { id });
  await resumeHook(`${PLAIN}-token`, place('other-payload'));
  await hooks.returnValue;

  for (const name of ['static', 'manual']) {
    const run = await start(name, place(name));
    const created = (await untilEvent(run, 'hook_created')).find(({ type }) => type === 'hook_created');
    const url = `${runtime.baseUrl}/.well-known/workflow/v1/webhook/${(created as { token: string }).token}`;
    const headers = { 'x-request': place('request-header'), 'idempotency-key': `${PLAIN}-request-id` };
    const call = async (): Promise<string> => {
      const init = { method: 'POST', body: place('request-body'), headers };
      return await (await handle(new Request(`${url}?query=${place('query')}`, init))).text();
    };
    expect(await call()).toBe(await call());
  }
  await (
    await start('streams', place('streams'))
  ).returnValue;

  const again = await start('again', place('again'), 'again', 0);
  await resumeHook('again', place('carried'));
  await again.returnValue;

  await (
    await start('parent', place('parent'), workflowIdOf('child'))
  ).returnValue;

  const signals = await start('signals', place('signals'), 'signals');
  await resumeHook('signals', null);
  await signals.returnValue;

  const options = { id: `${PLAIN}-id`, attributes: { [`${PLAIN}-name`]: `${PLAIN}-attribute` } };
  const named = await startRun({ workflowId: workflowIdOf('waits') }, [place('named'), 'named'] as never, options);
  await named.cancel({ reason: `${PLAIN}-cancel-reason` });
  await named.returnValue.catch(() => {});
  const waits = await start('waits', place('waits'), 'waits');
  await untilEvent(waits, 'hook_created');
  return waits.runId;
}

/** Nobody takes these messages: one is what a worker sends that has lost a run. */
async function leaveMessages(world: World, runId: string): Promise<void> {
  const payload = JSON.stringify({ json: `${MARKER}-late-result` });
  await world.deliver(runId as RunId, { type: 'step', call: 0, attempt: 1, startedAt: 1, payload }, 1);
  await world.deliverToHook('waits', JSON.stringify({ json: `${MARKER}-untaken` }), 1);
}

/** Fills a store and gives its folder, its World and the markers that its files ever had. */
async function fillStore(keys: string): Promise<{ dataDir: string; world: World; found: string[] }> {
  const dataDir = makeDataDir();
  const env = { WORKFLOW_ENCRYPTION_KEYS: keys };
  const harness = await createHarness(
    { workflows, steps },
    { world: await createWorld({ kind: 'sqlite', dataDir }), env },
  );
  const runId = await useEveryPlace(harness);
  // With the log of the database, which is folded at the end.
  const before = findMarkers(dataDir, MARKER);
  await harness.runtime.close();
  const world = await openSqliteWorld(dataDir);
  await leaveMessages(new EncryptedWorld(world, parseKeyRing(keys)), runId);
  return { dataDir, world, found: toUnique([...before, ...findMarkers(dataDir, MARKER)]) };
}

const toUnique = (words: string[]): string[] => [...new Set(words)].toSorted();

async function findInBackup(world: World): Promise<string[]> {
  const folder = makeDataDir();
  await world.backup(join(folder, 'backup.db'));
  return findMarkers(folder, MARKER);
}

/** Some of the places. One that is not found in a plain store says that the test does not look in the right way. */
const VALUES = `
  values values-input values-made-key fork-input fork-result retried-heartbeat retried-retried-message
  retried-failed-stack retried-failed-cause-field retried-thrown-field payload hooks-metadata request-body
  request-header query static-static static-static-header static-webhook-metadata manual-body manual-header
  streams-listed streams-workflow-chunk streams-step-chunk-bytes streams-step-chunk-object again-continued
  carried parent-child-argument parent-fails-child-error signals-reason late-result untaken
`;

const PLAIN_ON_PURPOSE = ['attribute', 'cancel-reason', 'id', 'name', 'payload-id', 'request-id', 'stream', 'token'];

/** Splits what was found: the words that are plain on purpose, without what stands behind them, and all others. */
function sort(found: string[]): { plain: string[]; values: string[] } {
  const [plain, values] = [
    found.filter((word) => word.startsWith(PLAIN)),
    found.filter((word) => !word.startsWith(PLAIN)),
  ];
  const nameOf = (word: string) => PLAIN_ON_PURPOSE.find((name) => word.startsWith(`${PLAIN}-${name}`)) ?? word;
  return { plain: toUnique(plain.map(nameOf)), values };
}

it('the files of an encrypted store and its backup show no value, only what is plain on purpose', async () => {
  const { world, found } = await fillStore(KEYS);
  expect(sort(found)).toEqual({ plain: PLAIN_ON_PURPOSE, values: [] });
  expect(sort(await findInBackup(world))).toEqual({ plain: PLAIN_ON_PURPOSE, values: [] });
});

it('those of a plain store show the values, until they are encrypted', async () => {
  const { world, found } = await fillStore('');
  const { plain, values } = sort(found);
  expect(plain).toEqual(PLAIN_ON_PURPOSE);
  expect(values).toEqual(
    expect.arrayContaining(
      VALUES.trim()
        .split(/\s+/)
        .map((name) => `${MARKER}-${name}`),
    ),
  );
  const rewritten = await reencrypt(world, parseKeyRing(KEYS));
  expect(rewritten.rewritten).toBeGreaterThan(values.length);
  expect(sort(await findInBackup(world)).values).toEqual([]);
});
