/** `workflow delete [run…]`: removes runs that have ended. */
import { defineAction } from './act-on-runs.ts';

/** The command `delete`. */
export const deleteCommand = defineAction({
  name: 'delete',
  done: 'Deleted',
  summary: 'removes runs that have ended, with their journals and streams',
  details: 'It cannot be undone. A run that has not ended is left alone: cancel it first.',
  examples: ['delete wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8', 'delete --status completed --until 30d --dry-run'],
  async act(operations, runId) {
    await operations.deleteRun({ runId });
    return {};
  },
});
