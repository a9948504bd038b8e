import type { RunId } from '../../runtime/contract/ids.ts';
import { seqOf } from '../../runtime/world/rows/event-row.ts';
import { openForWriting } from '../../runtime/world/sqlite/open-database.ts';
import { readEventPage, readRun } from '../../runtime/world/sqlite/read-run.ts';

/** Each run begins with one event, and each commit adds so many. */
const EVENTS_PER_COMMIT = 2;

/**
 * Opens a store as a process does that finds its files, and says what it lacks of what was acknowledged, or has by
 * half.
 */
export function findDamage(dataDir: string, acknowledged: ReadonlyMap<RunId, number>): string[] {
  const store = openForWriting({ dataDir, durability: 'commit' });
  const damage: string[] = [];
  for (const [runId, acknowledgedSeq] of acknowledged) {
    const journal = readEventPage(store, runId, 0).rows;
    const isDense =
      journal.every((row, i) => seqOf(row) === i + 1) && (readRun(store, runId)?.seq ?? 0) === journal.length;
    const isWhole = journal.length === 0 || journal.length % EVENTS_PER_COMMIT === 1;
    if (!isDense || !isWhole) damage.push(`${runId} is there by half`);
    if (journal.length < acknowledgedSeq)
      damage.push(`${runId} ends after event ${journal.length} of ${acknowledgedSeq}`);
  }
  const { integrity_check } = store.first<{ integrity_check: string }>('PRAGMA integrity_check')!;
  if (integrity_check !== 'ok') damage.push(integrity_check);
  store.db.close();
  return damage;
}
