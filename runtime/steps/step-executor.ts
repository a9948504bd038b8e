/** Runs step attempts in this process, a limited number at a time; places go round by workflow and by run. */
import type { AttributeChanges } from '../contract/attributes.ts';
import type { BeginGate } from '../contract/begin-gate.ts';
import type { FoundStep } from '../contract/build.ts';
import type { Clock } from '../contract/clock.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { ReadonlyReleasingSet } from '../contract/releasing-map.ts';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../contract/ids.ts';
import type { Labelled, Payload } from '../journal/events.ts';
import type { OpenStep } from '../journal/run-state.ts';
import { Pace } from '../world/event-loop.ts';
import type { HeldBytes, MemoryBudget } from '../world/memory-budget.ts';
import type { World } from '../world/world.ts';
import type { Log } from '../contract/log.ts';
import type { Reports } from '../contract/reports.ts';
import type { Telemetry, TraceContext } from '../contract/telemetry.ts';
import { encodeError } from '../host-values/host-codec.ts';
import type { RunSignals } from '../host-values/signal-values.ts';
import { RunningAttempt } from './step-attempt.ts';
import { planStep, type StepPlan } from './step-plan.ts';
import { LongWaits } from './long-waits.ts';
import type { OfferedStep } from './offered-step.ts';
import { StepQueue, type QueuePlace, type WaitingStep } from './step-queue.ts';
import type { LastChunks } from './step-streams.ts';
import { type ListedTexts, StoredLists } from './stored-lists.ts';

/** Attempts that end one after the other before the event loop goes round, … */
const ENDS_AT_ONCE = 100;
/** … and more of them while they take no longer than this: so many small results share a commit. */
const ENDS_ROUND_MS = 8;

/** The next attempt of a step call. */
export interface StepAttempt extends Pick<
  OpenStep,
  'call' | 'name' | 'payload' | 'options' | 'attempt' | 'startedAt' | 'failures' | 'heartbeat'
> {
  runId: RunId;
  workflowId: WorkflowId;
  /** The build whose code has made the call. */
  buildId: BuildId | null;
  workflowStartedAt: number;
  epoch: number;
  /** Where the run was started; `null`: nobody traces it. */
  trace: TraceContext | null;
  /** This worker has taken the attempt from an offer. */
  takenBy?: WorkerId;
  /** Gives the attempt its signal: aborted by its run, or here when a time limit is reached. */
  abort: AbortController;
  /** The signals of the run's workflow. */
  signals: RunSignals;
  /** See `QueuedStep`. Absent: only this process may make the attempt. */
  giveAway?(wanted: { tag: string | null; since: number }): OfferedStep | null;
  /** See `QueuedStep`. */
  dismiss?(): boolean;
  /** The attempt has been running for a moment. */
  onLong(began: { startedAt: number } & Labelled): void;
  /** The attempt says how far it is. */
  onHeartbeat(detail: Payload): void;
  /** The attempt changes the attributes of its run. @throws `option_invalid` when these are too many. */
  onAttributes(attributes: AttributeChanges): void;
  onOutcome(outcome: StepOutcome): void;
  /** A step of this build cannot answer for one that the call brings along. The function of the user was not called. */
  onUnfit(error: WorkflowError): void;
}

/** A result. */
export interface CompletedStep {
  kind: 'completed';
  payload: Payload;
  /** Its part of the memory; whoever takes the outcome last ends it. */
  held: HeldBytes;
  /** Chunks that the commit of the result carries. */
  last: LastChunks | null;
  /** All that the attempt has changed. They are told again where the result comes late. */
  attributes?: AttributeChanges;
}

/** How an attempt ended. `payload`: the encoded result or error. */
export type StepOutcome = { startedAt: number } & Labelled &
  (
    | CompletedStep
    | { kind: 'failed'; payload: Payload }
    /** `retryAt`: milliseconds since the epoch. */
    | { kind: 'retry'; payload: Payload; retryAt: number }
  );

/** An attempt that was not made, because of other code than the call was made for. */
export interface UnfitAttempt {
  kind: 'unfit';
  error: WorkflowError;
}

/** The parts of the process that steps need. */
export interface StepServices {
  world: World;
  memory: MemoryBudget;
  clock: Clock;
  log: Log;
  reports: Reports;
  telemetry: Telemetry;
  /** Every attempt passes it right before it begins. */
  gate: BeginGate;
  /** The function for a call of a run of that build. */
  findStep(name: string, buildId: BuildId | null): FoundStep;
  /**
   * A value that code of another build may have written, as the steps read it.
   * @param writerId The build of the run that it comes from; `null`: nobody knows.
   * @throws `value_class_unknown`, `value_class_differs`.
   */
  toOwnClasses(payload: Payload, writerId: BuildId | null): Payload;
  baseUrl(): string;
}

/** The parts of the process that all attempts share. */
export interface AttemptServices extends StepServices {
  storedLists: StoredLists;
}

/** How many attempts run at the same time, and with what. */
export interface StepExecutorOptions extends StepServices {
  /** Attempts that run at the same time; more wait. */
  concurrency: number;
  /** The kinds of worker that this process is. */
  tags: ReadonlySet<string>;
  /** See `StepQueueOptions`. */
  onWait?(): void;
  onRoom?(): void;
}

/** Runs the attempts of all runs of this process. */
export class StepExecutor {
  readonly #options: StepExecutorOptions;
  readonly #services: AttemptServices;
  readonly #queue: StepQueue;
  /** Steps that wait for nothing would follow each other for ever, and nothing else would get its turn. */
  readonly #pace: Pace;

  constructor(options: StepExecutorOptions) {
    this.#options = options;
    this.#services = { ...options, storedLists: new StoredLists(options.world) };
    const { clock, log, concurrency, gate } = options;
    this.#pace = new Pace(ENDS_AT_ONCE, ENDS_ROUND_MS, () => clock.now());
    const waitsForMemory = () => options.memory.isFullOfValues;
    const longWaits = new LongWaits({ clock, log, concurrency, waitsForMemory, waiting: () => this.#queue.waiting });
    this.#queue = new StepQueue({
      concurrency,
      gate,
      now: () => clock.now(),
      onWait: () => {
        longWaits.watch();
        options.onWait?.();
      },
      onRoom: () => options.onRoom?.(),
    });
  }

  /** Attempts that wait for a place, those that came first at the beginning. */
  get waiting(): ReadonlyReleasingSet<WaitingStep> {
    return this.#queue.waiting;
  }

  /** Attempts that wait for another kind of worker. */
  get foreign(): ReadonlyReleasingSet<WaitingStep> {
    return this.#queue.foreign;
  }

  /** Whether this process is such a kind of worker. */
  isOf(tag: string): boolean {
    return this.#options.tags.has(tag);
  }

  /** Free places that nobody here waits for, while there is memory for what the attempts return. */
  get room(): number {
    return this.#options.memory.isFullOfValues ? 0 : this.#queue.room;
  }

  /** How many attempts have ended so far. */
  get ended(): number {
    return this.#queue.ended;
  }

  /** How many attempts run. */
  get running(): number {
    return this.#queue.running;
  }

  /** The function that answers a call of a run of that build; or why its attempts cannot begin here. */
  findStep(name: string, buildId: BuildId | null): FoundStep {
    return this.#options.findStep(name, buildId);
  }

  /** Keeps texts that were just added to lists of the run: its next steps are likely to refer to them. */
  keepListed(runId: RunId, listed: readonly ListedTexts[]): void {
    for (const texts of listed) this.#services.storedLists.add(runId, texts);
  }

  /** Runs the attempt of a step that is here, now or as soon as there is a place for it. */
  submit(attempt: StepAttempt): QueuePlace {
    const { name, call, runId, workflowId, buildId, options } = attempt;
    const plan = tryTo(() => planStep(name, this.#options.findStep(name, buildId).step!, options));
    const { concurrency: limit = Infinity, worker: tag = null } = 'error' in plan ? {} : plan.options;
    const isForeign = tag !== null && !this.#options.tags.has(tag) && attempt.takenBy === undefined;
    const mayLeave = attempt.giveAway !== undefined && (isForeign || limit === Infinity);
    const since = this.#options.clock.now();
    const begin = () => void this.#run(attempt, plan, since).then(() => this.#pace.pass(() => place.leave()));
    const place = this.#queue.enter({
      name,
      call,
      runId,
      workflowId,
      limit,
      isForeign,
      begin,
      ...(mayLeave && { giveAway: (since) => attempt.giveAway!({ tag, since }), dismiss: () => attempt.dismiss!() }),
    });
    return place;
  }

  /** @param since When it asked for a place. */
  async #run(attempt: StepAttempt, plan: StepPlan | Failure, since: number): Promise<void> {
    const outcome = await this.#options.telemetry.attempt(attempt, since, () => this.#outcome(attempt, plan));
    if (outcome.kind === 'unfit') attempt.onUnfit(outcome.error);
    else attempt.onOutcome(outcome);
  }

  async #outcome(attempt: StepAttempt, plan: StepPlan | Failure): Promise<StepOutcome | UnfitAttempt> {
    if (!('error' in plan)) return await new RunningAttempt(attempt, plan, this.#services).run();
    return { kind: 'failed', startedAt: this.#options.clock.now(), payload: encodeError(plan.error) };
  }
}

interface Failure {
  error: unknown;
}

function tryTo<Result>(work: () => Result): Result | Failure {
  try {
    return work();
  } catch (error) {
    return { error };
  }
}
