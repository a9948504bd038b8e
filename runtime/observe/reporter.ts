/** Tells the log and the observers of the application what becomes of runs and attempts in this process. */
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type {
  FailedAttemptReport,
  FailedLabelReport,
  ReportedRun,
  Reports,
  RunEndReport,
} from '../contract/reports.ts';
import { decodeThrown, describeThrown, type ErrorFacts, withoutMessage } from './error-facts.ts';
import type { Observers } from './observers.ts';

/** The details of the message `run_failed`. */
export interface RunFailure {
  runId: string;
  /** `workflow//…` */
  workflowName: string | null;
  /** The step whose error has ended the run; `null`: the workflow's own code has thrown it. */
  stepName: string | null;
  error: ErrorFacts;
}

/** The details of the message `step_label_failed`. */
export interface LabelFailure extends Omit<RunFailure, 'stepName'> {
  stepName: string;
}

/** The details of the message `step_failed`. */
export interface StepFailure extends LabelFailure {
  /** Which failure of the step it is, from 1 … */
  attempt: number;
  /** … and how many there are at most; `null`: no number ends it. */
  attempts: number | null;
  retryAt: Date | null;
  retryInMs: number | null;
  /** Why the `retryAfter` of the error does not count; left out where it does. */
  retryAfterProblem?: string;
}

/** Whom a {@link Reporter} tells. */
export interface ReporterOptions {
  log: Log;
  clock: Pick<Clock, 'now'>;
  observers: Observers;
  /** See `LogSettings`. */
  hasMessages: boolean;
}

/** Makes the messages and the events. Nobody who hears of them can disturb the work. */
export class Reporter implements Reports {
  readonly #options: ReporterOptions;
  /** Steps whose labels fail. Each is told once, because every call would say the same. */
  readonly #unlabelled = new Set<string>();

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  stepFailed({ payload, failure, failuresMax, retryAfterProblem, ...report }: FailedAttemptReport): void {
    const { log, clock, observers } = this.#options;
    const { stepName, stepId } = report;
    const error = decodeThrown(payload);
    const retryAt = report.retryAt === null ? null : new Date(report.retryAt);
    const facts = { ...nameRun(report), stepName, attempt: failure, attempts: failuresMax, retryAt };
    const retryInMs = report.retryAt === null ? null : Math.max(0, report.retryAt - clock.now());
    const wrong = retryAfterProblem === null ? {} : { retryAfterProblem };
    const details: StepFailure = { ...facts, retryInMs, ...wrong, error: this.#describe(error) };
    log[retryAt === null ? 'error' : 'warn']('step_failed', { ...details });
    observers.tell('stepFailed', () => ({ ...facts, stepId, error }));
  }

  labelFailed({ stepName, payload, ...run }: FailedLabelReport): void {
    if (this.#unlabelled.has(stepName)) return;
    this.#unlabelled.add(stepName);
    const details: LabelFailure = { ...nameRun(run), stepName, error: this.#describe(decodeThrown(payload)) };
    this.#options.log.warn('step_label_failed', { ...details });
  }

  runEnded(end: RunEndReport): void {
    const { log, observers } = this.#options;
    const run = nameRun(end);
    if (end.kind === 'completed') {
      log.debug('run_completed', { ...run });
      return observers.tell('runCompleted', () => run);
    }
    if (end.kind === 'cancelled') {
      log.debug('run_cancelled', { ...run });
      return observers.tell('runCancelled', () => ({ ...run, reason: end.reason }));
    }
    const { stepName, payload } = end;
    const error = decodeThrown(payload);
    const details: RunFailure = { ...run, stepName, error: this.#describe(error) };
    log.error('run_failed', { ...details });
    observers.tell('runFailed', () => ({ ...run, stepName, error }));
  }

  runParked(run: ReportedRun, error: unknown): void {
    const { log, observers } = this.#options;
    log.warn('run_parked', { ...nameRun(run), error });
    observers.tell('runParked', () => ({ ...nameRun(run), error }));
  }

  #describe(error: unknown): ErrorFacts {
    const facts = describeThrown(error);
    return this.#options.hasMessages ? facts : withoutMessage(facts);
  }
}

const nameRun = ({ runId, workflowId }: ReportedRun): Pick<RunFailure, 'runId' | 'workflowName'> => ({
  runId,
  workflowName: workflowId,
});
