/** The model step of agents. */
import { getStepMetadata, getWorkflowMetadata } from 'workflow';
import {
  describeAttempt,
  gatherWrites,
  readWritten,
  recordInStep,
  restartWriting,
  traceInStep,
} from 'workflow/internal/agent';
import type { FixedCall, ModelCall, ModelOutcome } from '../contract/model-call.ts';
import { readEnvironment } from '../providers/environment.ts';
import { runModelCall } from './run-model-call.ts';

/** Calls the model of an agent once; see {@link runModelCall}. `fixed`: one item. */
export async function callModel(
  call: Omit<ModelCall, keyof FixedCall>,
  fixed: readonly FixedCall[],
): Promise<ModelOutcome> {
  'use step';
  const { attempt, stepId, signal } = getStepMetadata();
  const { workflowRunId } = getWorkflowMetadata();
  return await runModelCall(
    { ...fixed[0]!, ...call },
    {
      loadSdk: () => import('ai'),
      streams: { gatherWrites, readWritten, restartWriting },
      attempt,
      stepId,
      tracing: { runId: workflowRunId, describeAttempt, recordInStep, traceInStep },
      signal,
      environment: readEnvironment(),
      now: () => Date.now(),
    },
  );
}
