/** The parts of a worker that all its actors share, and how an actor tells its keeper what it does. */
import type { Reports } from '../contract/reports.ts';
import type { Telemetry } from '../contract/telemetry.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { StepExecutor } from '../steps/step-executor.ts';
import type { MemoryBudget } from '../world/memory-budget.ts';
import type { AlarmQueue } from './alarm-queue.ts';
import type { Builds } from './builds.ts';
import type { HookIndex } from './hook-index.ts';
import type { LateEnd } from './late-results.ts';
import type { OfferDesk } from './offer-desk.ts';
import type { NewRunFacts } from './outbox.ts';
import type { JournalServices } from './run-journal.ts';

/** The worker's parts that all its runs share. */
export interface ActorServices<Actor> extends JournalServices {
  readonly reports: Reports;
  readonly telemetry: Telemetry;
  readonly builds: Builds;
  readonly executor: StepExecutor;
  /** Where steps are left to other workers. */
  readonly desk: OfferDesk;
  readonly memory: MemoryBudget;
  /** Every suspension drops the sandbox, so that every turn begins with a replay. */
  readonly keepsNoSandbox: boolean;
  readonly newRunFacts: NewRunFacts;
  /** See `TurnServices`. */
  readonly journalEventsMax: number;
  /** Wakes an actor when time alone moves its run on. */
  readonly alarms: AlarmQueue<Actor>;
  /** Hooks of the runs that are here. */
  readonly hooks: HookIndex<Actor>;
  /** Aborted when the worker stops: work under way may finish, and nothing new begins. */
  readonly draining: AbortSignal;
  readonly owner: ActorOwner<Actor>;
}

/** The keeper of the actors. They tell it when they begin to work and why they rest. */
export interface ActorOwner<Actor> {
  /** Runs in the store wait for those that are here to make room. */
  wantsRoom(): boolean;
  /** The actor makes a turn, or a step of its run begins. */
  onBusy(actor: Actor): void;
  /** The actor does nothing more by itself. */
  onRest(actor: Actor, rest: Rest): void;
  /** An attempt has ended although the actor takes nothing more: the next owner of the run may want that. */
  onLate(actor: Actor, end: LateEnd): void;
}

/** Why an actor rests. After all but `suspended` it has let the run go. */
export type Rest =
  /** The code waits for something outside; steps of the run may still be under way. */
  | { kind: 'suspended' }
  | { kind: 'ended'; end: JournalEvent }
  /** The run was put aside in the store: any worker may look at it later. */
  | { kind: 'parked' }
  /** It was to be put aside for this, and the store did not answer. */
  | { kind: 'unparked'; error: unknown }
  /** A commit was refused: somebody else owns the run now, or an earlier answer of the store was lost. */
  | { kind: 'refused' }
  /** An invariant did not hold. */
  | { kind: 'broken'; error: unknown };
