/** Journals in which a newer version of this package has written kinds of events that this one does not have. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { getRun, listRuns } from '../../runtime/entries/api.ts';
import { createWorld } from '../../runtime/entries/runtime.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import { WAIT } from '../time-limits.ts';
import { makeDataDir } from '../world/test-store.ts';
import type { TestCode } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

const UNKNOWN_KIND = 999;
const code: TestCode = {
  workflows: { main: async ({ createHook }, token: string) => await createHook({ token }) },
  steps: {},
};

/** Appends an event to the journal of a run, whose last event opened the hook, and makes the run due. */
function writeUnknownEvent(dataDir: string, run: { runId: string; token: string }): void {
  const db = new DatabaseSync(toPaths(dataDir).file);
  const { id } = db.prepare('SELECT id FROM events WHERE name = ?').get(run.token) as { id: number };
  db.prepare("INSERT INTO events VALUES (?, 1, ?, 0, NULL, 2, 'x', NULL, '{}')").run(id + 1, UNKNOWN_KIND);
  db.prepare('UPDATE runs SET seq = seq + 1, due_at = 1 WHERE run_id = ?').run(run.runId);
  db.close();
}

it('park their run with the reason, and keep no other run from going on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const dataDir = makeDataDir();
  const before = await createHarness(code, { world: await createWorld({ kind: 'sqlite', dataDir }) });
  const newer = await before.start('main', 'token-unknown');
  const other = await before.start('main', 'token-other');
  for (const run of [newer, other]) await before.untilEvent(run, 'hook_created');
  await before.runtime.close();
  writeUnknownEvent(dataDir, { runId: newer.runId, token: 'token-unknown' });
  const world = await createWorld({ kind: 'sqlite', dataDir });
  await createHarness(code, { world });
  await world.deliverToHook('token-other', '["payload"]', Date.now());
  await expect(getRun(other.runId).returnValue).resolves.toBe('payload');
  await vi.waitFor(async () => {
    const { runs } = await listRuns({ parked: true });
    expect(runs).toMatchObject([{ runId: newer.runId, parked: { code: 'run_event_unknown' } }]);
  }, WAIT);
  expect((await getRun(newer.runId).journal()).at(-1)).toMatchObject({ type: `unknown_${UNKNOWN_KIND}` });
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('run_event_unknown'));
  warn.mockRestore();
});
