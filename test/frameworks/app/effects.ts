/** What steps did, written where the tests can see it: one line for each. */
import { appendFileSync } from 'node:fs';
import { getStepMetadata, getWorkflowMetadata } from 'workflow';

export interface Effect {
  runId: string;
  name: string;
  attempt: number;
}

export function noteEffect(name: string): void {
  const effect: Effect = { runId: getWorkflowMetadata().workflowRunId, name, attempt: getStepMetadata().attempt };
  appendFileSync(process.env['EFFECTS_FILE']!, `${JSON.stringify(effect)}\n`);
}
