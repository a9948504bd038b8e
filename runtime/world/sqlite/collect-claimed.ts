/** Reads what belongs to claimed runs from the reading thread, page by page. */
import type { RunId } from '../../contract/ids.ts';
import type { JournalEvent } from '../../journal/events.ts';
import { CLAIM_BYTES } from '../journal-bytes.ts';
import type { EventPage } from '../rows/event-row.ts';
import type { ClaimedRun } from '../world.ts';
import type { RunClaim } from './claims.ts';
import { collectEvents, type PageReading } from './collect-events.ts';
import type { ThreadChannel } from './thread-channel.ts';

/** The claimed runs with their journals, as far as these are not too large together. */
export async function collectClaimed(
  reader: ThreadChannel<'read'>,
  claims: readonly RunClaim[],
): Promise<ClaimedRun[]> {
  if (claims.length === 0) return [];
  const claimed = await reader.request('readClaimed', claims);
  const room = { bytes: CLAIM_BYTES };
  return Promise.all(
    claimed.map(async ({ page, ...rest }) => {
      const { runId, seq: lastSeq } = rest.run;
      // Later events come from an owner that has taken the run over meanwhile.
      return { ...rest, journal: await collectRunEvents(reader, { runId, page }, { lastSeq, room }) };
    }),
  );
}

/** The events of a run, of which one page is here already. */
export function collectRunEvents(
  reader: ThreadChannel<'read'>,
  { runId, page }: { runId: RunId; page: EventPage },
  limits: Pick<PageReading, 'lastSeq' | 'room'>,
): Promise<JournalEvent[]> {
  const fetch: PageReading['fetch'] = (afterSeq, bytesMax) =>
    reader.request('readEventPage', runId, afterSeq, bytesMax);
  return collectEvents(page, { ...limits, fetch });
}
