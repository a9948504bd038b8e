/**
 * One budget of memory for all that a process holds between the store and its users: pages of streams that wait for
 * their readers, and chunks that wait for their commit. It counts bytes; a character of a text counts as one.
 */

/** The parts of the process that share the budget. Each of them may always hold one thing, whatever the others hold. */
export type BudgetKind = 'page' | 'chunks';

/** Bytes that can be had again from the store, so that the budget may take them back at any time. */
export interface KeptBytes {
  /** Says that only so many of them are left. */
  shrinkTo(bytes: number): void;
  /** They are not needed any more. Idempotent. */
  end(): void;
}

interface Waiting {
  kind: BudgetKind;
  bytes: number;
  grant(): void;
}

interface Kept {
  bytes: number;
  drop(): void;
}

/**
 * Grants bytes first come, first served. Who holds bytes waits only for the store, never for somebody who waits here,
 * so the budget cannot lock itself up; and because each kind may always hold one thing, writers whose disk is full
 * never stop readers.
 */
export class MemoryBudget {
  readonly #bytesMax: number;
  readonly #used: Record<BudgetKind, number> = { page: 0, chunks: 0 };
  #usedBytes = 0;
  #keptBytes = 0;
  /** The ones that were kept first come first. */
  readonly #kept = new Set<Kept>();
  #waiting: Waiting[] = [];

  /** @param bytesMax Of all together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes that are held now. */
  get heldBytes(): number {
    return this.#usedBytes + this.#keptBytes;
  }

  /** The part of the budget that one more reader may keep, when all keep the same. */
  get shareBytes(): number {
    return this.#bytesMax / (2 * (this.#kept.size + 1));
  }

  /**
   * Takes bytes, which have to be given back. One thing that is larger than the budget is granted alone of its kind.
   * @returns `null`: they are granted; otherwise a promise that resolves when they are.
   */
  take(kind: BudgetKind, bytes: number): Promise<void> | null {
    const isNext = this.#waiting.length === 0;
    if ((isNext && this.#hasRoom(bytes)) || this.#used[kind] === 0) {
      this.#grant(kind, bytes);
      return null;
    }
    return new Promise((grant) => this.#waiting.push({ kind, bytes, grant }));
  }

  /** Gives bytes back that were granted. */
  giveBack(kind: BudgetKind, bytes: number): void {
    this.#used[kind] -= bytes;
    this.#usedBytes -= bytes;
    this.#grantWaiting();
  }

  /**
   * Notes bytes that are held for a reader who may not come back soon.
   * @param drop Lets go of them, because somebody else needs the room. Must not call the budget.
   */
  keep(bytes: number, drop: () => void): KeptBytes {
    const kept: Kept = { bytes, drop };
    this.#kept.add(kept);
    this.#keptBytes += bytes;
    this.#makeRoom();
    return {
      shrinkTo: (left) => this.#shrink(kept, left),
      end: () => {
        this.#shrink(kept, 0);
        this.#kept.delete(kept);
      },
    };
  }

  #shrink(kept: Kept, left: number): void {
    if (!this.#kept.has(kept)) return;
    this.#keptBytes -= kept.bytes - left;
    kept.bytes = left;
  }

  #grantWaiting(): void {
    if (this.#waiting.length === 0) return;
    let isNext = true;
    const still: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { kind, bytes, grant } = waiting;
      if ((isNext && this.#hasRoom(bytes)) || this.#used[kind] === 0) {
        this.#grant(kind, bytes);
        grant();
      } else {
        isNext = false;
        still.push(waiting);
      }
    }
    this.#waiting = still;
  }

  #hasRoom(bytes: number): boolean {
    return this.#usedBytes + bytes <= this.#bytesMax;
  }

  #grant(kind: BudgetKind, bytes: number): void {
    this.#used[kind] += bytes;
    this.#usedBytes += bytes;
    this.#makeRoom();
  }

  /** Drops what was kept first, until all fits, or nothing is kept. */
  #makeRoom(): void {
    for (const kept of this.#kept) {
      if (this.heldBytes <= this.#bytesMax) return;
      this.#kept.delete(kept);
      this.#keptBytes -= kept.bytes;
      kept.drop();
    }
  }
}
