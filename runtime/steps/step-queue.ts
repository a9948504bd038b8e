/**
 * Decides which attempt begins next, within the places of the process. Places go round by workflow and by run, see
 * `fair-line.ts`. A step with a limit of its own has a lane: its surplus attempts wait there, by the same rule, and let
 * others pass. Afterwards they return to their place among the attempts of their run.
 */
import type { BeginGate } from '../contract/begin-gate.ts';
import type { RunId } from '../contract/ids.ts';
import { ReleasingSet, type ReadonlyReleasingSet } from '../contract/releasing-map.ts';
import { FairLine, type LineMember, type Ticket } from './fair-line.ts';
import type { OfferedStep } from './offered-step.ts';

/** An attempt that wants a place. */
export interface QueuedStep extends Omit<LineMember, 'order'> {
  runId: RunId;
  call: number;
  name: string;
  /** Attempts of this step that may run at the same time. */
  limit: number;
  /** Its step wants another kind of worker: it never gets a place here. Default false. */
  isForeign?: boolean;
  begin(): void;
  /**
   * Takes the attempt out of the queue, to offer it to other workers; `null`: it stays. Absent: it always does.
   * @param since When it came.
   */
  giveAway?(since: number): OfferedStep | null;
  /** Takes an attempt out of the queue that no other worker can have; says whether it was there. */
  dismiss?(): boolean;
}

/** An attempt in the queue. */
export interface QueuePlace {
  /** It has not begun, and was not taken back. */
  readonly isWaiting: boolean;
  /** It waits for one of the places of its step. */
  readonly waitsInLane: boolean;
  /** Takes it back if it has not begun; says whether it had not. */
  withdraw(): boolean;
  /** The attempt that had begun is over; its place is free. */
  leave(): void;
}

/** An attempt that waits for its place. */
export interface WaitingStep {
  readonly step: QueuedStep;
  /** Since when, in milliseconds since the epoch. */
  readonly since: number;
  /** It waits for one of the places of its step, and not for one of the process. */
  readonly waitsInLane: boolean;
}

/** How many places there are, what holds them up, and the time. */
export interface StepQueueOptions {
  /** Attempts of all steps that run at the same time. */
  concurrency: number;
  /** Attempts that it holds up have not begun, and can be taken back. */
  gate: BeginGate;
  /** The time in milliseconds since the epoch. */
  now(): number;
  /** An attempt waits, and none did before. */
  onWait?(): void;
  /** An attempt is over, nobody waits, and there are free places. */
  onRoom?(): void;
}

/** Gives attempts their places. */
export class StepQueue {
  readonly #options: StepQueueOptions;
  /** They stay: there are as many as the code has steps. */
  readonly #lanes = new Map<string, Lane>();
  /** Attempts that wait only for a place of the process. */
  readonly #ready = new FairLine<Entry>();
  /** All that wait for a place here, in the order in which they came. */
  readonly #waiting = new ReleasingSet<Entry>(({ order }) => order);
  /** Those that wait for another worker. */
  readonly #foreign = new ReleasingSet<Entry>(({ order }) => order);
  #ended = 0;
  #waitsAtGate = false;
  #running = 0;
  #order = 0;
  readonly #exits: Exits = { withdraw: (entry) => this.#withdraw(entry), leave: (entry) => this.#leave(entry) };

  constructor(options: StepQueueOptions) {
    this.#options = options;
  }

  /** All attempts that wait for a place, those that came first at the beginning. */
  get waiting(): ReadonlyReleasingSet<WaitingStep> {
    return this.#waiting;
  }

  /** Attempts that wait for another worker. */
  get foreign(): ReadonlyReleasingSet<WaitingStep> {
    return this.#foreign;
  }

  /** Free places that nobody here waits for. */
  get room(): number {
    return this.#waiting.size > 0 ? 0 : this.#options.concurrency - this.#running;
  }

  /** How many attempts run. */
  get running(): number {
    return this.#running;
  }

  /** How many attempts have ended so far. */
  get ended(): number {
    return this.#ended;
  }

  /** Begins the attempt now, or as soon as it is its turn. */
  enter(step: QueuedStep): QueuePlace {
    const arrival = { lane: this.#laneOf(step), since: this.#options.now(), order: this.#order++ };
    const entry = new Entry(step, arrival, this.#exits);
    if (step.isForeign) {
      this.#foreign.add(entry);
      this.#options.onWait?.();
    } else if (step.limit === Infinity && this.#canBeginAtOnce) {
      entry.lane.admitted += 1;
      this.#begin(entry, this.#ready.serveAtOnce(entry, entry));
    } else {
      this.#queue(entry);
    }
    return entry;
  }

  get #canBeginAtOnce(): boolean {
    const { concurrency, gate } = this.#options;
    return this.#waiting.size === 0 && this.#running < concurrency && gate.isOpen;
  }

  #queue(entry: Entry): void {
    this.#waiting.add(entry);
    if (entry.step.limit === Infinity) {
      this.#makeReady(entry);
    } else {
      entry.lane.line ??= new FairLine();
      entry.laneTicket = entry.lane.line.enter(entry, entry);
      this.#admit(entry.lane);
    }
    this.#beginReady();
    if (entry.isWaiting && this.#waiting.size === 1) this.#options.onWait?.();
  }

  #laneOf({ name }: QueuedStep): Lane {
    let lane = this.#lanes.get(name);
    if (!lane) this.#lanes.set(name, (lane = { admitted: 0, line: null }));
    return lane;
  }

  #admit({ line, admitted }: Lane): void {
    if (!line) return;
    for (let next = line.next; next && admitted < next.step.limit; next = line.next) {
      admitted += 1;
      line.serveNext();
      this.#makeReady(next);
    }
  }

  #makeReady(entry: Entry): void {
    entry.lane.admitted += 1;
    entry.readyTicket = this.#ready.enter(entry, entry);
  }

  #beginReady(): void {
    const { concurrency, gate } = this.#options;
    while (this.#running < concurrency && this.#ready.next) {
      if (!gate.isOpen) return void this.#waitAtGate();
      const ticket = this.#ready.serveNext()!;
      this.#waiting.delete(ticket.item);
      this.#begin(ticket.item, ticket);
    }
  }

  async #waitAtGate(): Promise<void> {
    if (this.#waitsAtGate) return;
    this.#waitsAtGate = true;
    await this.#options.gate.untilOpen();
    this.#waitsAtGate = false;
    this.#beginReady();
  }

  #begin(entry: Entry, ticket: Ticket<Entry>): void {
    entry.isWaiting = false;
    entry.readyTicket = ticket;
    this.#running += 1;
    entry.step.begin();
  }

  #withdraw(entry: Entry): boolean {
    if (!entry.isWaiting) return false;
    entry.isWaiting = false;
    if (this.#foreign.delete(entry)) return true;
    this.#waiting.delete(entry);
    const { lane, laneTicket, readyTicket } = entry;
    if (readyTicket) {
      this.#ready.withdraw(readyTicket);
      this.#giveBack(entry);
    } else {
      lane.line!.withdraw(laneTicket!);
      this.#admit(lane);
    }
    return true;
  }

  #leave(entry: Entry): void {
    this.#running -= 1;
    this.#ended += 1;
    this.#ready.leave(entry.readyTicket!);
    this.#giveBack(entry);
    this.#beginReady();
    if (this.#waiting.size === 0) this.#options.onRoom?.();
  }

  #giveBack({ lane, laneTicket }: Entry): void {
    lane.admitted -= 1;
    if (laneTicket) lane.line!.leave(laneTicket);
    this.#admit(lane);
  }
}

/** The attempts of one step. */
interface Lane {
  /** Attempts that have one of its places: they run, or wait only for a place of the process. */
  admitted: number;
  /** Attempts that wait for one. `null`: the step never had a limit. */
  line: FairLine<Entry> | null;
}

/** The ways out of a queue. */
interface Exits {
  withdraw(entry: Entry): boolean;
  leave(entry: Entry): void;
}

/**
 * An attempt in the queue. A class, because V8 makes a hidden class of its own for each literal with a getter, which
 * keeps the attempt in memory until the next full collection.
 */
class Entry implements WaitingStep, LineMember, QueuePlace {
  readonly step: QueuedStep;
  readonly lane: Lane;
  readonly since: number;
  readonly order: number;
  isWaiting = true;
  /** `null`: its step has no limit. */
  laneTicket: Ticket<Entry> | null = null;
  /** `null`: it has none of the places of its step. */
  readyTicket: Ticket<Entry> | null = null;
  readonly #exits: Exits;

  constructor(step: QueuedStep, { lane, since, order }: Pick<Entry, 'lane' | 'since' | 'order'>, exits: Exits) {
    this.step = step;
    this.#exits = exits;
    this.lane = lane;
    this.since = since;
    this.order = order;
  }

  withdraw(): boolean {
    return this.#exits.withdraw(this);
  }

  leave(): void {
    this.#exits.leave(this);
  }

  get workflowId(): string {
    return this.step.workflowId;
  }

  get runId(): RunId {
    return this.step.runId;
  }

  get waitsInLane(): boolean {
    return this.isWaiting && this.readyTicket === null;
  }
}
