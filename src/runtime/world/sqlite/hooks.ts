/** Active hooks: their tokens are unique. */
import type { CommitProjection } from '../../journal/projection.ts';
import { findConflicts } from '../commit-rules.ts';
import type { HookRecord, TokenConflict } from '../world.ts';
import type { Store } from './store.ts';

interface HookRow {
  run_id: HookRecord['runId'];
  call: number;
  token: string;
  created_at: number;
  webhook: string | null;
  metadata: string | null;
}

export function findHook(store: Store, token: string): HookRecord | null {
  const row = store.first<HookRow>(
    'SELECT hooks.*, run_id FROM hooks JOIN runs ON runs.id = run WHERE token = ?',
    token,
  );
  if (!row) return null;
  return {
    runId: row.run_id,
    call: row.call,
    token: row.token,
    createdAt: row.created_at,
    webhook: row.webhook === null ? null : JSON.parse(row.webhook),
    metadata: row.metadata,
  };
}

/** Tokens of a commit that other hooks hold. */
export function checkTokens(store: Store, runId: HookRecord['runId'], projection: CommitProjection): TokenConflict[] {
  return findConflicts(runId, projection, (token) => findHook(store, token));
}

/** Closes and opens the hooks of run `run` as a commit says. */
export function writeHooks(store: Store, run: number, projection: CommitProjection): void {
  const { closedHooks } = projection;
  if (closedHooks === 'all') store.run('DELETE FROM hooks WHERE run = ?', run);
  else for (const call of closedHooks) store.run('DELETE FROM hooks WHERE run = ? AND call = ?', run, call);
  for (const { token, call, at, webhook, payload } of projection.openedHooks) {
    const settings = webhook === undefined ? null : JSON.stringify(webhook);
    store.run('INSERT INTO hooks VALUES (?, ?, ?, ?, ?, ?)', token, run, call, at, settings, payload ?? null);
  }
}
