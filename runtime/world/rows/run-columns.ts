/**
 * The columns of a run that the tables of all stores have, and how its life changes them. Who owns a run, and when it
 * is due, each store keeps in its own way.
 */
import { changeAttributes } from '../../contract/attributes.ts';
import type { CommitProjection } from '../../journal/projection.ts';
import type { NewRun, RunCommit, RunRecord } from '../world.ts';
import type { StoredRun } from '../stored-run.ts';
import { readAttributes, toAttributesText } from './attributes-column.ts';
import { ABANDONED_SOME_TIME, fromStatusCode, toAbandonedCode, toStatusCode } from './run-status.ts';

/** The columns that all these tables have. */
export interface RunColumns {
  run_id: RunRecord['runId'];
  workflow_id: RunRecord['workflowId'];
  build_id: string | null;
  status: number;
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
  seq: number;
  epoch: number;
  inbox_last: number;
  inbox_taken: number;
  parked: string | null;
  key: string | null;
  /** See `attributes-column.ts`. */
  attributes: string | null;
  parent: string | null;
  paused_at: number | null;
  base_seq: number;
  /** How long the run is kept after its end; `null`: for ever. */
  retention_ms: number | null;
  expires_at: number | null;
  /** 0: given back; {@link ABANDONED_SOME_TIME}; else until when its last, lost owner may have begun steps. */
  abandoned: number;
}

/** The columns of a new run. @param isOrphan Its owner was given up, so another worker takes the run. */
export function toFirstColumns(run: NewRun, projection: CommitProjection, isOrphan: boolean): RunColumns {
  const { key = null, attributes = {}, parent = null, retentionMs = null } = projection.created ?? {};
  return {
    run_id: run.runId,
    workflow_id: run.workflowId,
    build_id: projection.buildId,
    status: toStatusCode(projection.status ?? 'pending'),
    created_at: run.events[0]!.at,
    started_at: projection.startedAt,
    completed_at: projection.completedAt,
    seq: run.events.length,
    epoch: run.owner === null ? 0 : 1,
    inbox_last: 0,
    inbox_taken: 0,
    parked: null,
    key,
    attributes: toAttributesText(changeAttributes(attributes, projection.attributes ?? {})),
    parent,
    paused_at: projection.pause?.at ?? null,
    base_seq: projection.baseSeq ?? 0,
    retention_ms: retentionMs,
    expires_at: null,
    abandoned: isOrphan ? ABANDONED_SOME_TIME : 0,
  };
}

/** When a new run wants a worker; `null`: it waits for a message. */
export const firstWakeAt = ({ dueAt, events }: NewRun, isOrphan: boolean): number | null =>
  isOrphan ? (dueAt ?? events[0]!.at) : dueAt;

/** The columns that a commit changes, besides the attributes. */
export function toNextColumns(row: RunColumns, commit: RunCommit, projection: CommitProjection) {
  const taken = Math.max(commit.inboxTaken, row.inbox_taken);
  return {
    build_id: projection.buildId ?? row.build_id,
    status: projection.status === null ? row.status : toStatusCode(projection.status),
    started_at: projection.startedAt ?? row.started_at,
    completed_at: projection.completedAt,
    seq: row.seq + commit.events.length,
    inbox_last: Math.max(row.inbox_last, taken),
    inbox_taken: taken,
    parked: commit.parked && JSON.stringify(commit.parked),
    paused_at: projection.pause ? projection.pause.at : row.paused_at,
    base_seq: projection.baseSeq ?? row.base_seq,
    abandoned: 0,
  } satisfies Partial<RunColumns>;
}

/** When a run wants a worker after a commit. @param next From {@link toNextColumns}. */
export const nextWakeAt = (
  { dueAt, parked }: RunCommit,
  next: Pick<RunColumns, 'inbox_last' | 'inbox_taken'>,
): number | null => (next.inbox_last > next.inbox_taken && parked === null ? 0 : dueAt);

/** The columns of a run that comes from another store. */
export const toStoredColumns = ({ record, retentionMs, abandonedAt, inboxLast }: StoredRun): RunColumns => ({
  run_id: record.runId,
  workflow_id: record.workflowId,
  build_id: record.buildId,
  status: toStatusCode(record.status),
  created_at: record.createdAt,
  started_at: record.startedAt,
  completed_at: record.completedAt,
  seq: record.seq,
  epoch: record.epoch,
  inbox_last: inboxLast,
  inbox_taken: record.inboxTaken,
  parked: record.parked && JSON.stringify(record.parked),
  key: record.key,
  attributes: toAttributesText(record.attributes),
  parent: record.parent,
  paused_at: record.pausedAt,
  base_seq: record.baseSeq,
  retention_ms: retentionMs,
  expires_at: record.expiresAt,
  abandoned: toAbandonedCode(abandonedAt),
});

/** The record that `World` gives of a run. */
export const fromColumns = (row: RunColumns, { owner, dueAt }: Pick<RunRecord, 'owner' | 'dueAt'>): RunRecord => ({
  runId: row.run_id,
  workflowId: row.workflow_id,
  buildId: row.build_id as RunRecord['buildId'],
  status: fromStatusCode(row.status),
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  seq: row.seq,
  epoch: row.epoch,
  owner,
  dueAt,
  inboxTaken: row.inbox_taken,
  parked: row.parked === null ? null : (JSON.parse(row.parked) as RunRecord['parked']),
  key: row.key,
  attributes: readAttributes(row.attributes),
  parent: row.parent as RunRecord['parent'],
  pausedAt: row.paused_at,
  baseSeq: row.base_seq,
  expiresAt: row.expires_at,
});
