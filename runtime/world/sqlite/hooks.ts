/** Active hooks: their tokens are unique. */
import type { CommitProjection } from '../../journal/projection.ts';
import { findConflicts } from '../commit-rules.ts';
import { toHookCursor, toHookPlace } from '../list-cursor.ts';
import type { FoundHook, HookFilter, HookPage, HookRecord, TokenConflict } from '../world.ts';
import type { Store } from './store.ts';

interface HookRow {
  run: number;
  run_id: HookRecord['runId'];
  call: number;
  token: string;
  created_at: number;
  webhook: string | null;
  metadata: string | null;
  once: number;
}

/** See `World.findHook`. */
export function findHook(store: Store, token: string): FoundHook | null {
  const text = 'SELECT hooks.*, run_id, inbox_last FROM hooks JOIN runs ON runs.id = run WHERE token = ?';
  const row = store.first<HookRow & { inbox_last: number }>(text, token);
  return row ? { ...toHook(row), inboxLast: row.inbox_last } : null;
}

/** See `World.listHooks`. */
export function listHooks(store: Store, { runId, limit, cursor }: HookFilter): HookPage {
  const after = toHookPlace(cursor);
  const ofRun = runId === undefined ? '' : 'AND hooks.run = (SELECT id FROM runs WHERE run_id = ?)';
  const text = `SELECT hooks.*, run_id FROM hooks JOIN runs ON runs.id = run
    WHERE hooks.run <= ? AND (hooks.run < ? OR call > ?) ${ofRun} ORDER BY hooks.run DESC, call LIMIT ?`;
  const values = runId === undefined ? [] : [runId];
  const rows = store.all<HookRow>(text, after.run, after.run, after.call, ...values, limit + 1);
  const page = rows.slice(0, limit);
  return { hooks: page.map(toHook), cursor: rows.length > limit ? toHookCursor(page.at(-1)!) : null };
}

const toHook = (row: HookRow): HookRecord => ({
  runId: row.run_id,
  call: row.call,
  token: row.token,
  createdAt: row.created_at,
  webhook: row.webhook === null ? null : JSON.parse(row.webhook),
  once: row.once === 1,
  metadata: row.metadata,
});

/** Tokens of a commit that other hooks hold. */
export function checkTokens(store: Store, runId: HookRecord['runId'], projection: CommitProjection): TokenConflict[] {
  return findConflicts(runId, projection, (token) => findHook(store, token));
}

/** Closes those of the run's hooks that got their only payload, by call. */
export function closeOnceHooks(store: Store, run: number, calls: readonly number[]): void {
  for (const call of calls) store.run('DELETE FROM hooks WHERE run = ? AND call = ? AND once = 1', run, call);
}

/** Closes and opens hooks of run number `run` as a commit says. */
export function writeHooks(store: Store, run: number, projection: CommitProjection): void {
  const { closedHooks } = projection;
  if (closedHooks === 'all') store.run('DELETE FROM hooks WHERE run = ?', run);
  else for (const call of closedHooks) store.run('DELETE FROM hooks WHERE run = ? AND call = ?', run, call);
  for (const { at, webhook = null, payload = null, once = false, ...hook } of projection.openedHooks)
    insertHook(store, run, { ...hook, createdAt: at, webhook, metadata: payload, once });
}

/** Adds an active hook of run number `run`. */
export function insertHook(store: Store, run: number, hook: Omit<HookRecord, 'runId'>): void {
  const { token, call, createdAt, webhook, metadata, once } = hook;
  const settings = webhook === null ? null : JSON.stringify(webhook);
  const text = 'INSERT INTO hooks VALUES (?, ?, ?, ?, ?, ?, ?)';
  store.run(text, token, run, call, createdAt, settings, metadata, Number(once));
}
