/** `workflow/internal/agent`: functions for the agent that are not part of the API. */
import '../contract/node-version.ts';
export { openStoredList, runBehaviour } from '../api/outside-workflow.ts';
export type { StoredList } from '../contract/stored-list.ts';
export { describeAttempt, recordInStep, traceInStep } from '../telemetry/in-step.ts';
export { gatherWrites, readStream, readWritten, restartWriting } from '../steps/written-chunks.ts';
