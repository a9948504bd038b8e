/** Who did what over HTTP. */
import { getRuntime } from '../api/runtime.ts';
import { WorkflowError } from '../contract/errors.ts';
import { VERBS, type VerbName } from '../operations/verbs.ts';

/** Who asks, and for what. */
export interface AskedOperation {
  /** Name of the token. */
  by: string;
  argument: object;
}

/** Does the work, and logs one line about it if the verb acts. */
export async function logOperation<Answer>(
  verb: VerbName,
  { by, argument }: AskedOperation,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (VERBS[verb].scope !== 'act') return await work();
  const { log } = getRuntime();
  const asked = { verb, by, ...toSubject(argument) };
  try {
    const answer = await work();
    log.info('operation', { ...asked, ...toOutcome(answer as object), outcome: 'done' });
    return answer;
  } catch (error) {
    log.info('operation', { ...asked, outcome: WorkflowError.is(error) ? error.code : 'failed' });
    throw error;
  }
}

/** The fields that say which runs are meant. Arguments, payloads and tokens of hooks are not among them. */
const SUBJECT: ReadonlySet<string> = new Set(['action', 'before', 'conditions', 'key', 'runId', 'status', 'workflow']);

const toSubject = (argument: object): object =>
  Object.fromEntries(Object.entries(argument).filter(([name]) => SUBJECT.has(name)));

/** The run that the verb made or reached, or how many runs. A copy keeps the id of its original beside it. */
function toOutcome(answer: object): object {
  const { runId, runs, matched, done, skipped, failed } = answer as Record<string, unknown>;
  if (Array.isArray(failed)) return { matched, done, skipped, failed: failed.length };
  return runId === undefined ? { runs } : { result: runId };
}
