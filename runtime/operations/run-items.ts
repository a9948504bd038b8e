/** Runs as plain JSON. */
import type { RunSummary } from '../api/run-summary.ts';
import type { JournalEvent, Payload } from '../journal/events.ts';
import type { ReadStored } from '../values/codec.ts';
import { shortNameOf } from './short-name.ts';
import type { RunDetails, RunItem } from './items.ts';
import { showPayload, toErrorItem } from './show-value.ts';

/** A time as text. */
export const toText = (time: Date | null): string | null => time?.toISOString() ?? null;

/** A run of a list. */
export const toRunItem = (run: RunSummary): RunItem => ({
  runId: run.runId,
  workflowName: run.workflowName,
  shortName: shortNameOf(run.workflowName),
  status: run.status,
  createdAt: run.createdAt.toISOString(),
  startedAt: toText(run.startedAt),
  completedAt: toText(run.completedAt),
  buildId: run.buildId,
  key: run.key,
  attributes: run.attributes,
  parentRunId: run.parentRunId,
  isPaused: run.isPaused,
  queued: run.queued && { for: run.queued.for, since: run.queued.since.toISOString() },
  parked: run.parked,
  error: run.error && { ...toErrorItem(run.error), stepName: run.error.step },
  retrying: run.retrying && {
    failures: run.retrying.failures,
    nextAt: run.retrying.nextAt.toISOString(),
    error: run.retrying.error && toErrorItem(run.retrying.error),
  },
  expiresAt: toText(run.expiresAt),
});

/** The payloads of a run's beginning and its end. */
export const payloadsOf = (journal: readonly JournalEvent[]): { input: Payload | null; output: Payload | null } => {
  const end = journal.at(-1);
  const begin = journal.findLast(({ type }) => type === 'run_created' || type === 'run_continued');
  return {
    input: begin && 'payload' in begin ? (begin.payload ?? null) : null,
    output: end?.type === 'run_completed' ? end.payload : null,
  };
};

/** A run with what its journal says. @param readStored Given: the values are shown, too. */
export function toRunDetails(run: RunSummary, journal: readonly JournalEvent[], readStored?: ReadStored): RunDetails {
  const [created] = journal;
  const end = journal.at(-1);
  const { input, output } = payloadsOf(journal);
  return {
    ...toRunItem(run),
    stack: run.error?.stack ?? null,
    cancelReason: end?.type === 'run_cancelled' ? (end.reason ?? null) : null,
    forkedFrom: created?.type === 'run_created' ? (created.forkedFrom?.runId ?? null) : null,
    ...(readStored && input !== null && { input: showPayload(input, readStored) }),
    ...(readStored && output !== null && { output: showPayload(output, readStored) }),
  };
}
