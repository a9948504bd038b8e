/** Lists of runs and hooks, in pages. */
import type { WorkflowId } from '../../contract/ids.ts';
import { toAttributeText } from '../commit-rules.ts';
import { toCursor, toHookCursor, toHookPlace, toPosition } from '../list-cursor.ts';
import { isTerminal } from '../../journal/events.ts';
import type {
  HookFilter,
  HookPage,
  LiveRunCount,
  RunCount,
  RunFilter,
  RunPage,
  RunRecord,
  WorkerRecord,
} from '../world.ts';
import type { MemoryState } from './memory-state.ts';

/** See {@link World.listRuns}. */
export function listRuns({ runs }: MemoryState, filter: RunFilter): RunPage {
  const { limit, cursor } = filter;
  const before = toPosition(cursor);
  const matching = [...runs.values()]
    .filter(({ record, position }) => position < before && matches(record, filter))
    .toReversed();
  const page = matching.slice(0, limit);
  return {
    runs: page.map(({ record }) => record),
    cursor: matching.length > limit ? toCursor(page.at(-1)!.position) : null,
  };
}

/** See {@link World.countLiveRuns}. */
export function countLiveRuns({ runs }: MemoryState): LiveRunCount[] {
  const counts = new Map<string, LiveRunCount>();
  for (const { record } of runs.values()) {
    const { buildId, workflowId, status } = record;
    if (isTerminal(status)) continue;
    const key = JSON.stringify([buildId, workflowId]);
    const count = counts.get(key) ?? { buildId, workflowId, runs: 0 };
    counts.set(key, { ...count, runs: count.runs + 1 });
  }
  return [...counts.values()];
}

/** See {@link World.listWorkflowIds}. */
export function listWorkflowIds({ runs }: MemoryState): WorkflowId[] {
  return [...new Set([...runs.values()].map(({ record }) => record.workflowId))];
}

/** See {@link World.countRuns}. */
export function countRuns({ runs }: MemoryState): RunCount[] {
  const counts = new Map<string, RunCount>();
  for (const { record } of runs.values()) {
    const { workflowId, status, createdAt } = record;
    const key = JSON.stringify([workflowId, status]);
    const known = counts.get(key) ?? { workflowId, status, runs: 0, oldestAt: createdAt };
    counts.set(key, { ...known, runs: known.runs + 1, oldestAt: Math.min(known.oldestAt, createdAt) });
  }
  return [...counts.values()];
}

/** See {@link World.listWorkers}. */
export function listWorkers({ workers, runs, offers }: MemoryState): WorkerRecord[] {
  const owners = [...runs.values()].map(({ record }) => record.owner);
  const takers = [...offers.values()].map(({ takenBy }) => takenBy);
  const count = (ids: (string | null)[], workerId: string): number => ids.filter((id) => id === workerId).length;
  return [...workers]
    .map(([workerId, leaseUntil]) => ({
      workerId,
      leaseUntil,
      runs: count(owners, workerId),
      steps: count(takers, workerId),
    }))
    .sort((one, other) => (one.workerId < other.workerId ? -1 : 1));
}

/** See {@link World.listHooks}. */
export function listHooks({ runs, hooks }: MemoryState, { runId, limit, cursor }: HookFilter): HookPage {
  const after = toHookPlace(cursor);
  const matching = [...hooks.values()]
    .filter((hook) => runId === undefined || hook.runId === runId)
    .map((hook) => ({ hook, run: runs.get(hook.runId)!.position, call: hook.call }))
    .filter(({ run, call }) => run < after.run || (run === after.run && call > after.call))
    .sort((a, b) => b.run - a.run || a.call - b.call);
  const page = matching.slice(0, limit);
  return {
    hooks: page.map(({ hook }) => hook),
    cursor: matching.length > limit ? toHookCursor(page.at(-1)!) : null,
  };
}

/** Whether all conditions of a filter hold. */
function matches(record: RunRecord, filter: RunFilter): boolean {
  const { createdFrom = -Infinity, createdUntil = Infinity, completedUntil } = filter;
  return (
    isAsked(filter.workflowId, record.workflowId) &&
    isAsked(filter.key, record.key) &&
    isAsked(filter.parent, record.parent) &&
    isAsked(filter.isParked, record.parked !== null) &&
    isAsked(filter.isPaused, record.pausedAt !== null) &&
    (filter.statuses?.includes(record.status) ?? true) &&
    record.createdAt >= createdFrom &&
    record.createdAt <= createdUntil &&
    (completedUntil === undefined || (record.completedAt ?? Infinity) <= completedUntil) &&
    hasAttributes(record, filter.attributes ?? {})
  );
}

const isAsked = <Value>(asked: Value | undefined, value: Value): boolean => asked === undefined || asked === value;

const hasAttributes = ({ attributes }: RunRecord, asked: RunRecord['attributes']): boolean =>
  Object.entries(asked).every(
    ([name, value]) => Object.hasOwn(attributes, name) && toAttributeText(attributes[name]!) === toAttributeText(value),
  );
