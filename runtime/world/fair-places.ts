/** Shares the places of a claim among workflows, so that no run waits for the whole line of another workflow. */

/** How many runs of each workflow a worker works on, by the workflow's id. */
export type BusyRuns = Readonly<Record<string, number>>;

/** A workflow with runs that are due, and when the first of them is. */
export interface DueWorkflow {
  workflowId: string;
  dueAt: number;
}

/** Which of two workflows gets the next place: the one that has fewer, or is due earlier with its first run. */
export const byPlaces =
  (busy: BusyRuns) =>
  (one: DueWorkflow, other: DueWorkflow): number =>
    (busy[one.workflowId] ?? 0) - (busy[other.workflowId] ?? 0) || one.dueAt - other.dueAt;

/** A place goes to the workflow that has the fewest so far; of several, to the one whose first run is due earlier. */
export class FairPlaces {
  readonly #had: Map<string, number>;
  #left: number;
  #due: readonly DueWorkflow[];

  /** @param limit How many places there are. */
  constructor(limit: number, due: readonly DueWorkflow[], busy: BusyRuns) {
    this.#left = limit;
    this.#due = due.toSorted((one, other) => one.dueAt - other.dueAt);
    this.#had = new Map(Object.entries(busy));
  }

  /** How many places each workflow gets now; empty: all are taken, or nobody wants one. */
  share(): ReadonlyMap<string, number> {
    const shares = new Map<string, number>();
    const hasBy = new Map(this.#due.map(({ workflowId }) => [workflowId, this.#had.get(workflowId) ?? 0]));
    const [only] = this.#due;
    if (only && this.#due.length === 1 && this.#left > 0) return shares.set(only.workflowId, this.#left);
    for (let left = hasBy.size > 0 ? this.#left : 0; left > 0; left--) {
      const [next, has] = [...hasBy].reduce((fewest, one) => (one[1] < fewest[1] ? one : fewest));
      hasBy.set(next, has + 1);
      shares.set(next, (shares.get(next) ?? 0) + 1);
    }
    return shares;
  }

  /** So many runs of a workflow have taken places. With fewer than its share, no further one is due. */
  take(workflowId: string, count: number, share: number): void {
    this.#left -= count;
    this.#had.set(workflowId, (this.#had.get(workflowId) ?? 0) + count);
    if (count < share) this.#due = this.#due.filter((one) => one.workflowId !== workflowId);
  }
}
