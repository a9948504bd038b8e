/** The options of steps, in the words of completions and hovers. */

/** Each option of a step, in a few words. */
export const STEP_OPTIONS: Readonly<Record<string, string>> = {
  maxRetries: 'Retries after the first attempt: 0 or more, or Infinity. Default 3.',
  retry:
    'When and how often a failed attempt is retried: { maxRetries, backoff, minDelay, maxDelay, jitter, shouldRetry }.',
  timeout: "How long one attempt may take, such as '30s'. Then its signal fires, and it counts as failed.",
  heartbeatTimeout: "How long an attempt may go without a call of heartbeat(), such as '30s'.",
  concurrency: 'How many attempts of this step one process executes at the same time.',
  worker: "The kind of worker that executes this step, such as 'gpu': one of its WORKFLOW_WORKER_TAGS.",
  label: 'A name for each call, for people: (...args) => string. For steps at the top level.',
};

/** Each option of `retry`. */
export const RETRY_OPTIONS: Readonly<Record<string, string>> = {
  maxRetries: 'Retries after the first attempt: 0 or more, or Infinity. Default 3.',
  backoff: "How the delay grows: 'none' (the default), 'linear', 'exponential', or a factor.",
  minDelay: "The delay of the first retry, such as '1s'. Default: none, or one second if the delay grows.",
  maxDelay: "The longest delay, such as '5 minutes'. Default: one hour.",
  jitter: 'The random part of each delay, from 0 (the default) to 1; true means 1.',
  shouldRetry: 'Decides whether an error is retried: (error, { attempt }) => boolean. For steps at the top level.',
};
