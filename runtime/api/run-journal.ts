import { decodeValue } from '../host-values/host-codec.ts';
import { describeJournal, errorOf, type JournalFacts, type JournalRecord } from '../observe/journal-entry.ts';
import { describeEncoded, type ErrorFacts } from '../observe/error-facts.ts';
import type { ReadStored } from '../values/codec.ts';
import { readStoredOf } from './read-stored.ts';
import { requireRun } from './require-run.ts';

/** One event of a run, for people. */
export interface JournalEntry extends JournalFacts {
  /**
   * The value of the event (arguments, a result, an error, a payload), decoded at the call; `undefined` when it has
   * none. Throws when the value cannot be decoded here, for instance because its class is unknown.
   */
  readValue(): unknown;
  /** The error of an attempt, of a step, of a child or of the run that failed; `null` for other events. */
  error: ErrorFacts | null;
}

/**
 * All events of a run, in order. Secrets are left out: the seed of its randomness, and the tokens of its hooks.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`.
 */
export async function readRunJournal(runId: string): Promise<JournalEntry[]> {
  const { world, run } = await requireRun(runId);
  const entries = describeJournal(run.runId, await world.readJournal(run.runId));
  const readStored = await readStoredOf(
    world,
    entries.map(({ payload }) => payload ?? ''),
  );
  return entries.map((record) => toEntry(record, readStored));
}

function toEntry(record: JournalRecord, readStored: ReadStored): JournalEntry {
  const { facts, payload } = record;
  const error = errorOf(record);
  return {
    ...facts,
    error: error === null ? null : describeEncoded(error),
    readValue: () => (payload === null ? undefined : decodeValue(payload, readStored)),
  };
}
