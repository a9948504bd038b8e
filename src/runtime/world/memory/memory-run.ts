/** One run as the memory World keeps it. */
import { isTerminal, type JournalEvent } from '../../journal/events.ts';
import type { CommitProjection } from '../../journal/projection.ts';
import type { Chunk, InboxMessage, RunRecord } from '../world.ts';

export interface MemoryStream {
  chunks: Chunk[];
  closed: boolean;
}

export interface MemoryRun {
  record: RunRecord;
  journal: JournalEvent[];
  inbox: InboxMessage[];
  /** Number of the last message that ever came in. */
  inboxLast: number;
  streams: Map<string, MemoryStream>;
}

/** Writes what a commit means into the record, and what the end of a run brings with it. */
export function applyProjection(run: MemoryRun, projection: CommitProjection): void {
  const { record } = run;
  record.status = projection.status ?? record.status;
  record.startedAt = projection.startedAt ?? record.startedAt;
  record.completedAt = projection.completedAt ?? record.completedAt;
  record.buildId = (projection.buildId as RunRecord['buildId']) ?? record.buildId;
  if (!isTerminal(record.status)) return;
  record.owner = null;
  record.dueAt = null;
  run.inbox = [];
}
