/** Journals as rows. */
import type { RunId } from '../../contract/ids.ts';
import type { JournalEvent } from '../../journal/events.ts';
import { bytesOfEvents, CLAIM_BYTES, EVENT_BYTES } from '../journal-bytes.ts';
import { worldError } from '../messages.ts';
import { EVENTS_PER_RUN_MAX } from '../commit-rules.ts';
import { TROUBLES, type RunTroubleEvent, type TroubleEvent } from '../records.ts';
import { PAGE_BYTES, PAGE_EVENTS, toEvent, toEventCells, toTypeCodes, type EventCells } from '../rows/event-row.ts';
import { toRunIdCell, type RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';
import { fromTextCell, toTextCell } from './text-cell.ts';

/** Arrays of what `insertEvents` and group commits send: a list for each column of the table after `run` and `seq`. */
export function toColumnLists(rows: readonly ReturnType<typeof toEventCells>[]): unknown[][] {
  const lists: unknown[][] = Array.from({ length: COLUMNS }, () => []);
  for (const row of rows) for (let i = 0; i < COLUMNS; i++) lists[i]!.push(row[i]);
  return lists;
}

const COLUMNS = 8;
const NAME = 5;

/** The values of the columns of an event. */
export function toCells(event: JournalEvent): ReturnType<typeof toEventCells> {
  const cells = toEventCells(event);
  const name = cells[NAME];
  if (typeof name === 'string') cells[NAME] = toTextCell(name);
  return cells;
}

const INSERT = `insert into @events
  select $1, * from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::integer[], $6::integer[], $7::bigint[],
    $8::text[], $9::text[], $10::text[])`;

/** The events of a commit that its run keeps: it drops what came before it began anew. */
export function keptEvents(
  { run_id: runId, base_seq: baseSeq }: Pick<RunTableRow, 'run_id' | 'base_seq'>,
  events: readonly JournalEvent[],
): readonly JournalEvent[] {
  const isFull = (events.at(-1)?.seq ?? 0) - Math.max(baseSeq, 2) + 2 > EVENTS_PER_RUN_MAX;
  if (isFull) throw worldError('world_journal_full', { runId, eventsMax: EVENTS_PER_RUN_MAX });
  return baseSeq === 0 ? events : events.filter(({ seq }) => seq === 1 || seq >= baseSeq);
}

/** Inserts events of a run. @param row The run as it is after them. */
export async function insertEvents(session: Session, row: RunTableRow, events: readonly JournalEvent[]): Promise<void> {
  const kept = keptEvents(row, events);
  if (kept.length === 0) return;
  const seqs = kept.map(({ seq }) => seq);
  await session.run(INSERT, [row.id, seqs, ...toColumnLists(kept.map(toCells))]);
}

/** Drops the events of earlier parts of a run that begins anew. */
export const dropEarlierEvents = (session: Session, { id, base_seq: baseSeq }: RunTableRow): Promise<number> =>
  session.run('delete from @events where run = $1 and seq > 1 and seq < $2', [id, baseSeq]);

interface EventRow {
  seq: number;
  at: number;
  type: number;
  call: number | null;
  attempt: number | null;
  time: number | null;
  name: string | null;
  payload: string | null;
  more: string | null;
}

const toJournalEvent = ({ name, ...row }: EventRow): JournalEvent => {
  const cells: EventCells = [
    row.seq,
    row.at,
    row.type,
    row.call,
    row.attempt,
    row.time,
    name === null ? null : fromTextCell(name),
    row.payload,
    row.more,
  ];
  return toEvent(cells);
};

/**
 * The events that a run has after one, in order, and no more after the one with which they have `bytesMax` bytes.
 */
export async function readJournal(
  session: Session,
  runId: RunId,
  afterSeq: number,
  bytesMax = Infinity,
): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  let bytes = 0;
  for (let after = afterSeq; ;) {
    const values = [toRunIdCell(runId), after, PAGE_EVENTS, EVENT_BYTES, PAGE_BYTES];
    const rows = await session.all<EventRow & { last_seq: number }>(READ_PAGE, values);
    for (const row of rows) {
      const event = toJournalEvent(row);
      events.push(event);
      if ((bytes += bytesOfEvents([event])) >= bytesMax) return events;
    }
    const end = rows.at(-1);
    if (!end || end.seq === end.last_seq) return events;
    after = end.seq;
  }
}

/** See `World.readTroubles`. */
export async function readTroubles(session: Session, runIds: readonly RunId[]): Promise<RunTroubleEvent[]> {
  const text = `select w.n, e.seq, e.at, e.type, e.call, e.attempt, e.time, e.name, e.payload, e.more
    from unnest($1::text[]) with ordinality as w(run_id, n) join @runs r on r.run_id = w.run_id
      join @events e on e.run = r.id and e.seq = r.seq
    where e.type = any($2::smallint[])`;
  const rows = await session.all<EventRow & { n: number }>(text, [runIds.map(toRunIdCell), toTypeCodes(TROUBLES)]);
  return rows.map(({ n, ...row }) => ({ runId: runIds[n - 1]!, event: toJournalEvent(row) as TroubleEvent }));
}

/** The database counts what comes before each event, so that it sends no more than fits into a page. */
const READ_PAGE = `select * from (
    select e.seq, e.at, e.type, e.call, e.attempt, e.time, e.name, e.payload, e.more, r.seq as last_seq,
      sum($4 + coalesce(length(e.payload), 0))
        over (order by e.seq rows between unbounded preceding and 1 preceding) as before
    from @events e join @runs r on r.id = e.run
    where r.run_id = $1 and e.seq > $2 and e.seq <= r.seq and (e.seq = 1 or e.seq >= r.base_seq)
    order by e.seq limit $3
  ) page where before is null or before < $5 order by seq`;

/**
 * The first events of several runs, by run number: no more than `FIRST_EVENTS` of each, and `CLAIM_BYTES` of all.
 * `readJournal` has the others.
 */
export async function readFirstEvents(session: Session, runs: readonly number[]): Promise<Map<number, JournalEvent[]>> {
  const text = `select * from (
      select r.id as run, e.*, sum($3 + coalesce(length(e.payload), 0))
        over (order by r.i, e.seq rows between unbounded preceding and 1 preceding) as before
      from unnest($1::bigint[]) with ordinality as r(id, i) cross join lateral (
        select e.seq, e.at, e.type, e.call, e.attempt, e.time, e.name, e.payload, e.more
        from @events e join @runs on @runs.id = e.run
        where e.run = r.id and e.seq <= @runs.seq and (e.seq = 1 or e.seq >= @runs.base_seq)
        order by e.seq limit $2
      ) e
    ) page where before is null or before < $4 order by run, seq`;
  const rows = await session.all<EventRow & { run: number }>(text, [runs, FIRST_EVENTS, EVENT_BYTES, CLAIM_BYTES]);
  return new Map([...Map.groupBy(rows, ({ run }) => run)].map(([run, own]) => [run, own.map(toJournalEvent)] as const));
}

/** Most runs are short: so many events of each run that was claimed come with one answer. */
const FIRST_EVENTS = 100;
