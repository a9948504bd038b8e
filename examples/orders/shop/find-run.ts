import { HTTPError, type H3Event } from 'nitro/h3';
import { getRun, type Run } from 'workflow/api';
import { WorkflowError } from 'workflow/errors';
import type { Outcome } from './order.ts';

/** The run that the path of a request names. @throws The answer 404 when there is none. */
export async function findRun({ context }: H3Event): Promise<Run<Outcome>> {
  const runId = context.params?.['runId'] ?? '';
  const run = openRun(runId);
  if (run && (await run.exists)) return run;
  throw new HTTPError({ status: 404, message: `There is no order "${runId}".` });
}

/** `null` for a text that cannot be the id of a run. */
function openRun(runId: string): Run<Outcome> | null {
  try {
    return getRun<Outcome>(runId);
  } catch (error) {
    if (WorkflowError.is(error) && error.code === 'run_id_invalid') return null;
    throw error;
  }
}
