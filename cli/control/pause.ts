/** `workflow pause [run…]`: pauses runs. */
import { defineAction } from './act-on-runs.ts';

/** The command `pause`. */
export const pauseCommand = defineAction({
  name: 'pause',
  done: 'Paused',
  summary: 'pauses runs: no step begins and no sleep ends',
  details: 'Running steps may finish, payloads are accepted, and time limits keep counting.',
  examples: ['pause wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8', 'pause --workflow order'],
  async act(operations, runId) {
    await operations.pause({ runId });
    return {};
  },
});
