/** Runs step attempts in this process, a limited number at a time; places go round by workflow and by run. */
import type { BeginGate } from '../contract/begin-gate.ts';
import type { FoundStep } from '../contract/build.ts';
import type { Clock } from '../contract/clock.ts';
import type { BuildId, RunId, WorkflowId } from '../contract/ids.ts';
import type { Payload } from '../journal/events.ts';
import type { OpenStep } from '../journal/run-state.ts';
import { Pace } from '../world/event-loop.ts';
import type { MemoryBudget } from '../world/memory-budget.ts';
import type { World } from '../world/world.ts';
import type { Log } from '../contract/log.ts';
import { encodeError } from '../host-values/host-codec.ts';
import type { RunSignals } from '../host-values/signal-values.ts';
import { RunningAttempt } from './step-attempt.ts';
import { planStep, type StepPlan } from './step-plan.ts';
import { LongWaits } from './long-waits.ts';
import { StepQueue, type QueuePlace, type WaitingStep } from './step-queue.ts';
import type { LastChunks } from './step-streams.ts';
import { type ListedTexts, StoredLists } from './stored-lists.ts';

/** Attempts that end one after the other before the event loop goes round. */
const ENDS_AT_ONCE_MAX = 100;

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
  /** Gives the attempt its signal: aborted by its run, or here when a time limit is reached. */
  abort: AbortController;
  /** The signals of the run's workflow. */
  signals: RunSignals;
  /** The attempt has been running for a moment. */
  onLong(startedAt: number): void;
  /** The attempt says how far it is. */
  onHeartbeat(detail: Payload): void;
  onOutcome(outcome: StepOutcome): void;
}

/**
 * How an attempt ended. `payload`: the encoded result or error. `last`: chunks that the commit of the result carries.
 */
export type StepOutcome = { startedAt: number } & (
  | { kind: 'completed'; payload: Payload; last: LastChunks | null }
  | { kind: 'failed'; payload: Payload }
  /** `retryAt`: milliseconds since the epoch. */
  | { kind: 'retry'; payload: Payload; retryAt: number }
);

/** The parts of the process that steps need. */
export interface StepServices {
  world: World;
  memory: MemoryBudget;
  clock: Clock;
  log: Log;
  /** Every attempt passes it right before it begins. */
  gate: BeginGate;
  /** The function for a call of a run of that build. */
  findStep(name: string, buildId: BuildId | null): FoundStep;
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
}

/** Runs the attempts of all runs of this process. */
export class StepExecutor {
  readonly #options: StepExecutorOptions;
  readonly #services: AttemptServices;
  readonly #queue: StepQueue;
  /** Steps that wait for nothing would follow each other for ever, and nothing else would get its turn. */
  readonly #pace = new Pace(ENDS_AT_ONCE_MAX);

  constructor(options: StepExecutorOptions) {
    this.#options = options;
    this.#services = { ...options, storedLists: new StoredLists(options.world) };
    const { clock, log, concurrency, gate } = options;
    const longWaits = new LongWaits({ clock, log, concurrency, waiting: () => this.#queue.waiting });
    this.#queue = new StepQueue({ concurrency, gate, now: () => clock.now(), onWait: () => longWaits.watch() });
  }

  /** Attempts that wait for a place, those that came first at the beginning. */
  get waiting(): Iterable<WaitingStep> {
    return this.#queue.waiting;
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
    const limit = 'error' in plan ? Infinity : (plan.options.concurrency ?? Infinity);
    const begin = () => void this.#run(attempt, plan).then(() => this.#pace.pass(() => place.leave()));
    const place = this.#queue.enter({ name, call, runId, workflowId, limit, begin });
    return place;
  }

  async #run(attempt: StepAttempt, plan: StepPlan | Failure): Promise<void> {
    attempt.onOutcome(await this.#outcome(attempt, plan));
  }

  async #outcome(attempt: StepAttempt, plan: StepPlan | Failure): Promise<StepOutcome> {
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
