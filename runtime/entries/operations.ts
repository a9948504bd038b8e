/** The questions and requests of operators to a store, for the command line. Not public yet. */
export { actAs } from '../api/acting.ts';
export { replayWith, type ReplayOutcome } from '../api/replay.ts';
export { formatBytes } from '../observe/byte-text.ts';
export type * from '../operations/items.ts';
export type * from '../operations/json-values.ts';
export { localOperations } from '../operations/local-operations.ts';
export type * from '../operations/operations.ts';
export { SLOW_ANSWER_MS } from '../operations/slow-answer.ts';
export { toDueTime } from '../values/duration.ts';
export { LOW_DISK_BYTES } from '../world/store-size.ts';
export { createRemoteOperations, type RemoteOptions } from '../operations/remote-operations.ts';
