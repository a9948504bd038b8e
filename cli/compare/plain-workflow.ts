/** `workflow` where workflows run as plain code. All else is the real one, which says where it belongs. */
import type { StepMetadata, WorkflowMetadata } from '../../runtime/contract/metadata.ts';
import { toDueTime } from '../../runtime/entries/operations.ts';
import * as real from '../../runtime/entries/workflow.ts';
import { presentStep } from './followed-call.ts';
import { openHook, presentCall } from './plain-code.ts';

export * from '../../runtime/entries/workflow.ts';

const RUN_ID = `wrun_${'0'.repeat(26)}`;

/** Ends as soon as nothing else is under way and it is the next that is due. */
export async function sleep(duration: real.Duration): Promise<void> {
  const { sleeps, nowMs } = presentCall();
  const dueMs = toDueTime(duration, nowMs);
  await new Promise<void>((end) => sleeps.push({ dueMs, end }));
}

/** Does not return. */
export function continueAs(args: unknown[] = []): Promise<never> {
  presentCall().continueAs(args);
  return new Promise(() => {});
}

/** As in a run that has just begun. */
export const patched = (_id: string): boolean => true;

/** A step like others. */
export const fetch: typeof real.fetch = (...args) =>
  presentCall().call.step('step//workflow//fetch', args, () => globalThis.fetch(...args));

/** Gets the payloads that are given to the comparison. */
export const createHook: typeof real.createHook = openHook;

/** The real one would open real hooks. */
export const defineHook: typeof real.defineHook = (options) => ({ ...real.defineHook(options), create: openHook });

/** Of a run that is none. */
export function getWorkflowMetadata(): WorkflowMetadata {
  const { workflowId, startedAt } = presentCall();
  return { workflowName: workflowId, workflowRunId: RUN_ID, workflowStartedAt: startedAt, url: '' };
}

/** Of the first attempt. */
export function getStepMetadata(): StepMetadata {
  const step = presentStep.getStore();
  if (!step) return real.getStepMetadata();
  const { signal } = new AbortController();
  const stepId = RUN_ID.replace('wrun', 'step');
  return { stepName: step.id, stepId, stepStartedAt: step.startedAt, attempt: 1, signal, heartbeat: undefined };
}

/** Nobody reads it. */
export const getWritable = <W = unknown>(): WritableStream<W> => new WritableStream();

/** Nobody waits for them. */
export const heartbeat = (): void => {};

/** Nobody looks for the run. */
export const setAttributes = (): void => {};
