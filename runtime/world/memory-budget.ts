/**
 * One budget of memory for all that a process holds between the store and its users: pages of streams that wait for
 * their readers, chunks that wait for their commit, journals that are replayed, and values on their way into runs and
 * the store. It counts bytes; a character of a text counts as one.
 */

/**
 * The parts of the process that share the budget. Each of them may always hold one thing, whatever the others hold.
 * `value`: results of steps, arguments of new runs and payloads of hooks.
 */
export type BudgetKind = 'page' | 'chunks' | 'journal' | 'value';

/** Bytes that are held until somebody says that they are not any more. */
export interface HeldBytes {
  /** They are not needed any more. Idempotent. */
  end(): void;
}

/** A value whose bytes are held. */
export interface HeldValue {
  value: string;
  held: HeldBytes;
}

/** Bytes that can be had again from the store, so that the budget may take them back at any time. */
export interface KeptBytes extends HeldBytes {
  /** Says how many they are now. */
  resize(bytes: number): void;
}

/** A reader that has taken nothing while the others took so much, each on average, is idle. */
const USES_PER_READER = 2;

interface Waiting {
  kind: BudgetKind;
  bytes: number;
  grant(): void;
}

interface Kept {
  bytes: number;
  /** The number of its last use. */
  usedAt: number;
  drop(): void;
}

/**
 * Grants bytes first come, first served. Who holds bytes waits only for the store, never for somebody who waits here,
 * so the budget cannot lock itself up; and because each kind may always hold one thing, writers whose disk is full
 * never stop readers.
 */
export class MemoryBudget {
  readonly #bytesMax: number;
  readonly #used: Record<BudgetKind, number> = { page: 0, chunks: 0, journal: 0, value: 0 };
  #usedBytes = 0;
  #keptBytes = 0;
  #mostBytes = 0;
  /** The ones that were kept first come first. */
  readonly #kept = new Set<Kept>();
  /** Pages that are being read, or wait for room. */
  #pagesAsked = 0;
  /** How often something was taken of what is kept. */
  #uses = 0;
  #waiting: Waiting[] = [];
  /** Those who wait to make a value, see {@link makeValue}. */
  readonly #makers: (() => void)[] = [];
  #isMaking = false;
  #whenNotFull: (() => void)[] = [];

  /** @param bytesMax Of all together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes that are held now. */
  get heldBytes(): number {
    return this.#usedBytes + this.#keptBytes;
  }

  /** The most bytes that were held at one time since this was last asked. */
  takeMostBytes(): number {
    const most = this.#mostBytes;
    this.#mostBytes = this.heldBytes;
    return most;
  }

  /**
   * The part of the budget that one more reader may keep, when all who read keep the same. Those who have taken nothing
   * for long do not count: what is kept for them is dropped when the room is needed.
   */
  get shareBytes(): number {
    const since = this.#uses - USES_PER_READER * this.#kept.size;
    let reading = this.#pagesAsked;
    for (const { usedAt } of this.#kept) if (usedAt > since) reading += 1;
    return this.#bytesMax / (2 * (reading + 1));
  }

  /** Values use up the budget, or wait for room in it: nothing should begin that leads to more of them. */
  get isFullOfValues(): boolean {
    return this.#used.value > 0 && (this.#makers.length > 0 || this.#usedBytes >= this.#bytesMax);
  }

  /** Resolves when {@link isFullOfValues} has ended, though it may be so again by the time the caller goes on. */
  untilNotFull(): Promise<void> {
    if (!this.isFullOfValues) return Promise.resolve();
    return new Promise((resolve) => this.#whenNotFull.push(resolve));
  }

  /**
   * Takes bytes, which have to be given back. One thing that is larger than the budget is granted alone of its kind.
   * @returns `null`: they are granted; otherwise a promise that resolves when they are.
   */
  take(kind: BudgetKind, bytes: number): Promise<void> | null {
    if (kind === 'page') this.#pagesAsked += 1;
    const isNext = this.#waiting.length === 0;
    if ((isNext && this.#hasRoom(bytes)) || this.#used[kind] === 0) {
      this.#grant(kind, bytes);
      return null;
    }
    return new Promise((grant) => this.#waiting.push({ kind, bytes, grant }));
  }

  /** Gives bytes back that were granted. */
  giveBack(kind: BudgetKind, bytes: number): void {
    if (kind === 'page') this.#pagesAsked -= 1;
    this.#used[kind] -= bytes;
    this.#usedBytes -= bytes;
    this.#grantWaiting();
    this.#letNextMake();
    if (this.#whenNotFull.length > 0 && !this.isFullOfValues) for (const go of this.#whenNotFull.splice(0)) go();
  }

  /** Holds what came instead of the bytes that were taken for it. */
  replace(kind: BudgetKind, taken: number, bytes: number): HeldBytes {
    if (bytes < taken) this.giveBack(kind, taken - bytes);
    else this.#grant(kind, bytes - taken);
    return new Held(() => this.giveBack(kind, bytes));
  }

  /** Counts bytes that are there already, however many are held. */
  hold(kind: BudgetKind, bytes: number): HeldBytes {
    this.#grant(kind, bytes);
    return new Held(() => this.giveBack(kind, bytes));
  }

  /**
   * Makes a value as soon as there is room for it, and holds it until its end. Nobody knows before how large it will
   * be, so those who wait make theirs one after the other; but one that takes time keeps nobody waiting.
   */
  async makeValue(make: () => string | Promise<string>): Promise<HeldValue> {
    const room = this.#lineUp();
    if (room) await room;
    let value;
    try {
      value = make();
      if (typeof value === 'string') return { value, held: this.hold('value', value.length) };
    } finally {
      if (room) this.#isMaking = false;
      this.#letNextMake();
    }
    const made = await value;
    return { value: made, held: this.hold('value', made.length) };
  }

  /**
   * Notes bytes that are held for somebody who may not come back soon.
   * @param drop Lets go of them, because somebody else needs the room. Must not call the budget.
   */
  keep(bytes: number, drop: () => void): KeptBytes {
    const kept: Kept = { bytes, usedAt: ++this.#uses, drop };
    this.#kept.add(kept);
    this.#keptBytes += bytes;
    this.#makeRoom();
    return {
      resize: (now) => this.#resize(kept, now),
      end: () => {
        this.#resize(kept, 0);
        this.#kept.delete(kept);
      },
    };
  }

  #resize(kept: Kept, bytes: number): void {
    if (!this.#kept.has(kept)) return;
    this.#keptBytes += bytes - kept.bytes;
    kept.bytes = bytes;
    kept.usedAt = ++this.#uses;
    this.#makeRoom();
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

  #lineUp(): Promise<void> | null {
    if (this.#makers.length === 0 && this.#hasRoomForValue) return null;
    return new Promise((resolve) => void this.#makers.push(resolve));
  }

  #letNextMake(): void {
    if (this.#isMaking || this.#makers.length === 0 || !this.#hasRoomForValue) return;
    this.#isMaking = true;
    this.#makers.shift()!();
  }

  get #hasRoomForValue(): boolean {
    return this.#usedBytes < this.#bytesMax || this.#used.value === 0;
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
      if (this.heldBytes <= this.#bytesMax) break;
      this.#kept.delete(kept);
      this.#keptBytes -= kept.bytes;
      kept.drop();
    }
    if (this.heldBytes > this.#mostBytes) this.#mostBytes = this.heldBytes;
  }
}

class Held implements HeldBytes {
  #giveBack: (() => void) | null;

  constructor(giveBack: () => void) {
    this.#giveBack = giveBack;
  }

  end(): void {
    this.#giveBack?.();
    this.#giveBack = null;
  }
}
