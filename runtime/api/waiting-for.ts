import type { ErrorFacts } from '../observe/error-facts.ts';

/** One thing that a run waits for. */
export interface WaitingFor {
  /**
   * - `step`: an attempt runs, or is about to begin.
   * - `retry`: an attempt has failed; the next one may begin at `until`.
   * - `limit`: an attempt, or the run itself, has to wait; `message` says for what. Also of a run that is paused.
   * - `sleep`: a sleep that ends at `until`, or the start of a run that was to start later.
   * - `hook`: a payload for `token`.
   * - `child`: the end of the run `runId`.
   * - `code`: the run is parked; `code` and `message` say why. It is tried again at `until`, and when new code comes.
   * - `promise`: the workflow waits for a promise that nothing outside of it will settle.
   */
  kind: 'step' | 'sleep' | 'hook' | 'child' | 'retry' | 'code' | 'limit' | 'promise';
  /** Since when. For `promise`: when something last happened in the run. */
  since: Date;
  /** When it ends by itself; `null`: that is not known. */
  until: Date | null;
  /**
   * Where the workflow made the call, such as `workflows/order.ts:13:22`; `null`: it is no call, or its place is not
   * known, because the code of the run is missing, does not fit, or has no source map.
   */
  at: string | null;
  /** `step//…` */
  stepName?: string;
  /** Of a step call, as in `listSteps`. */
  stepId?: string;
  /** Of a sleep, hook or child, in the form of a step id; `wakeUp()` takes that of a sleep. */
  correlationId?: string;
  /** The number of the attempt that runs or comes next, from 1. */
  attempt?: number;
  /** Of the last attempt that failed. */
  error?: ErrorFacts;
  /** Of a hook. A secret: whoever has it can resume the run. */
  token?: string;
  /** Of the child run. */
  runId?: string;
  /** Why the run is parked, such as `run_diverged`. */
  code?: string;
  message?: string;
}
