/** Claims of due runs from several databases, first from the one that has a run of the workflow whose turn it is. */
import type { WorkerId } from '../../contract/ids.ts';
import { bytesOfEvents, CLAIM_BYTES } from '../journal-bytes.ts';
import { type BusyRuns, byPlaces } from '../fair-places.ts';
import type { ClaimedRun, World } from '../world.ts';

/** Who claims, and how many. */
export interface ClaimRequest {
  workerId: WorkerId;
  now: number;
  limit: number;
  busy: BusyRuns | undefined;
}

/** Takes up to `limit` runs, fair by workflow whichever databases they are in. */
export async function claimFromAll(
  worlds: readonly World[],
  { workerId, now, limit, busy }: ClaimRequest,
): Promise<(ClaimedRun & { world: World })[]> {
  const counts: Record<string, number> = { ...busy };
  const claimed: (ClaimedRun & { world: World })[] = [];
  while (claimed.length < limit) {
    const lists = await Promise.all(worlds.map((world) => world.listDue(now)));
    const byNext = byPlaces(counts);
    const due = worlds
      .flatMap((world, i) =>
        lists[i]!.toSorted(byNext)
          .slice(0, 1)
          .map((first) => ({ world, first })),
      )
      .toSorted((one, other) => byNext(one.first, other.first));
    if (due.length === 0) break;
    // All of it from the only one; else a share of each, first that of the workflow whose turn it is.
    const share = Math.max(1, Math.floor((limit - claimed.length) / due.length));
    const count = claimed.length;
    for (const { world } of due) {
      const wanted = Math.min(share, limit - claimed.length);
      if (wanted === 0) break;
      const runs = await world.claimDue(workerId, now, wanted, counts);
      for (const { run } of runs) counts[run.workflowId] = (counts[run.workflowId] ?? 0) + 1;
      claimed.push(...runs.map((run) => ({ ...run, world })));
      // With so few, the next one may be due anywhere.
      if (share === 1 && runs.length > 0) break;
    }
    // Others were faster.
    if (claimed.length === count) break;
  }
  const dueAt = ({ run }: ClaimedRun): number => run.dueAt ?? 0;
  return limitJournals(claimed.toSorted((one, other) => dueAt(one) - dueAt(other)));
}

/** Leaves the last journals out when they are more together than one claim gives. */
function limitJournals<Claimed extends ClaimedRun>(claimed: readonly Claimed[]): Claimed[] {
  let bytes = 0;
  return claimed.map((one) => {
    bytes += bytesOfEvents(one.journal);
    return bytes > CLAIM_BYTES && bytes > bytesOfEvents(one.journal) ? { ...one, journal: [] } : one;
  });
}
