/** The step attempts of one run that are under way in this process. */
import type { WorkflowError } from '../contract/errors.ts';
import type { OpenStep, RunState } from '../journal/run-state.ts';
import type { Outcome } from './outcome.ts';
import type { StepExecutor } from './step-executor.ts';

export class RunAttempts {
  readonly #state: RunState;
  readonly #executor: StepExecutor;
  readonly #onOutcome: (outcome: Outcome) => void;
  readonly #running = new Map<number, AbortController>();

  /** @param options.onOutcome Gets what becomes of the attempts, also after they were aborted. */
  constructor(options: { state: RunState; executor: StepExecutor; onOutcome: (outcome: Outcome) => void }) {
    this.#state = options.state;
    this.#executor = options.executor;
    this.#onOutcome = options.onOutcome;
  }

  get size(): number {
    return this.#running.size;
  }

  has(call: number): boolean {
    return this.#running.has(call);
  }

  start({ call, name, payload, options, attempt, failures }: OpenStep): void {
    const { runId, workflowId, startedAt } = this.#state;
    const abort = new AbortController();
    this.#running.set(call, abort);
    this.#executor.submit({
      runId,
      workflowId: workflowId!,
      workflowStartedAt: startedAt!,
      call,
      name,
      payload,
      options,
      attempt,
      failures,
      signal: abort.signal,
      onLong: (longSince) => this.#onOutcome({ kind: 'long', call, attempt, startedAt: longSince }),
      onOutcome: (outcome) => {
        this.#running.delete(call);
        this.#onOutcome({ kind: 'step', call, attempt, outcome });
      },
    });
  }

  abortAll(reason: WorkflowError): void {
    for (const abort of this.#running.values()) abort.abort(reason);
  }
}
