/** `workflow wake [run…]`: ends the sleeps of runs. */
import { defineAction } from './act-on-runs.ts';

/** The command `wake`. */
export const wakeCommand = defineAction({
  name: 'wake',
  done: 'Woke',
  summary: 'ends the sleeps of runs, and starts runs now that were to start later',
  details: 'It ends all sleeps that a run is in at this moment, and no later ones.',
  examples: ['wake wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8', 'wake --workflow remind --yes'],
  async act(operations, runId) {
    await operations.wake({ runId });
    return {};
  },
});
