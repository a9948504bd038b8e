/** Runs that come from another store: a statement for each table, whatever the number of runs. */
import type { RunId } from '../../contract/ids.ts';
import { worldError } from '../messages.ts';
import { toStoredColumns } from '../rows/run-columns.ts';
import { hasEnded } from '../rows/run-status.ts';
import type { ArrivalOutcome, ArrivingRun, RunPart, StoredRun } from '../world.ts';
import { toAttributeCell } from './attributes.ts';
import { toChunkLists } from './chunk-cells.ts';
import { NEW_RUN_LISTS } from './create-batch.ts';
import { noteCreations } from './creation-times.ts';
import { toCells as toEventCells, toColumnLists } from './events.ts';
import { toCells as toMessageCells } from './inbox.ts';
import { NEW_RUN_COLUMNS, publishRun } from './new-run.ts';
import type { RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';
import { insertStreams, insertWriters, streamKey } from './stored-streams.ts';
import { toTextCell } from './text-cell.ts';

/** See `RunMoves.stageRun`. A stage is the id that the run will have. */
export async function stageRun(
  session: Session,
  part: RunPart,
  { stage, database }: { stage: number | null; database: string },
): Promise<number> {
  if (stage !== null) await assertStaged(session, [stage], database);
  const run = stage ?? (await takeIds(session, 1))[0]!;
  if (stage === null) await session.run('insert into @arrivals values ($1)', [run]);
  const streams = await insertStreams(
    session,
    part.chunks.map(({ stream }) => ({ run, name: stream, nextIndex: 0, closed: false })),
  );
  await addRows(session, [{ run, part }], streams);
  return run;
}

/** The stages stay as they are until the transaction ends. @throws `world_stage_gone`. */
async function assertStaged(session: Session, stages: readonly number[], database: string): Promise<void> {
  const found = await session.all('select run from @arrivals where run = any($1) for update', [stages]);
  if (found.length < stages.length) throw worldError('world_stage_gone', { store: database });
}

async function takeIds(session: Session, count: number): Promise<number[]> {
  const text = "select nextval(pg_get_serial_sequence('@runs', 'id')) as id from generate_series(1, $1)";
  const rows = await session.all<{ id: number }>(text, [count]);
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** See `RunMoves.dropStages`. The rows are removed by the next sweep. */
export async function dropStages(session: Session): Promise<void> {
  const text = `with dropped as (delete from @arrivals returning run)
    insert into @garbage select run from dropped on conflict do nothing`;
  await session.run(text);
}

/** See `RunMoves.insertRuns`. */
export async function insertRuns(
  session: Session,
  runs: readonly ArrivingRun[],
  database: string,
): Promise<ArrivalOutcome[]> {
  const stages = runs.flatMap(({ stage }) => stage ?? []);
  if (stages.length > 0) await assertStaged(session, stages, database);
  const refuse = await findRefusals(session, runs);
  const outcomes = runs.map(({ run }) => refuse(run));
  const added = runs.filter((_, i) => outcomes[i]!.ok);
  if (added.length > 0) await insert(session, added);
  return outcomes;
}

/** Finds for each run whether another one is in its way, also among themselves. */
async function findRefusals(
  session: Session,
  runs: readonly ArrivingRun[],
): Promise<(run: StoredRun) => ArrivalOutcome> {
  const all = runs.map(({ run }) => run);
  const receipts = all.flatMap((run) => run.receipts);
  const text = `select 'exists' as reason, run_id as name, run_id from @runs where run_id = any($1::text[])
    union all select 'key_taken', key, run_id from @runs where key = any($2::text[])
    union all select 'token_taken', h.token, r.run_id from @hooks h join @runs r on r.id = h.run
      where h.token = any($3::text[])
    union all select 'receipt_taken', c.token || ' ' || c.id, r.run_id
      from unnest($4::text[], $5::text[]) as wanted(token, id) join @receipts c using (token, id)
      join @runs r on r.id = c.run`;
  const rows = await session.all<{ reason: string; name: string; run_id: RunId }>(text, [
    all.map(({ record }) => record.runId),
    all.flatMap(({ record }) => (record.key === null ? [] : toTextCell(record.key))),
    all.flatMap(({ hooks }) => hooks.map(({ token }) => toTextCell(token))),
    receipts.map(({ token }) => toTextCell(token)),
    receipts.map(({ receipt }) => toTextCell(receipt.id)),
  ]);
  const taken = new Map(rows.map(({ reason, name, run_id: runId }) => [`${reason} ${name}`, runId]));
  return (run) => {
    const names = namesOf(run);
    const name = names.find((one) => taken.has(one));
    if (name === undefined) {
      for (const own of names) taken.set(own, run.record.runId);
      return { ok: true };
    }
    const reason = name.slice(0, name.indexOf(' ')) as Exclude<ArrivalOutcome, { ok: true }>['reason'];
    return reason === 'exists' ? { ok: false, reason } : { ok: false, reason, heldBy: taken.get(name)! };
  };
}

/** The names of all that only one run may have. */
const namesOf = ({ record, hooks, receipts }: StoredRun): string[] => [
  `exists ${record.runId}`,
  ...(record.key === null ? [] : [`key_taken ${toTextCell(record.key)}`]),
  ...hooks.map(({ token }) => `token_taken ${toTextCell(token)}`),
  ...receipts.map(({ token, receipt }) => `receipt_taken ${toTextCell(token)} ${toTextCell(receipt.id)}`),
];

const INSERT_RUNS = `insert into @runs (${NEW_RUN_COLUMNS.join(', ')}, id)
  select * from unnest(${NEW_RUN_LISTS}, $${NEW_RUN_COLUMNS.length + 1}::bigint[])`;

async function insert(session: Session, runs: readonly ArrivingRun[]): Promise<void> {
  const fresh = await takeIds(session, runs.filter(({ stage }) => stage === null).length);
  const arrived = runs.map((arriving) => {
    const id = arriving.stage ?? fresh.shift()!;
    return { run: id, part: arriving, stored: arriving.run, row: toRow(arriving.run) };
  });
  const columns = NEW_RUN_COLUMNS.map((column) => arrived.map(({ row }) => row[column]));
  await session.run(INSERT_RUNS, [...columns, arrived.map(({ run }) => run)]);
  await session.run('delete from @arrivals where run = any($1)', [arrived.map(({ run }) => run)]);
  const streams = await insertStreams(
    session,
    arrived.flatMap(({ run, stored }) => stored.streams.map(({ stream: name, ...rest }) => ({ run, name, ...rest }))),
  );
  await addRows(session, arrived, streams);
  await insertWriters(
    session,
    arrived.flatMap(({ run, stored }) =>
      stored.streams.flatMap(({ stream, writers }) =>
        writers.map((writer) => ({ stream: streams.get(streamKey(run, stream))!, ...writer })),
      ),
    ),
  );
  await addMessages(session, arrived);
  await addHooks(session, arrived);
  await addReceipts(session, arrived);
  await addAttributes(session, arrived);
  for (const { row } of arrived) publishRun(session, row);
  await noteCreations(
    session,
    arrived.map(({ run }) => run),
  );
}

/** A run of this number. */
interface Arrived {
  run: number;
  stored: StoredRun;
}

interface Placed {
  run: number;
  part: RunPart;
}

async function addRows(session: Session, placed: readonly Placed[], streams: Map<string, number>): Promise<void> {
  const events = placed.flatMap(({ run, part }) => part.events.map((event) => ({ run, event })));
  if (events.length > 0) {
    const text = `insert into @events select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[],
      $5::integer[], $6::integer[], $7::bigint[], $8::text[], $9::text[], $10::text[])`;
    const cells = toColumnLists(events.map(({ event }) => toEventCells(event)));
    await session.run(text, [events.map(({ run }) => run), events.map(({ event }) => event.seq), ...cells]);
  }
  const chunks = placed.flatMap(({ run, part }) =>
    part.chunks.flatMap(({ stream, from, chunks: some }) =>
      some.flatMap((chunk, i) =>
        chunk === null ? [] : { stream: streams.get(streamKey(run, stream)), n: from + i, chunk },
      ),
    ),
  );
  if (chunks.length === 0) return;
  const text = 'insert into @chunks select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[])';
  const lists = toChunkLists(chunks.map(({ chunk }) => chunk));
  await session.run(text, [chunks.map(({ stream }) => stream), chunks.map(({ n }) => n), ...lists]);
}

async function addMessages(session: Session, arrived: readonly Arrived[]): Promise<void> {
  const rows = arrived.flatMap(({ run, stored }) =>
    stored.inbox.map(({ n, at, content }) => [run, n, at, ...toMessageCells(content)]),
  );
  const text = `insert into @inbox
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])`;
  if (rows.length > 0) await session.run(text, toLists(rows));
}

async function addHooks(session: Session, arrived: readonly Arrived[]): Promise<void> {
  const rows = arrived.flatMap(({ run, stored }) =>
    stored.hooks.map(({ token, call, createdAt, webhook, metadata, once }) => [
      toTextCell(token),
      run,
      call,
      createdAt,
      webhook && JSON.stringify(webhook),
      metadata,
      once,
    ]),
  );
  const text = `insert into @hooks select * from unnest($1::text[], $2::bigint[], $3::integer[], $4::bigint[],
    $5::text[], $6::text[], $7::boolean[])`;
  if (rows.length > 0) await session.run(text, toLists(rows));
}

async function addReceipts(session: Session, arrived: readonly Arrived[]): Promise<void> {
  const rows = arrived.flatMap(({ run, stored }) =>
    stored.receipts.map(({ token, receipt: { id, digest, reply, replyStream } }) => [
      toTextCell(token),
      toTextCell(id),
      run,
      digest,
      reply,
      replyStream === null ? null : toTextCell(replyStream),
    ]),
  );
  // A deleted run may have left one.
  const text = `insert into @receipts (token, id, run, digest, reply, reply_stream)
    select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    on conflict (token, id) do update set run = excluded.run, digest = excluded.digest, reply = excluded.reply,
      reply_stream = excluded.reply_stream, at = excluded.at`;
  if (rows.length > 0) await session.run(text, toLists(rows));
}

async function addAttributes(session: Session, arrived: readonly Arrived[]): Promise<void> {
  const rows = arrived.flatMap(({ run, stored }) =>
    Object.entries(stored.record.attributes).map(([name, value]) => [toTextCell(name), toAttributeCell(value), run]),
  );
  const text = 'insert into @attributes select * from unnest($1::text[], $2::text[], $3::bigint[])';
  if (rows.length > 0) await session.run(text, toLists(rows));
}

/** Rows as a list for each column. */
const toLists = (rows: readonly unknown[][]): unknown[][] =>
  rows[0]!.map((_, column) => rows.map((row) => row[column]));

function toRow(stored: StoredRun): Omit<RunTableRow, 'id'> {
  const columns = toStoredColumns(stored);
  const { dueAt } = stored.record;
  return {
    ...columns,
    key: columns.key === null ? null : toTextCell(columns.key),
    owner: null,
    wake_at: dueAt,
    due_at: hasEnded(columns) ? null : dueAt,
    // Who takes the run makes them again.
    has_offers: false,
  };
}
