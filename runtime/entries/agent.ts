/** `workflow/internal/agent`: what the agent needs of the runtime besides what everybody may use; not an API. */
import '../contract/node-version.ts';
export { openStoredList } from '../api/outside-workflow.ts';
export type { StoredList } from '../contract/stored-list.ts';
export { gatherWrites, readStream, readWritten, restartWriting } from '../steps/written-chunks.ts';
