/** `workflow cancel [run…]`: cancels runs. */
import { defineAction } from './act-on-runs.ts';

/** The command `cancel`. */
export const cancelCommand = defineAction({
  name: 'cancel',
  done: 'Cancelled',
  summary: 'cancels runs that have not ended',
  details: 'The request is stored. The run ends when a worker has let it clean up, for at most 30 seconds.',
  options: { reason: { value: '<text>', help: 'why; the run and its journal get it' } },
  examples: [
    'cancel wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --reason "the customer called"',
    'cancel --workflow order --since 2h --dry-run',
    'cancel --attribute customer=42 --yes',
  ],
  async act(operations, runId, { options }) {
    const reason = options.get('reason');
    await operations.cancel({ runId, ...(reason !== undefined && { reason }) });
    return {};
  },
});
