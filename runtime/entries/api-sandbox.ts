/** `workflow/api` inside workflows: children are started there, everything else is for steps. */
import type { WorkflowRuntime } from '../sandbox/workflow-runtime.ts';

declare const __workflow__: WorkflowRuntime;

/** Starts a child run, see `startChild`. */
export const start = __workflow__.startChild;
/** For steps only. */
export const getRun = __workflow__.outside('getRun()');
/** For steps only. */
export const Run = __workflow__.outside('Run');
/** For steps only. */
export const UnreadableValue = __workflow__.outside('UnreadableValue');
/** For steps only. */
export const resumeHook = __workflow__.outside('resumeHook()');
/** For steps only. */
export const resumeWebhook = __workflow__.outside('resumeWebhook()');
/** For steps only. */
export const getHookByToken = __workflow__.outside('getHookByToken()');
/** For steps only. */
export const bulk = __workflow__.outside('bulk()');
/** For steps only. */
export const configure = __workflow__.outside('configure()');
/** For steps only. */
export const deleteRun = __workflow__.outside('deleteRun()');
/** For steps only. */
export const listHooks = __workflow__.outside('listHooks()');
/** For steps only. */
export const listRuns = __workflow__.outside('listRuns()');
/** For steps only. */
export const listSteps = __workflow__.outside('listSteps()');
/** For steps only. */
export const listStreams = __workflow__.outside('listStreams()');
/** For steps only. */
export const listWaits = __workflow__.outside('listWaits()');
/** For steps only. */
export const toStreamResponse = __workflow__.outside('toStreamResponse()');
/** For steps only. */
export const purgeRuns = __workflow__.outside('purgeRuns()');
