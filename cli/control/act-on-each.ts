/** Acts on the runs that a call names, one after the other. */
import type { ErrorItem, Operations } from '../../runtime/entries/operations.ts';
import type { GivenArguments } from '../program/command.ts';
import { printJson, wantsJson } from '../program/json-output.ts';
import { toErrorItem } from '../program/told-error.ts';
import type { RunAction } from './act-on-runs.ts';

/** The outcome for one run. */
type Outcome = { runId: string; newRunId?: string } & ({ ok: true } | { ok: false; error: ErrorItem });

/** Returns 1 when the action failed for any of them. With only one run its error is thrown as it is. */
export async function actOnEach(operations: Operations, action: RunAction, given: GivenArguments): Promise<number> {
  const runIds = [...new Set(given.operands)];
  const outcomes: Outcome[] = [];
  for (const runId of runIds) {
    try {
      outcomes.push({ runId, ok: true, ...(await action.act(operations, runId, given)) });
    } catch (error) {
      if (runIds.length === 1) throw error;
      outcomes.push({ runId, ok: false, error: toErrorItem(error) });
    }
  }
  if (wantsJson(given)) printJson({ runs: outcomes });
  else for (const outcome of outcomes) report(outcome, action);
  return outcomes.every(({ ok }) => ok) ? 0 : 1;
}

function report(outcome: Outcome, { name, done }: RunAction): void {
  const { runId, newRunId } = outcome;
  if (!outcome.ok) console.error(`Cannot ${name} ${runId}: ${outcome.error.message}`);
  else console.log(newRunId === undefined ? `${done} ${runId}` : `${done} ${runId} as ${newRunId}`);
}
