/** New runs as one statement: those that take nothing from others and do nothing to others. */
import { projectCommit, type CommitProjection } from '../../journal/projection.ts';
import type { CreateOutcome, NewRun } from '../world.ts';
import { readAttributes } from '../rows/attributes-column.ts';
import { toAttributeCell } from './attributes.ts';
import { noteTimes } from './creation-times.ts';
import { keptEvents, toCells, toColumnLists } from './events.ts';
import { NEW_RUN_COLUMNS, publishRun, toFirstRow } from './new-run.ts';
import type { RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';
import { toTextCell } from './text-cell.ts';

/** A new run and the facts of its events. */
export interface PlainRun {
  run: NewRun;
  projection: CommitProjection;
}

/** The run for a batch; `null`: it does more than a batch can. */
export function toPlainRun(run: NewRun): PlainRun | null {
  const { takesKeyFrom = null, appends = [], outbox, events } = run;
  const projection = projectCommit(events);
  const isPlain = takesKeyFrom === null && appends.length === 0 && !outbox && projection.openedHooks.length === 0;
  return isPlain ? { run, projection } : null;
}

const TYPES: Record<(typeof NEW_RUN_COLUMNS)[number], string> = {
  run_id: 'text',
  workflow_id: 'text',
  build_id: 'text',
  status: 'smallint',
  created_at: 'bigint',
  started_at: 'bigint',
  completed_at: 'bigint',
  seq: 'bigint',
  epoch: 'bigint',
  owner: 'text',
  wake_at: 'bigint',
  due_at: 'bigint',
  inbox_last: 'bigint',
  inbox_taken: 'bigint',
  parked: 'text',
  key: 'text',
  attributes: 'text',
  parent: 'text',
  paused_at: 'bigint',
  base_seq: 'bigint',
  retention_ms: 'bigint',
  expires_at: 'bigint',
  abandoned: 'bigint',
};

/** The columns that differ when the worker that is to own a run was given up, see `toFirstRow`. */
const ORPHANED: Partial<Record<keyof RunTableRow, string>> = {
  owner: 'null',
  wake_at: 'coalesce(n.wake_at, n.created_at)',
  due_at: 'coalesce(n.wake_at, n.created_at)',
  abandoned: '1',
};

const SELECTED = NEW_RUN_COLUMNS.map((column) => {
  const orphaned = ORPHANED[column];
  return orphaned ? `case when n.is_orphan then ${orphaned} else n.${column} end` : `n.${column}`;
});
const LISTS = NEW_RUN_COLUMNS.map((column, i) => `$${i + 1}::${TYPES[column]}[]`);
/** Lists of the columns of new runs, the first parameters of a statement. */
export const NEW_RUN_LISTS = LISTS.join(', ');
const OWNERS = NEW_RUN_COLUMNS.indexOf('owner') + 1;
const EVENTS_AT = NEW_RUN_COLUMNS.length + 1;
const at = (offset: number, type: string): string => `$${EVENTS_AT + offset}::${type}[]`;

const INSERT = `with held as materialized (
    select worker_id from @workers where worker_id = any($${OWNERS}::text[]) order by worker_id for key share),
  input as materialized (
    select t.*, t.owner is not null and held.worker_id is null as is_orphan
    from unnest(${NEW_RUN_LISTS}) with ordinality as t(${NEW_RUN_COLUMNS.join(', ')}, i)
    left join held on held.worker_id = t.owner),
  fresh as (
    insert into @runs (${NEW_RUN_COLUMNS.join(', ')})
    select ${SELECTED.join(', ')} from input n order by n.i
    on conflict do nothing returning id, run_id, status, due_at, created_at),
  noted as (${noteTimes('fresh')}),
  added as (
    insert into @events select f.id, e.seq, e.at, e.type, e.call, e.attempt, e.time, e.name, e.payload, e.more
    from unnest(${at(0, 'integer')}, ${at(1, 'bigint')}, ${at(2, 'bigint')}, ${at(3, 'smallint')}, ${at(4, 'integer')},
      ${at(5, 'integer')}, ${at(6, 'bigint')}, ${at(7, 'text')}, ${at(8, 'text')}, ${at(9, 'text')})
      as e(i, seq, at, type, call, attempt, time, name, payload, more)
    join input n on n.i = e.i join fresh f on f.run_id = n.run_id),
  marked as (
    insert into @attributes select a.name, a.value, f.id
    from unnest(${at(10, 'integer')}, ${at(11, 'text')}, ${at(12, 'text')}) as a(i, name, value)
    join input n on n.i = a.i join fresh f on f.run_id = n.run_id)
  select run_id, status, due_at from fresh`;

/** Creates runs. The outcome is `null` where a run with this id or key is there: the caller finds out which. */
export async function createTogether(session: Session, runs: readonly PlainRun[]): Promise<(CreateOutcome | null)[]> {
  const rows = runs.map(({ run, projection }) => toFirstRow(run, projection, true));
  const columns = NEW_RUN_COLUMNS.map((column) => rows.map((row) => row[column]));
  const created = await session.all<Pick<RunTableRow, 'run_id' | 'status' | 'due_at'>>(INSERT, [
    ...columns,
    ...toEventLists(runs, rows),
    ...toAttributeLists(rows),
  ]);
  for (const row of created) publishRun(session, row);
  const ids = new Set(created.map(({ run_id: runId }) => runId));
  // Of two runs with one id the first was created.
  return runs.map(({ run }) => (ids.delete(run.runId) ? { ok: true } : null));
}

function toEventLists(runs: readonly PlainRun[], rows: readonly Omit<RunTableRow, 'id'>[]): unknown[][] {
  const kept = runs.flatMap(({ run }, i) => keptEvents(rows[i]!, run.events).map((event) => ({ i: i + 1, event })));
  return [
    kept.map(({ i }) => i),
    kept.map(({ event }) => event.seq),
    ...toColumnLists(kept.map((one) => toCells(one.event))),
  ];
}

function toAttributeLists(rows: readonly Omit<RunTableRow, 'id'>[]): unknown[][] {
  const marks = rows.flatMap(({ attributes }, i) =>
    Object.entries(readAttributes(attributes)).map(([name, value]) => [
      i + 1,
      toTextCell(name),
      toAttributeCell(value),
    ]),
  );
  return [0, 1, 2].map((column) => marks.map((mark) => mark[column]));
}
