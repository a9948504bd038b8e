/** The part of the runtime that the chat handler of agents uses beyond `workflow/api`. */
export { followRun, readRun, type IndexedValue } from '../api/run-stream.ts';
export type { RunId } from '../contract/ids.ts';
export { isRunId } from '../contract/ids.ts';
