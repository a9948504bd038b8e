/** Active hooks, by token. Who changes both takes the hook before its run, so that nobody waits in a circle. */
import type { CommitProjection } from '../../journal/projection.ts';
import { findConflicts, type TokenHolder } from '../commit-rules.ts';
import { toHookCursor, toHookPlace } from '../list-cursor.ts';
import type { FoundHook, HookFilter, HookPage, HookRecord, TokenConflict } from '../world.ts';
import { toRunIdCell } from './run-row.ts';
import type { Session } from './session.ts';
import { fromTextCell, toTextCell } from './text-cell.ts';

interface HookRow {
  run: number;
  run_id: HookRecord['runId'];
  call: number;
  token: string;
  created_at: number;
  webhook: string | null;
  metadata: string | null;
  once: boolean;
}

const SELECT = 'select h.*, r.run_id, r.inbox_last from @hooks h join @runs r on r.id = h.run';

/** See `World.findHook`. */
export async function findHook(session: Session, token: string): Promise<FoundHook | null> {
  const row = await session.first<HookRow & { inbox_last: number }>(`${SELECT} where h.token = $1`, [
    toTextCell(token),
  ]);
  return row ? { ...toHook(row), inboxLast: row.inbox_last } : null;
}

/** See `World.listHooks`. */
export async function listHooks(session: Session, { runId, limit, cursor }: HookFilter): Promise<HookPage> {
  const after = toHookPlace(cursor);
  const ofRun = runId === undefined ? '' : 'and r.run_id = $4';
  const text = `${SELECT} where (h.run < $1 or (h.run = $1 and h.call > $2)) ${ofRun}
    order by h.run desc, h.call limit $3`;
  const values = [after.run, after.call, limit + 1, ...(runId === undefined ? [] : [toRunIdCell(runId)])];
  const rows = await session.all<HookRow>(text, values);
  const page = rows.slice(0, limit);
  return { hooks: page.map(toHook), cursor: rows.length > limit ? toHookCursor(page.at(-1)!) : null };
}

const toHook = (row: HookRow): HookRecord => ({
  runId: row.run_id,
  call: row.call,
  token: fromTextCell(row.token),
  createdAt: row.created_at,
  webhook: row.webhook === null ? null : (JSON.parse(row.webhook) as HookRecord['webhook']),
  once: row.once,
  metadata: row.metadata,
});

/** Tokens of a commit that other hooks hold. */
export async function checkTokens(
  session: Session,
  runId: HookRecord['runId'],
  projection: CommitProjection,
): Promise<TokenConflict[]> {
  if (projection.openedHooks.length === 0) return [];
  const tokens = [...new Set(projection.openedHooks.map(({ token }) => toTextCell(token)))];
  const rows = await session.all<HookRow>(`${SELECT} where h.token = any($1)`, [tokens]);
  const holders = new Map<string, TokenHolder>(rows.map((row) => [row.token, { runId: row.run_id, call: row.call }]));
  return findConflicts(runId, projection, (token) => holders.get(toTextCell(token)) ?? null);
}

/** Takes the hooks that a commit may close, before it takes the run. */
export const lockHooks = (session: Session, runId: string): Promise<unknown[]> =>
  session.all(
    `select token from @hooks where run = (select id from @runs where run_id = $1) order by token for update`,
    [toRunIdCell(runId)],
  );

/** Whether a commit may close hooks. */
export const mayCloseHooks = ({ closedHooks }: CommitProjection, accepts: readonly number[]): boolean =>
  closedHooks === 'all' || closedHooks.length > 0 || accepts.length > 0;

/** Closes and opens hooks of run number `run` as a commit says. @param accepts Hooks that got a payload, by call. */
export async function writeHooks(
  session: Session,
  run: number,
  { closedHooks, openedHooks }: CommitProjection,
  accepts: readonly number[] = [],
): Promise<void> {
  if (closedHooks === 'all') await session.run('delete from @hooks where run = $1', [run]);
  else if (closedHooks.length > 0)
    await session.run('delete from @hooks where run = $1 and call = any($2)', [run, closedHooks]);
  if (accepts.length > 0)
    await session.run('delete from @hooks where run = $1 and call = any($2) and once', [run, accepts]);
  // In one order for all who open several: an insert waits for whoever has just inserted the same.
  const inOrder = openedHooks.toSorted((one, other) => (one.token < other.token ? -1 : 1));
  for (const { token, call, at, webhook, payload = null, once = false } of inOrder) {
    const settings = webhook === undefined ? null : JSON.stringify(webhook);
    await session.run('insert into @hooks values ($1, $2, $3, $4, $5, $6, $7)', [
      toTextCell(token),
      run,
      call,
      at,
      settings,
      payload,
      once,
    ]);
  }
}
