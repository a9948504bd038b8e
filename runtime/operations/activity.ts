/** The runs that came and went lately, in numbers. */
import type { RunRecord, World } from '../world/world.ts';
import type { ActivityItem } from './items.ts';

const PAGE_RUNS = 1_000;
/** More runs than these are not looked at: the oldest part of the span is left out then. */
const RUNS_MAX = 50_000;
const BUCKETS = 60;
const MINUTE_MS = 60_000;

/** A span of time, up to now. */
interface Span {
  minutes: number;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Counts in up to 60 parts of the span, the oldest first. It looks at the runs that were created in the span or in one
 * of the same length before it, so a run that ends after days is not among those that ended.
 */
export async function readActivity(world: World, { minutes, now }: Span): Promise<ActivityItem[]> {
  const durationMs = Math.ceil((minutes * MINUTE_MS) / BUCKETS);
  const start = now - durationMs * BUCKETS;
  const buckets = Array.from({ length: BUCKETS }, (_, n) => new Bucket(start + n * durationMs, durationMs));
  const bucketAt = (at: number | null): Bucket | undefined =>
    at === null ? undefined : buckets[Math.floor((at - start) / durationMs)];
  const seenFrom = await eachRunSince(world, { from: start - (now - start), now }, (run) => {
    if (run.createdAt >= start) bucketAt(run.createdAt)?.addStart();
    if (run.completedAt !== null && run.completedAt >= start) bucketAt(run.completedAt)?.addEnd(run);
  });
  return buckets.filter(({ at }) => at + durationMs > seenFrom).map((bucket) => bucket.toItem());
}

/** Newest first. @returns From when on all runs were seen. */
async function eachRunSince(
  world: World,
  { from, now }: { from: number; now: number },
  visit: (run: RunRecord) => void,
): Promise<number> {
  let [seen, oldest] = [0, now];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await world.listRuns({ createdFrom: from, limit: PAGE_RUNS, ...(cursor !== undefined && { cursor }) });
    for (const run of page.runs) {
      visit(run);
      oldest = Math.min(oldest, run.createdAt);
    }
    seen += page.runs.length;
    if (seen >= RUNS_MAX) return oldest;
    cursor = page.cursor;
  }
  return from;
}

/** One part of the span. */
class Bucket {
  readonly at: number;
  readonly #durationMs: number;
  #started = 0;
  readonly #ended = { completed: 0, failed: 0, cancelled: 0 };
  readonly #tookMs: number[] = [];

  constructor(at: number, durationMs: number) {
    this.at = at;
    this.#durationMs = durationMs;
  }

  addStart(): void {
    this.#started++;
  }

  addEnd({ status, createdAt, completedAt }: RunRecord): void {
    if (status !== 'completed' && status !== 'failed' && status !== 'cancelled') return;
    this.#ended[status]++;
    if (status === 'completed') this.#tookMs.push(completedAt! - createdAt);
  }

  toItem(): ActivityItem {
    const sorted = this.#tookMs.toSorted((one, other) => one - other);
    const quantile = (part: number): number | null =>
      sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
    return {
      at: new Date(this.at).toISOString(),
      durationMs: this.#durationMs,
      started: this.#started,
      ...this.#ended,
      p50Ms: quantile(0.5),
      p95Ms: quantile(0.95),
    };
  }
}
