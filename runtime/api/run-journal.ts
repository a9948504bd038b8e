import { decodeValue } from '../host-values/host-codec.ts';
import { describeJournal, type JournalFacts } from '../observe/journal-entry.ts';
import { readStoredOf } from './read-stored.ts';
import { requireRun } from './require-run.ts';

/** What one event of a run says, for people. */
export interface JournalEntry extends JournalFacts {
  /**
   * The value that the event carries (arguments, a result, an error, a payload), decoded now; `undefined` when it carries
   * none. Throws when it cannot be decoded here, for instance because its class is unknown.
   */
  readValue(): unknown;
}

/**
 * Everything that happened in a run, in order. Secrets are left out: the seed of its randomness, the tokens of its hooks.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`.
 */
export async function readRunJournal(runId: string): Promise<JournalEntry[]> {
  const { world, run } = await requireRun(runId);
  const entries = describeJournal(run.runId, await world.readJournal(run.runId));
  const readStored = await readStoredOf(
    world,
    entries.map(({ payload }) => payload ?? ''),
  );
  return entries.map(({ facts, payload }) => ({
    ...facts,
    readValue: () => (payload === null ? undefined : decodeValue(payload, readStored)),
  }));
}
