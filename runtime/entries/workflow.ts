/**
 * `workflow`: what workflow and step functions use. In its place workflow code gets `workflow-sandbox.ts`, and code for
 * browsers `workflow-browser.ts`.
 */
import '../contract/node-version.ts';
export { defineHook, type DefinedHook } from '../api/define-hook.ts';
// Names that users of the other package know.
export type { DefinedHook as TypedHook } from '../api/define-hook.ts';
export type { WritableOptions as WorkflowWritableStreamOptions } from '../api/run-writable.ts';
export { continueAs, createHook, createWebhook, patched, sleep } from '../api/outside-workflow.ts';
export type { AttributeValue } from '../contract/attributes.ts';
export { HookConflictError } from '../contract/hook-conflict-error.ts';
export type {
  Hook,
  HookOptions,
  RequestWithResponse,
  Webhook,
  WebhookOptions,
  WebhookRequest,
} from '../contract/hooks.ts';
export type { StepMetadata, WorkflowMetadata } from '../contract/metadata.ts';
export type { Backoff, RetryOptions, StepDuration, StepOptions } from '../contract/step-options.ts';
export type { SchemaIssue, SchemaResult, StandardSchema } from '../contract/standard-schema.ts';
export { fetch } from '../steps/library-steps.ts';
export {
  getStepMetadata,
  getWorkflowMetadata,
  getWritable,
  heartbeat,
  setAttributes,
} from '../steps/step-functions.ts';
export { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../values/class-registry.ts';
export type { Duration } from '../values/duration.ts';
export { FatalError, RetryableError, type RetryableErrorOptions } from '../values/step-errors.ts';
