/** Conditions on runs: from their JSON to those of `listRuns` and `bulk`. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { RunConditions } from '../api/run-filter.ts';
import type { World } from '../world/world.ts';
import type { RunConditionsQuery } from './operations.ts';
import { findWorkflow } from './workflow-names.ts';

/** @throws `query_workflow_unknown`, `query_workflow_ambiguous`, `query_time_invalid`. */
export async function toConditions(world: World, query: RunConditionsQuery): Promise<RunConditions> {
  const { workflow, since, until, ...same } = query;
  const given = Object.entries(same).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as typeof same),
    ...(workflow !== undefined && { workflow: await findWorkflow(world, workflow) }),
    // `createdAfter` is exclusive, and times are whole milliseconds.
    ...(since !== undefined && { createdAfter: new Date(readTime(since).getTime() - 1) }),
    ...(until !== undefined && { createdBefore: readTime(until) }),
  };
}

/** A time in ISO 8601. @throws `query_time_invalid`. */
export function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw runtimeError('query_time_invalid', { found: text });
  return time;
}
