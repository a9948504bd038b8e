/** `workflow/api` inside workflows: children are started there, everything else is for steps. */
import type { WorkflowRuntime } from '../sandbox/workflow-runtime.ts';

declare const __workflow__: WorkflowRuntime;

export const start = __workflow__.startChild;
export const getRun = __workflow__.outside('getRun()');
export const Run = __workflow__.outside('Run');
export const resumeHook = __workflow__.outside('resumeHook()');
export const resumeWebhook = __workflow__.outside('resumeWebhook()');
export const getHookByToken = __workflow__.outside('getHookByToken()');
export const bulk = __workflow__.outside('bulk()');
export const deleteRun = __workflow__.outside('deleteRun()');
export const listHooks = __workflow__.outside('listHooks()');
export const listRuns = __workflow__.outside('listRuns()');
export const listSteps = __workflow__.outside('listSteps()');
export const listStreams = __workflow__.outside('listStreams()');
export const listWaits = __workflow__.outside('listWaits()');
export const purgeRuns = __workflow__.outside('purgeRuns()');
