/** `workflow retry [run…]`: starts new runs that go on where others failed. */
import { defineAction } from './act-on-runs.ts';

/** The command `retry`. */
export const retryCommand = defineAction({
  name: 'retry',
  done: 'Retried',
  summary: 'starts new runs that go on where others failed',
  details: `What has failed is done again, and what has succeeded is not. The old runs do not change.
A new run uses the newest code with which a run of the workflow has begun, if that fits the history, or else the code of
the old run. Conditions take failed runs, and others only with --status cancelled.`,
  examples: ['retry wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8', 'retry --workflow order --since 2h'],
  async act(operations, runId) {
    const { runId: newRunId } = await operations.retry({ runId });
    return { newRunId };
  },
});
