/** The journal's writes, with all that a commit can bring: statements of one transaction. */
import { projectCommit, type CommitProjection } from '../../journal/projection.ts';
import type { RunId } from '../../contract/ids.ts';
import { acceptsInOrder, findConflicts, findKeyConflict, isOldList, type TokenHolder } from '../commit-rules.ts';
import { nextWakeAt, toNextColumns } from '../rows/run-columns.ts';
import { hasEnded } from '../rows/run-status.ts';
import type { CommitOutcome, CreateOutcome, NewRun, Outbox, RunCommit } from '../world.ts';
import { replaceAttributes } from './attributes.ts';
import { noteCreations } from './creation-times.ts';
import { dropEarlierEvents, insertEvents } from './events.ts';
import { Overtaken } from './failure.ts';
import { checkTokens, lockHooks, mayCloseHooks, writeHooks } from './hooks.ts';
import { deliver, removeMessages } from './inbox.ts';
import { insertNewRun, publishRun, withEnd } from './new-run.ts';
import { findRow, lockRows, type RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';
import { appendsHaveMoved, carryAppends, closeStreams, removeStreams } from './streams.ts';
import { toTextCell } from './text-cell.ts';
import { holdWorker } from './workers.ts';

/** See `World.createRun`. */
export async function createRun(session: Session, run: NewRun): Promise<CreateOutcome> {
  const { runId, owner, events, appends = [], outbox } = run;
  const projection = projectCommit(events);
  const others = othersOf(runId, run, run.takesKeyFrom ?? null);
  const hasOwner = owner !== null && (await holdWorker(session, owner));
  if (others.length > 0) await lockRows(session, others);
  const { exists, keyHolder, tokenHolders } = await findOthers(session, runId, projection);
  if (exists) return { ok: false, reason: 'exists' };
  const heldBy = findKeyConflict(keyHolder, run);
  if (heldBy) return { ok: false, reason: 'key_taken', heldBy };
  const conflicts = findConflicts(runId, projection, (token) => tokenHolders.get(toTextCell(token)) ?? null);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
  if (await appendsHaveMoved(session, appends)) return { ok: false, reason: 'moved' };

  const key = toKeyCell(projection);
  const takes = 'update @runs set key = null where run_id = $1 and key = $2';
  // Another transaction was faster: what it did is seen when this one is made again.
  if (keyHolder && (await session.run(takes, [keyHolder, key])) === 0) throw new Overtaken();
  const number = await insertNewRun(session, run, { projection, hasOwner });
  if (number === null) throw new Overtaken();
  await carryAppends(session, runId, appends);
  const children = outbox ? await carryOut(session, outbox) : [];
  await noteCreations(session, [number, ...children]);
  return { ok: true };
}

const toKeyCell = ({ created }: CommitProjection): string | null => {
  const key = created?.key ?? null;
  return key === null ? null : toTextCell(key);
};

/** The others that may be in the way of a new run. */
interface Others {
  exists: boolean;
  keyHolder: RunId | null;
  tokenHolders: Map<string, TokenHolder>;
}

/** All of it at one moment: otherwise a run that has just been created would be in the way of itself. */
async function findOthers(session: Session, runId: RunId, projection: CommitProjection): Promise<Others> {
  const tokens = projection.openedHooks.map(({ token }) => toTextCell(token));
  const text = `select 'run' as kind, run_id, null::text as token, null::integer as call from @runs where run_id = $1
    union all select 'key', run_id, null, null from @runs where key = $2::text
    union all select 'token', r.run_id, h.token, h.call from @hooks h join @runs r on r.id = h.run
      where h.token = any($3::text[])`;
  const rows = await session.all<{ kind: string; run_id: RunId; token: string; call: number }>(text, [
    runId,
    toKeyCell(projection),
    tokens,
  ]);
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    exists: ofKind('run').length > 0,
    keyHolder: ofKind('key')[0]?.run_id ?? null,
    tokenHolders: new Map(ofKind('token').map((row) => [row.token, { runId: row.run_id, call: row.call }])),
  };
}

/** See `World.commit`. */
export async function commitRun(session: Session, commit: RunCommit): Promise<CommitOutcome> {
  const { runId, events, accepts = [], appends = [], outbox } = commit;
  const projection = projectCommit(events);
  if (mayCloseHooks(projection, accepts)) await lockHooks(session, runId);
  const rows = await lockRows(session, [runId, ...othersOf(runId, commit)]);
  const row = rows.find((one) => one.run_id === runId);
  const isOwner = row && row.owner !== null && row.epoch === commit.epoch && row.seq === commit.afterSeq;
  if (!isOwner || !acceptsInOrder(commit, row.inbox_last)) return { ok: false, reason: 'fenced' };
  const conflicts = await checkTokens(session, runId, projection);
  if (conflicts.length > 0) return { ok: false, reason: 'tokens_taken', conflicts };
  if (await appendsHaveMoved(session, appends)) return { ok: false, reason: 'moved' };

  const next = toNextRow(row, commit, projection);
  await insertEvents(session, next, events);
  if (next.base_seq !== row.base_seq) await beginAnew(session, row, next);
  await writeHooks(session, row.id, projection, accepts);
  const lastGone = hasEnded(next) ? row.inbox_last : next.inbox_taken;
  if (row.inbox_last > row.inbox_taken && lastGone > row.inbox_taken) await removeMessages(session, row.id, lastGone);
  await updateRun(session, next);
  if (projection.attributes) await replaceAttributes(session, row, projection.attributes);
  publishRun(session, next);
  await carryAppends(session, runId, appends);
  if (hasEnded(next)) await closeStreams(session, row.id);
  if (outbox) await noteCreations(session, await carryOut(session, outbox));
  return { ok: true };
}

/** Lets go of the parts before: their events, and the lists of the part before the last one. */
async function beginAnew(session: Session, before: RunTableRow, now: RunTableRow): Promise<void> {
  await dropEarlierEvents(session, now);
  await removeStreams(session, now.id, (name) => isOldList(name, before.base_seq));
}

function toNextRow(row: RunTableRow, commit: RunCommit, projection: CommitProjection): RunTableRow {
  const next = toNextColumns(row, commit, projection);
  return withEnd({ ...row, ...next, owner: commit.release ? null : row.owner, wake_at: nextWakeAt(commit, next) });
}

const CHANGED = [
  'build_id',
  'status',
  'started_at',
  'completed_at',
  'seq',
  'owner',
  'wake_at',
  'due_at',
  'inbox_last',
  'inbox_taken',
  'parked',
  'paused_at',
  'base_seq',
  'expires_at',
  'abandoned',
] as const satisfies readonly (keyof RunTableRow)[];
const UPDATE = `update @runs set ${CHANGED.map((column, i) => `${column} = $${i + 2}`).join(', ')} where id = $1`;

const updateRun = (session: Session, row: RunTableRow): Promise<number> =>
  session.run(UPDATE, [row.id, ...CHANGED.map((column) => row[column])]);

/** The other runs that a write changes: they are taken together with its own. */
function othersOf(
  runId: RunId,
  { appends = [], outbox }: Pick<RunCommit, 'appends' | 'outbox'>,
  keyHolder: RunId | null = null,
): RunId[] {
  const others = new Set([...appends, ...(outbox?.messages ?? [])].map((one) => one.runId));
  if (keyHolder !== null) others.add(keyHolder);
  others.delete(runId);
  return [...others];
}

/**
 * Executes the effects of a commit on other runs, which it has taken. New runs come first, so that a message may be for
 * one of them. Returns the numbers of new runs.
 */
async function carryOut(session: Session, { runs, messages }: Outbox): Promise<number[]> {
  const created: number[] = [];
  for (const run of runs) {
    if (await findRow(session, run.runId)) continue;
    const number = await insertNewRun(session, run, { projection: projectCommit(run.events), hasOwner: false });
    if (number !== null) created.push(number);
  }
  for (const { runId, content, at } of messages) await deliver(session, runId, content, at);
  return created;
}
