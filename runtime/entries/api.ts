/** `workflow/api`: starting runs, following them, and giving them what they wait for. */
import '../contract/node-version.ts';
export type { HookInfo } from '../api/hook-info.ts';
export { getHookByToken, resumeHook } from '../api/hooks.ts';
export type { PayloadOptions } from '../api/payload-id.ts';
export type { ForkOptions } from '../api/fork-run.ts';
export type { MoveOptions, MoveOutcome } from '../api/move-run.ts';
export type { ReplayOutcome } from '../api/replay.ts';
export { getRun, type WakeUpOptions, type WakeUpResult, type WorkflowResult, Run } from '../api/run.ts';
export type { ReadableOptions, RunReadable } from '../api/run-stream.ts';
export type { WritableOptions } from '../api/run-writable.ts';
export { start, type WorkflowReference } from '../api/start.ts';
export type { Logger } from '../contract/log.ts';
export type {
  EventHandlers,
  RunCancelledEvent,
  RunEvent,
  RunFailedEvent,
  RunParkedEvent,
  StepFailedEvent,
} from '../observe/observers.ts';
export type { ErrorFacts } from '../observe/error-facts.ts';
export { UnreadableValue } from '../observe/unreadable-value.ts';
export type { RunStatus } from '../journal/events.ts';
export { type StreamResponseOptions, toStreamResponse } from '../http/stream-response.ts';
export { resumeWebhook } from '../http/webhook-route.ts';

// --- lists and the upkeep of a store
export { configure, type ConfigureOptions } from '../api/configure.ts';
export { bulk, type BulkAction, type BulkOptions, type BulkProgress, type BulkResult } from '../api/bulk.ts';
export { listHooks, type ListHooksOptions } from '../api/list-hooks.ts';
export { listRuns, type ListRunsOptions } from '../api/list-runs.ts';
export { listSteps, type ListStepsOptions, type StepSummary } from '../api/list-steps.ts';
export { listStreams, type StreamSummary } from '../api/list-streams.ts';
export { listWaits, type ListWaitsOptions, type WaitSummary } from '../api/list-waits.ts';
export type { Listing, Page } from '../api/listing.ts';
export { deleteRun, purgeRuns, type PurgeOptions } from '../api/purge.ts';
export type { RunConditions } from '../api/run-filter.ts';
export type { JournalEntry } from '../api/run-journal.ts';
export type { RunError, RunRetrying } from '../api/last-events.ts';
export type { RunSummary } from '../api/run-summary.ts';
export type { WaitingFor } from '../api/waiting-for.ts';
export type { Attributes } from '../contract/attributes.ts';
export type { StartOptions } from '../values/start-options.ts';

// --- types by the names that users of the other package know
export type { WakeUpOptions as StopSleepOptions, WakeUpResult as StopSleepResult } from '../api/run.ts';
export type {
  ReadableOptions as WorkflowReadableStreamOptions,
  RunReadable as WorkflowReadableStream,
} from '../api/run-stream.ts';
export type { WorldEvent as Event } from '../api/world-events.ts';
export type { WorldRun as WorkflowRun } from '../api/world-runs.ts';
