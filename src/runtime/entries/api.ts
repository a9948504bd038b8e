/** `workflow/api`: starting runs, following them, and giving them what they wait for. */
export { getHookByToken, resumeHook, type HookInfo } from '../api/hooks.ts';
export { getRun, Run } from '../api/run.ts';
export type { ReadableOptions, RunReadable } from '../api/run-stream.ts';
export { start, type WorkflowReference } from '../api/start.ts';
export type { RunStatus } from '../journal/events.ts';
export { resumeWebhook } from '../http/webhook-route.ts';
