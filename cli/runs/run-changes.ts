/** Runs that are new or have changed since the last look. */
import type { Operations, RunConditionsQuery, RunItem } from '../../runtime/entries/operations.ts';

/** Runs that each look reads: those that came between two looks must be among them. */
const LOOK_RUNS = 200;

/** Looks at the newest runs that meet the conditions, and at those that were shown and have not ended. */
export class RunChanges {
  readonly #operations: Operations;
  readonly #query: RunConditionsQuery;
  readonly #first: number;
  readonly #shown = new Map<string, RunItem>();
  #isFirst = true;

  /** @param first How many runs the first look gives. */
  constructor(operations: Operations, query: RunConditionsQuery, first: number) {
    this.#operations = operations;
    this.#query = query;
    this.#first = first;
  }

  /** The runs to show now, the oldest first. */
  async read(): Promise<RunItem[]> {
    const limit = this.#isFirst ? this.#first : Math.max(this.#first, LOOK_RUNS);
    const { runs } = await this.#operations.listRuns({ ...this.#query, limit });
    const older = await this.#readOthers(new Set(runs.map(({ runId }) => runId)));
    const changed = [...older, ...runs.toReversed()].filter((run) => this.#isNews(run));
    for (const run of changed) this.#shown.set(run.runId, run);
    this.#isFirst = false;
    return changed;
  }

  /** A run that was shown may have left the page, or meet the conditions no more. */
  async #readOthers(listed: ReadonlySet<string>): Promise<RunItem[]> {
    const others: RunItem[] = [];
    for (const [runId, run] of this.#shown) {
      if (hasEnded(run) || listed.has(runId)) continue;
      const now = await this.#operations.readRun({ runId }).catch(() => null);
      if (now) others.push(now);
      else this.#shown.delete(runId);
    }
    return others;
  }

  #isNews(run: RunItem): boolean {
    const known = this.#shown.get(run.runId);
    // Older runs that the first page left out are no news.
    if (!known) return this.#isFirst || run.createdAt >= this.#oldestShown();
    return stateOf(known) !== stateOf(run);
  }

  #oldestShown(): string {
    for (const { createdAt } of this.#shown.values()) return createdAt;
    return '';
  }
}

const hasEnded = ({ completedAt }: RunItem): boolean => completedAt !== null;

const stateOf = ({ status, parked, isPaused }: RunItem): string =>
  [status, parked?.code ?? '', String(isPaused)].join(' ');
