/** Failures by their kind: an operator wants to know whether it is one cause or many. */
import { createHash } from 'node:crypto';
import { listRuns } from '../api/list-runs.ts';
import type { RunSummary } from '../api/run-summary.ts';
import type { World } from '../world/world.ts';
import type { ErrorGroupItem, RunErrorItem } from './items.ts';
import type { ErrorGroups, ErrorQuery } from './operations.ts';
import { toConditions } from './run-conditions.ts';
import { shortNameOf } from './short-name.ts';
import { toErrorItem } from './show-value.ts';

const RUNS_DEFAULT = 1_000;
const PAGE_RUNS = 200;
const RUN_IDS_SHOWN = 5;

/** See `Operations.errorGroups`. */
export async function groupErrors(world: World, { limit = RUNS_DEFAULT, ...query }: ErrorQuery): Promise<ErrorGroups> {
  const conditions = await toConditions(world, query);
  const failed = await collect({ ...conditions, status: 'failed' }, limit);
  const retrying = await collect({ ...conditions, status: 'running', retrying: true }, limit);
  const groups = new Map<string, ErrorGroupItem>();
  for (const run of [...failed.runs, ...retrying.runs]) addTo(groups, run);
  return {
    groups: [...groups.values()].sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1)),
    runs: failed.runs.length + retrying.runs.length,
    isComplete: failed.isComplete && retrying.isComplete,
  };
}

async function collect(
  conditions: Parameters<typeof listRuns>[0],
  limit: number,
): Promise<{ runs: RunSummary[]; isComplete: boolean }> {
  const runs: RunSummary[] = [];
  for await (const run of listRuns({ ...conditions, limit: Math.min(limit, PAGE_RUNS) })) {
    if (runs.length === limit) return { runs, isComplete: false };
    runs.push(run);
  }
  return { runs, isComplete: true };
}

function addTo(groups: Map<string, ErrorGroupItem>, run: RunSummary): void {
  const error = errorOf(run);
  if (error === null) return;
  const fingerprint = fingerprintOf(run.workflowName, error);
  const at = (run.completedAt ?? run.createdAt).toISOString();
  const known = groups.get(fingerprint);
  groups.set(fingerprint, {
    fingerprint,
    error: known && known.lastAt > at ? known.error : error,
    workflowName: run.workflowName,
    shortName: shortNameOf(run.workflowName),
    failed: (known?.failed ?? 0) + (run.error ? 1 : 0),
    retrying: (known?.retrying ?? 0) + (run.error ? 0 : 1),
    firstAt: known && known.firstAt < at ? known.firstAt : at,
    lastAt: known && known.lastAt > at ? known.lastAt : at,
    runIds: [...(known?.runIds ?? []), run.runId].slice(0, RUN_IDS_SHOWN),
  });
}

function errorOf({ error, retrying }: RunSummary): RunErrorItem | null {
  if (error) return { ...toErrorItem(error), stepName: error.step };
  return retrying?.error ? { ...toErrorItem(retrying.error), stepName: null } : null;
}

/** Two failures of one kind have one fingerprint, in every process and after each deployment that moves no line. */
function fingerprintOf(workflowName: string, { name, code, at, message }: RunErrorItem): string {
  const facts = [workflowName, name, code, at ?? '', shapeOf(message)];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}

/** The message without what differs from one failure to the next: quoted texts, ids, numbers. */
const shapeOf = (message: string): string =>
  message
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '""')
    .replaceAll(/\b[\w-]*\d[\w-]*\b/g, '0')
    .slice(0, 500);
