/**
 * Decides which attempt begins next: first come, first served, within the places of the process. A step with a limit of
 * its own has a lane: its surplus attempts wait there and let others pass, and return to their place in the queue
 * afterwards.
 */
import type { BeginGate } from '../contract/begin-gate.ts';
import { BinaryHeap } from './binary-heap.ts';

/** An attempt that wants a place. */
export interface QueuedStep {
  name: string;
  /** Attempts of this step that may run at the same time. */
  limit: number;
  begin(): void;
}

/** An attempt in the queue. */
export interface QueuePlace {
  /** Takes it back if it has not begun; says whether it had not. */
  withdraw(): boolean;
  /** The attempt that had begun is over; its place is free. */
  leave(): void;
}

interface Entry {
  readonly order: number;
  readonly lane: Lane;
  /** `null` once it has begun or was taken back. */
  step: QueuedStep | null;
  /** It has one of the places of its step. */
  admitted: boolean;
}

const orderOf = ({ order }: Entry): number => order;

/** The attempts of one step. */
interface Lane {
  readonly name: string;
  /** Attempts that have one of its places: they run, or wait only for a place of the process. */
  admitted: number;
  /** Attempts that wait for one. */
  readonly waiting: BinaryHeap<Entry>;
}

/** Gives attempts their places, in the order of arrival. */
export class StepQueue {
  readonly #concurrency: number;
  readonly #gate: BeginGate;
  #waitsAtGate = false;
  readonly #lanes = new Map<string, Lane>();
  /** Attempts that wait only for a place of the process. */
  readonly #ready = new BinaryHeap<Entry>(orderOf);
  #running = 0;
  #order = 0;

  /**
   * @param concurrency Attempts of all steps that run at the same time.
   * @param gate Attempts that it holds up have not begun, and can be taken back.
   */
  constructor(concurrency: number, gate: BeginGate) {
    this.#concurrency = concurrency;
    this.#gate = gate;
  }

  /** Begins the attempt now, or as soon as it is its turn. */
  enter(step: QueuedStep): QueuePlace {
    const lane = this.#lane(step.name);
    const entry: Entry = { order: this.#order++, lane, step, admitted: false };
    lane.waiting.push(entry);
    this.#admit(lane);
    this.#beginReady();
    return { withdraw: () => this.#withdraw(entry), leave: () => this.#leave(entry) };
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known) return known;
    const lane: Lane = { name, admitted: 0, waiting: new BinaryHeap(orderOf) };
    this.#lanes.set(name, lane);
    return lane;
  }

  #admit(lane: Lane): void {
    for (let next = lane.waiting.peek(); next; next = lane.waiting.peek()) {
      if (next.step && lane.admitted >= next.step.limit) return;
      lane.waiting.pop();
      if (!next.step) continue;
      next.admitted = true;
      lane.admitted += 1;
      this.#ready.push(next);
    }
    if (lane.admitted === 0) this.#lanes.delete(lane.name);
  }

  #beginReady(): void {
    while (this.#running < this.#concurrency) {
      const entry = this.#ready.pop();
      if (!entry) return;
      const { step } = entry;
      if (!step) continue;
      if (!this.#gate.isOpen) {
        this.#ready.push(entry);
        return void this.#waitAtGate();
      }
      entry.step = null;
      this.#running += 1;
      step.begin();
    }
  }

  async #waitAtGate(): Promise<void> {
    if (this.#waitsAtGate) return;
    this.#waitsAtGate = true;
    await this.#gate.untilOpen();
    this.#waitsAtGate = false;
    this.#beginReady();
  }

  #withdraw(entry: Entry): boolean {
    if (!entry.step) return false;
    // It stays in its heap without a step, and is passed over.
    entry.step = null;
    if (entry.admitted) this.#giveBack(entry.lane);
    return true;
  }

  #leave(entry: Entry): void {
    this.#running -= 1;
    this.#giveBack(entry.lane);
    this.#beginReady();
  }

  #giveBack(lane: Lane): void {
    lane.admitted -= 1;
    this.#admit(lane);
  }
}
