/** Lists of runs. The planner of the database chooses the index; `creation-times.ts` finds the runs of a time. */
import type { WorkflowId } from '../../contract/ids.ts';
import type { AttributeValue } from '../../contract/attributes.ts';
import { toCursor, toPosition } from '../list-cursor.ts';
import { fromStatusCode, toStatusCode } from '../rows/run-status.ts';
import type { LiveRunCount, RunCount, RunFilter, RunPage } from '../world.ts';
import { toAttributeCell } from './attributes.ts';
import { findRanges, type NumberRange } from './creation-times.ts';
import { toRecord, toRunIdCell, type RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';
import { toTextCell } from './text-cell.ts';

/** See `World.listRuns`. The cursor is the number of the last run of the previous page. */
export async function listRuns(session: Session, filter: RunFilter): Promise<RunPage> {
  const { limit, cursor } = filter;
  const rows: RunTableRow[] = [];
  for await (const range of findRanges(session, filter, toPosition(cursor))) {
    rows.push(...(await findNewest(session, filter, range, limit + 1 - rows.length)));
    if (rows.length > limit) break;
  }
  const page = rows.slice(0, limit);
  return { runs: page.map(toRecord), cursor: rows.length > limit ? toCursor(page.at(-1)!.id) : null };
}

async function findNewest(
  session: Session,
  filter: RunFilter,
  range: NumberRange,
  limit: number,
): Promise<RunTableRow[]> {
  const { statuses = [], workflowId } = filter;
  const isFew = statuses.length > 0 && !statuses.includes('completed');
  if (!isFew) return await findInOrder(session, filter, range, { limit, ...BY_ID });
  if (haveFailed(filter) && workflowId !== undefined)
    return await findInOrder(session, filter, range, { limit, ...BY_OWN_INDEX });
  // The index has the runs of one status in their order, but not those of several.
  const parts: RunTableRow[][] = [];
  for (const status of new Set(statuses))
    parts.push(await findInOrder(session, { ...filter, statuses: [status] }, range, { limit, ...BY_OWN_INDEX }));
  return parts
    .flat()
    .toSorted((one, other) => other.id - one.id)
    .slice(0, limit);
}

function findInOrder(
  session: Session,
  filter: RunFilter,
  range: NumberRange,
  { limit, below, from, order }: { limit: number; below: string; from: string; order: string },
): Promise<RunTableRow[]> {
  const conditions = [
    ...toConditions(filter),
    { text: below, values: [range.before] },
    ...(range.from > 0 ? [{ text: from, values: [range.from] }] : []),
  ];
  let number = 0;
  const where = conditions.map(({ text }) => text.replaceAll('?', () => `$${(number += 1)}`)).join(' and ');
  const text = `select * from @runs where ${where} order by ${order} limit $${number + 1}`;
  return session.all<RunTableRow>(text, [...conditions.flatMap((condition) => condition.values), limit]);
}

const BY_ID = { below: 'id < ?', from: 'id >= ?', order: 'id desc' };
/**
 * The planner takes runs of a status for spread evenly over all runs, and would look for them among all of these, where
 * it may find none for long. Only the right index has this order.
 */
const BY_OWN_INDEX = { below: '-id > -(?::bigint)', from: '-id <= -(?::bigint)', order: '-id' };

/** See `World.countLiveRuns`. */
export const countLiveRuns = (session: Session): Promise<LiveRunCount[]> =>
  session.all<LiveRunCount>(
    `select build_id as "buildId", workflow_id as "workflowId", count(*) as runs from @runs
      where status <> 2 and status in (0, 1) group by build_id, workflow_id`,
  );

/** See `World.listWorkflowIds`. */
export async function listWorkflowIds(session: Session): Promise<WorkflowId[]> {
  const rows = await session.all<{ id: WorkflowId }>(
    `with recursive found(id) as (
      select min(workflow_id) from @runs
      union all select (select min(workflow_id) from @runs where workflow_id > found.id) from found where id is not null
    ) select id from found where id is not null`,
  );
  return rows.map(({ id }) => id);
}

/** See `World.countRuns`. */
export async function countRuns(session: Session): Promise<RunCount[]> {
  const rows = await session.all<Omit<RunCount, 'status'> & { status: number }>(
    `select workflow_id as "workflowId", status, count(*) as runs, min(created_at) as "oldestAt" from @runs
      group by workflow_id, status`,
  );
  return rows.map((row) => ({ ...row, status: fromStatusCode(row.status) }));
}

interface Condition {
  /** With a question mark for each value. */
  text: string;
  values: unknown[];
}

function toConditions(filter: RunFilter): Condition[] {
  const { parent, key } = filter;
  return [
    ...compare('workflow_id = ?', filter.workflowId),
    ...compare('key = ?', key === undefined ? undefined : toTextCell(key)),
    ...compare('parent = ?', parent === undefined ? undefined : toRunIdCell(parent)),
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
  asked === undefined ? [] : [{ text: `${column} is ${asked ? 'not null' : 'null'}`, values: [] }];

function hasStatus({ statuses, workflowId }: RunFilter): Condition[] {
  if (!statuses) return [];
  const any = { text: 'status = any(?)', values: [statuses.map(toStatusCode)] };
  // Indexes have only some of the runs, and are used when the condition says so word for word.
  if (haveFailed({ statuses }) && workflowId !== undefined) return [any, { text: 'status > 2', values: [] }];
  if (statuses.includes('completed')) return [any];
  const [only] = statuses;
  const own = statuses.length === 1 && only ? { text: 'status = ?', values: [toStatusCode(only)] } : any;
  return [own, { text: 'status <> 2', values: [] }];
}

/** Whether a filter wants only runs that have ended without a result. */
const haveFailed = ({ statuses = [] }: Pick<RunFilter, 'statuses'>): boolean =>
  statuses.length > 0 && statuses.every((status) => status === 'failed' || status === 'cancelled');

const hasAttribute = ([name, value]: [string, AttributeValue]): Condition => ({
  text: 'id in (select run from @attributes where name = ? and value = ?)',
  values: [toTextCell(name), toAttributeCell(value)],
});
