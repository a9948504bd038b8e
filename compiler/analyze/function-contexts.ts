/** The places where the exports of `workflow` can be called. */
import type { DirectiveKind } from '../directives.ts';

/** The place that runs a piece of code. */
export type CodeContext = DirectiveKind | 'application';

/** The error of a call in a wrong place. It names the right place. */
export type ContextError = 'context_not_in_workflow' | 'context_not_in_step' | 'context_not_durable';

/** Every export of `workflow`, with the error of a call in a wrong place; `null`: it works everywhere. */
export const FUNCTION_CONTEXTS: Readonly<Record<string, ContextError | null>> = {
  continueAs: 'context_not_in_workflow',
  createHook: 'context_not_in_workflow',
  createWebhook: 'context_not_in_workflow',
  patched: 'context_not_in_workflow',
  setAttributes: 'context_not_durable',
  sleep: 'context_not_in_workflow',
  getStepMetadata: 'context_not_in_step',
  heartbeat: 'context_not_in_step',
  getWorkflowMetadata: 'context_not_durable',
  getWritable: 'context_not_durable',
  defineHook: null,
  fetch: null,
  FatalError: null,
  HookConflictError: null,
  RetryableError: null,
  WORKFLOW_DESERIALIZE: null,
  WORKFLOW_SERIALIZE: null,
};

/** The places where a function works that fails elsewhere with an error. */
export const CONTEXTS_ALLOWED: Readonly<Record<ContextError, readonly CodeContext[]>> = {
  context_not_in_workflow: ['workflow'],
  context_not_in_step: ['step'],
  context_not_durable: ['workflow', 'step'],
};
