/** `workflow/api` inside workflows, where runs are started by steps only. */
import type { WorkflowRuntime } from '../sandbox/workflow-runtime.ts';

declare const __workflow__: WorkflowRuntime;

export const start = __workflow__.outside('start()');
export const getRun = __workflow__.outside('getRun()');
export const Run = __workflow__.outside('Run');
export const resumeHook = __workflow__.outside('resumeHook()');
export const resumeWebhook = __workflow__.outside('resumeWebhook()');
export const getHookByToken = __workflow__.outside('getHookByToken()');
