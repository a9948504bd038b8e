/** `workflow resume [run…]`: ends pauses. */
import { defineAction } from './act-on-runs.ts';

/** The command `resume`. */
export const resumeCommand = defineAction({
  name: 'resume',
  done: 'Resumed',
  summary: 'lets paused runs go on',
  details: 'It ends what `workflow pause` began. For a run that waits for a payload see `workflow hook`.',
  examples: ['resume wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8', 'resume --workflow order --yes'],
  async act(operations, runId) {
    await operations.resume({ runId });
    return {};
  },
});
