/** The step attempts of one run that are under way in this process. */
import type { WorkflowError } from '../contract/errors.ts';
import type { OpenStep, RunState } from '../journal/run-state.ts';
import type { JournalEvent } from '../journal/events.ts';
import { decodeValue } from '../host-values/host-codec.ts';
import type { Outcome } from './outcome.ts';
import { RunSignals } from '../host-values/signal-values.ts';
import type { StepExecutor } from '../steps/step-executor.ts';
import type { Place } from '../steps/step-queue.ts';

export interface RunAttemptsOptions {
  state: RunState;
  /** Of the ownership under which the attempts run; what they write to streams is refused when it has ended. */
  epoch: number;
  executor: StepExecutor;
  /** Gets what becomes of the attempts, also after they were aborted. */
  onOutcome(outcome: Outcome): void;
}

interface Underway {
  abort: AbortController;
  place: Place;
}

export class RunAttempts {
  readonly #options: RunAttemptsOptions;
  readonly #underway = new Map<number, Underway>();
  /** Calls whose attempts are over, with an outcome that no turn has taken. */
  readonly #unsettled = new Set<number>();
  #signals = new RunSignals(decodeValue);

  constructor(options: RunAttemptsOptions) {
    this.#options = options;
  }

  /** How many run, or wait for their turn to. */
  get size(): number {
    return this.#underway.size;
  }

  /** Whether none may begin for this call: an attempt counts as under way until a turn has taken its outcome. */
  has(call: number): boolean {
    return this.#underway.has(call) || this.#unsettled.has(call);
  }

  /** The attempt of this call is over; what became of it is for the next turn. */
  awaitTurn(call: number): void {
    this.#underway.delete(call);
    this.#unsettled.add(call);
  }

  /** A turn takes what became of the attempt. */
  settle(call: number): void {
    this.#unsettled.delete(call);
  }

  /** No turn takes what has become of attempts. */
  settleAll(): void {
    this.#unsettled.clear();
  }

  start(step: OpenStep): void {
    const { state, epoch, executor, onOutcome } = this.#options;
    const { call, attempt } = step;
    const abort = new AbortController();
    const place = executor.submit({
      ...step,
      runId: state.runId,
      workflowId: state.workflowId!,
      workflowStartedAt: state.startedAt!,
      epoch,
      abort,
      signals: this.#signals,
      onLong: (startedAt) => onOutcome({ kind: 'long', call, attempt, startedAt }),
      onHeartbeat: (payload) => onOutcome({ kind: 'heartbeat', call, attempt, payload }),
      onOutcome: (outcome) => {
        this.awaitTurn(call);
        onOutcome({ kind: 'step', call, attempt, outcome });
      },
    });
    this.#underway.set(call, { abort, place });
  }

  /** Lets the signals that steps have follow those of the code. @param event Is durable. */
  followSignals(event: JournalEvent): void {
    if (event.type === 'signal_aborted') this.#signals.abort(event.signal, event.payload);
    // The code begins anew and counts its signals from 0.
    if (event.type === 'run_continued') this.#signals = new RunSignals(decodeValue);
  }

  /** Takes back the attempts that wait for their turn. */
  withdrawWaiting(): void {
    for (const [call, { place }] of this.#underway) if (place.withdraw()) this.#underway.delete(call);
  }

  /** Tells the attempts that run to stop, with the reason; those that wait for their turn never begin. */
  abortAll(reason: WorkflowError): void {
    for (const [call, { abort, place }] of this.#underway) {
      if (place.withdraw()) this.#underway.delete(call);
      else abort.abort(reason);
    }
  }
}
