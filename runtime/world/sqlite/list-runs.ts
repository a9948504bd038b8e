/**
 * Lists of runs. An index finds conditions that few runs meet, and `creation-times.ts` the runs of a time; other
 * conditions are checked from the newest run on.
 */
import type { AttributeValue } from '../../contract/attributes.ts';
import { toAttributeText } from '../commit-rules.ts';
import { toCursor, toPosition } from '../list-cursor.ts';
import type { RunFilter, RunPage } from '../world.ts';
import { findRanges } from './creation-times.ts';
import { toRecord, toStatusCode, type OwnedRunRow } from './run-row.ts';
import type { Store } from './store.ts';

/** See `World.listRuns`. The cursor is the internal id of the last run of the previous page. */
export function listRuns(store: Store, filter: RunFilter): RunPage {
  const { limit, cursor } = filter;
  const { from, id, conditions: own } = chooseSearch(filter);
  const conditions = [...own, ...toConditions(filter)];
  const values = conditions.flatMap((condition) => condition.values);
  const text = `SELECT runs.*, worker_id FROM ${from} LEFT JOIN workers ON workers.id = owner
    WHERE ${[...conditions.map((condition) => condition.text), `${id} >= ?`, `${id} < ?`].join(' AND ')}
    ORDER BY ${id} DESC LIMIT ?`;
  const rows = store.atOneMoment(() => {
    const found: OwnedRunRow[] = [];
    for (const range of findRanges(store, toPosition(cursor), filter)) {
      if (found.length > limit) break;
      found.push(...store.all<OwnedRunRow>(text, ...values, range.from, range.before, limit + 1 - found.length));
    }
    return found;
  });
  const page = rows.slice(0, limit);
  return { runs: page.map(toRecord), cursor: rows.length > limit ? toCursor(page.at(-1)!.id) : null };
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
  const by = (index: string): Search => ({ from: `runs INDEXED BY ${index}`, id: 'runs.id', conditions: [] });
  if (key !== undefined) return by('runs_by_key');
  if (parent !== undefined) return by('runs_by_parent');
  if (isParked) return by('runs_parked');
  if (isPaused) return by('runs_paused');
  const [attribute] = Object.entries(attributes);
  if (attribute) {
    const conditions = [{ text: 'found.name = ? AND found.value = ?', values: toCells(attribute) }];
    return { from: 'attributes AS found CROSS JOIN runs ON runs.id = found.run', id: 'found.run', conditions };
  }
  if (statuses?.length && !statuses.includes('completed')) return by('runs_unsuccessful');
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

/** SQLite uses the partial index only when its condition is in the query word for word. */
function hasStatus({ statuses }: RunFilter): Condition[] {
  if (!statuses) return [];
  const text = `status IN (${statuses.map(toStatusCode).join(', ')})`;
  return [{ text: statuses.includes('completed') ? text : `${text} AND status <> 2`, values: [] }];
}

const hasAttribute = (attribute: [string, AttributeValue]): Condition => ({
  text: 'EXISTS (SELECT 1 FROM attributes WHERE name = ? AND value = ? AND run = runs.id)',
  values: toCells(attribute),
});

const toCells = ([name, value]: [string, AttributeValue]): string[] => [name, toAttributeText(value)];
