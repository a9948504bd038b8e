/** Runs step attempts in this process, a limited number at a time, first come first served. */
import type { Clock } from '../contract/clock.ts';
import type { RegisteredStep, StepFunction } from '../contract/build.ts';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { Payload } from '../journal/events.ts';
import type { OpenStep } from '../journal/run-state.ts';
import { FatalError, RetryableError } from '../values/step-errors.ts';
import { WorkflowError } from '../contract/errors.ts';
import type { World } from '../world/world.ts';
import { decodeStepInput, encodeError, encodeValue } from './host-codec.ts';
import { stepContext, type StepContext } from './step-context.ts';
import { StepStreams } from './step-streams.ts';

const MAX_RETRIES_DEFAULT = 3;
/** An attempt that takes longer gets a `step_started` in the journal while it runs. */
const LONG_ATTEMPT_MS = 100;

/** The next attempt of a step call. */
export interface StepAttempt extends Pick<OpenStep, 'call' | 'name' | 'payload' | 'options' | 'attempt' | 'failures'> {
  runId: RunId;
  workflowId: WorkflowId;
  workflowStartedAt: number;
  signal: AbortSignal;
  /** The attempt has been running for a moment. */
  onLong(startedAt: number): void;
  onOutcome(outcome: StepOutcome): void;
}

export type StepOutcome = { startedAt: number } & (
  | { kind: 'completed'; payload: Payload }
  | { kind: 'failed'; payload: Payload }
  /** `retryAt`: milliseconds since the epoch. */
  | { kind: 'retry'; payload: Payload; retryAt: number }
);

export interface StepExecutorOptions {
  world: World;
  clock: Clock;
  /** Attempts that run at the same time; more wait. */
  concurrency: number;
  findStep(name: string): RegisteredStep | undefined;
  baseUrl(): string;
}

export class StepExecutor {
  readonly #options: StepExecutorOptions;
  readonly #waiting: StepAttempt[] = [];
  #next = 0;
  #running = 0;

  constructor(options: StepExecutorOptions) {
    this.#options = options;
  }

  has(name: string): boolean {
    return this.#options.findStep(name) !== undefined;
  }

  submit(attempt: StepAttempt): void {
    this.#waiting.push(attempt);
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#running < this.#options.concurrency && this.#next < this.#waiting.length) {
      const attempt = this.#waiting[this.#next++]!;
      this.#running += 1;
      void this.#run(attempt);
    }
    if (this.#next === this.#waiting.length) {
      this.#waiting.length = 0;
      this.#next = 0;
    }
  }

  async #run(attempt: StepAttempt): Promise<void> {
    const { clock } = this.#options;
    const startedAt = clock.now();
    const stopAlarm = attempt.signal.aborted
      ? () => {}
      : clock.setAlarm(startedAt + LONG_ATTEMPT_MS, () => attempt.onLong(startedAt));
    const outcome = await this.#attempt(attempt, startedAt);
    stopAlarm();
    this.#running -= 1;
    attempt.onOutcome(outcome);
    this.#startWaiting();
  }

  async #attempt(attempt: StepAttempt, startedAt: number): Promise<StepOutcome> {
    const step = this.#options.findStep(attempt.name)!;
    const context = this.#createContext(attempt, startedAt);
    let fn: StepFunction | undefined;
    try {
      const payload = await stepContext.run(context, async () => {
        const input = decodeStepInput(attempt.payload);
        fn = step.kind === 'closure' ? step.create(input.captured ?? {}) : step.fn;
        return await encodeValue(await fn.apply(input.self, input.args as never[]), 'result');
      });
      await context.streams.flush();
      return { kind: 'completed', startedAt, payload };
    } catch (error) {
      await context.streams.flush().catch(() => {});
      const payload = encodeError(error);
      const retryAt = this.#retryAt(error, attempt, fn);
      return retryAt === null ? { kind: 'failed', startedAt, payload } : { kind: 'retry', startedAt, payload, retryAt };
    }
  }

  #createContext(attempt: StepAttempt, startedAt: number): StepContext {
    const { runId, workflowId, workflowStartedAt, call, signal } = attempt;
    return {
      runId,
      workflowId,
      workflowStartedAt,
      baseUrl: this.#options.baseUrl(),
      stepName: attempt.name,
      call,
      attempt: attempt.attempt,
      startedAt,
      signal,
      findStep: this.#options.findStep,
      streams: new StepStreams({ world: this.#options.world, runId, encode: (value) => encodeValue(value, 'chunk') }),
    };
  }

  /** When to try again; `null`: never. */
  #retryAt(error: unknown, attempt: StepAttempt, fn: StepFunction | undefined): number | null {
    const isFinal =
      FatalError.is(error) || (WorkflowError.is(error) && error.code.startsWith('value_')) || attempt.signal.aborted;
    const maxRetries = attempt.options.maxRetries ?? fn?.maxRetries ?? MAX_RETRIES_DEFAULT;
    if (isFinal || attempt.failures + 1 > maxRetries) return null;
    return RetryableError.is(error) ? error.retryAfter.getTime() : this.#options.clock.now();
  }
}
