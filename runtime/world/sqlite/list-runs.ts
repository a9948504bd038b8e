/**
 * Lists of runs. An index finds conditions that few runs meet, and `creation-times.ts` the runs of a time; other
 * conditions are checked from the newest run on.
 */
import type { AttributeValue } from '../../contract/attributes.ts';
import type { WorkflowId } from '../../contract/ids.ts';
import { toAttributeText } from '../commit-rules.ts';
import { toCursor, toPosition } from '../list-cursor.ts';
import type { LiveRunCount, RunCount, RunFilter, RunPage } from '../world.ts';
import { findRanges, type RunRange } from './creation-times.ts';
import { toRecord, type OwnedRunRow } from './run-row.ts';
import { fromStatusCode, toStatusCode } from '../rows/run-status.ts';
import type { Store } from './store.ts';

/** Machines whose clocks differ by more find a run that ended long ago only once it is so much older. */
const CLOCKS_DIFFER_MS_MAX = 24 * 60 * 60 * 1000;

/** See `World.listRuns`. The cursor is the internal id of the last run of the previous page. */
export function listRuns(store: Store, filter: RunFilter): RunPage {
  const { limit, cursor } = filter;
  const rows = store.atOneMoment(() => {
    const ranges = findRanges(store, toPosition(cursor), toCreationTimes(filter));
    return splitByStatus(filter).flatMap((part) => findNewest(store, part, ranges));
  });
  const page = rows.toSorted((one, other) => other.id - one.id).slice(0, limit);
  return { runs: page.map(toRecord), cursor: rows.length > limit ? toCursor(page.at(-1)!.id) : null };
}

/** See `World.countLiveRuns`. An index has the runs that are not completed. */
export function countLiveRuns(store: Store): LiveRunCount[] {
  return store.all<LiveRunCount>(
    `SELECT build_id AS buildId, workflow_id AS workflowId, count(*) AS runs FROM runs
      WHERE status <> 2 AND status IN (?, ?) GROUP BY build_id, workflow_id`,
    toStatusCode('pending'),
    toStatusCode('running'),
  );
}

/** See `World.listWorkflowIds`. */
export function listWorkflowIds(store: Store): WorkflowId[] {
  const text = `WITH RECURSIVE found(id) AS (
    SELECT min(workflow_id) FROM runs
    UNION ALL SELECT (SELECT min(workflow_id) FROM runs WHERE workflow_id > found.id) FROM found WHERE id IS NOT NULL
  ) SELECT id FROM found WHERE id IS NOT NULL`;
  return store.all<{ id: WorkflowId }>(text).map(({ id }) => id);
}

/** See `World.countRuns`. */
export function countRuns(store: Store): RunCount[] {
  const text = `SELECT workflow_id AS workflowId, status, count(*) AS runs, min(created_at) AS oldestAt FROM runs
    GROUP BY workflow_id, status`;
  return store
    .all<Omit<RunCount, 'status'> & { status: number }>(text)
    .map((row) => ({ ...row, status: fromStatusCode(row.status) }));
}

/** A run ends after it was created, as far as the clocks of its machines agree. */
function toCreationTimes({ createdFrom = -Infinity, createdUntil = Infinity, completedUntil = Infinity }: RunFilter): {
  createdFrom: number;
  createdUntil: number;
} {
  return { createdFrom, createdUntil: Math.min(createdUntil, completedUntil + CLOCKS_DIFFER_MS_MAX) };
}

/** An index has the runs of one status in their order, but not those of several. */
function splitByStatus(filter: RunFilter): RunFilter[] {
  const { statuses = [] } = filter;
  if (statuses.length < 2 || statuses.includes('completed')) return [filter];
  return [...new Set(statuses)].map((status) => ({ ...filter, statuses: [status] }));
}

/** The newest runs in these ranges, one more than the page may have. */
function findNewest(store: Store, filter: RunFilter, ranges: readonly RunRange[]): OwnedRunRow[] {
  const { from, id, conditions: own } = chooseSearch(filter);
  const conditions = [...own, ...toConditions(filter)];
  const values = conditions.flatMap((condition) => condition.values);
  const text = `SELECT runs.*, worker_id FROM ${from} LEFT JOIN workers ON workers.id = owner
    WHERE ${[...conditions.map((condition) => condition.text), `${id} >= ?`, `${id} < ?`].join(' AND ')}
    ORDER BY ${id} DESC LIMIT ?`;
  const found: OwnedRunRow[] = [];
  for (const range of ranges) {
    const missing = filter.limit + 1 - found.length;
    if (missing === 0) break;
    found.push(...store.all<OwnedRunRow>(text, ...values, range.from, range.before, missing));
  }
  return found;
}

interface Condition {
  text: string;
  values: (string | number)[];
}

/** Where a search begins. */
interface Search {
  from: string;
  /** The column with run ids that orders the search. */
  id: string;
  conditions: Condition[];
}

/** Begins with the condition that the fewest runs are likely to meet. */
function chooseSearch({ key, attributes = {}, parent, isParked, isPaused, statuses, workflowId }: RunFilter): Search {
  // SQLite uses a partial index only when its condition is in the query word for word.
  const by = (index: string, ...conditions: string[]): Search => ({
    from: `runs INDEXED BY ${index}`,
    id: 'runs.id',
    conditions: conditions.map((text) => ({ text, values: [] })),
  });
  if (key !== undefined) return by('runs_by_key');
  if (parent !== undefined) return by('runs_by_parent');
  if (isParked) return by('runs_parked');
  if (isPaused) return by('runs_paused');
  const [attribute] = Object.entries(attributes);
  if (attribute) {
    const conditions = [{ text: 'found.name = ? AND found.value = ?', values: toCells(attribute) }];
    return { from: 'attributes AS found CROSS JOIN runs ON runs.id = found.run', id: 'found.run', conditions };
  }
  if (statuses?.length && !statuses.includes('completed')) {
    const haveEnded = statuses.every((status) => status === 'failed' || status === 'cancelled');
    if (haveEnded && workflowId !== undefined) return by('runs_unsuccessful_by_workflow', 'status > 2');
    return by('runs_unsuccessful', 'status <> 2');
  }
  if (workflowId !== undefined) return by('runs_by_workflow');
  return { from: 'runs', id: 'runs.id', conditions: [] };
}

function toConditions(filter: RunFilter): Condition[] {
  return [
    ...compare('workflow_id = ?', filter.workflowId),
    ...compare('key = ?', filter.key),
    ...compare('parent = ?', filter.parent),
    ...compare('created_at >= ?', filter.createdFrom),
    ...compare('created_at <= ?', filter.createdUntil),
    ...compare('completed_at <= ?', filter.completedUntil),
    ...isSet('parked', filter.isParked),
    ...isSet('paused_at', filter.isPaused),
    ...hasStatus(filter),
    ...Object.entries(filter.attributes ?? {}).map(hasAttribute),
  ];
}

const compare = (text: string, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [{ text, values: [value] }];

const isSet = (column: string, asked: boolean | undefined): Condition[] =>
  asked === undefined ? [] : [{ text: `${column} IS ${asked ? 'NOT NULL' : 'NULL'}`, values: [] }];

const hasStatus = ({ statuses }: RunFilter): Condition[] =>
  statuses ? [{ text: `status IN (${statuses.map(toStatusCode).join(', ')})`, values: [] }] : [];

const hasAttribute = (attribute: [string, AttributeValue]): Condition => ({
  text: 'EXISTS (SELECT 1 FROM attributes WHERE name = ? AND value = ? AND run = runs.id)',
  values: toCells(attribute),
});

const toCells = ([name, value]: [string, AttributeValue]): string[] => [name, toAttributeText(value)];
