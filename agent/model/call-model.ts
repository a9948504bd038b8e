/** The model step of agents. */
import { getStepMetadata } from 'workflow';
import { gatherWrites, readWritten, restartWriting } from 'workflow/internal/agent';
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
  return await runModelCall(
    { ...fixed[0]!, ...call },
    {
      loadSdk: () => import('ai'),
      streams: { gatherWrites, readWritten, restartWriting },
      attempt,
      stepId,
      signal,
      environment: readEnvironment(),
      now: () => Date.now(),
    },
  );
}
