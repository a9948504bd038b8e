/** Streams of runs that come from another store, and who has written them. */
import type { StoredWriter } from '../world.ts';
import type { Session } from './session.ts';
import { fromTextCell, toTextCell } from './text-cell.ts';

/** A stream of the run of this number. */
interface PlacedStream {
  run: number;
  name: string;
  nextIndex: number;
  closed: boolean;
}

/** Where the id of a stream stands in the answer of {@link insertStreams}. */
export const streamKey = (run: number, name: string): string => `${run} ${name}`;

/** Inserts streams, and sets those that are there already. Returns their ids. */
export async function insertStreams(session: Session, streams: readonly PlacedStream[]): Promise<Map<string, number>> {
  // One statement cannot set a row twice.
  const rows = [...new Map(streams.map((stream) => [streamKey(stream.run, stream.name), stream])).values()];
  if (rows.length === 0) return new Map();
  const text = `insert into @streams as s (run, name, next_index, closed)
    select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::boolean[])
    on conflict (run, name) do update set next_index = excluded.next_index, closed = excluded.closed
    returning s.id, s.run, s.name`;
  const inserted = await session.all<{ id: number; run: number; name: string }>(text, [
    rows.map(({ run }) => run),
    rows.map(({ name }) => toTextCell(name)),
    rows.map(({ nextIndex }) => nextIndex),
    rows.map(({ closed }) => closed),
  ]);
  return new Map(inserted.map(({ id, run, name }) => [streamKey(run, fromTextCell(name)), id]));
}

/** Inserts the calls that have written to streams. `stream`: its id. */
export async function insertWriters(
  session: Session,
  writers: readonly (StoredWriter & { stream: number })[],
): Promise<void> {
  if (writers.length === 0) return;
  const text = `insert into @chunk_writers as w (stream, run_id, call, epoch, attempt)
    select * from unnest($1::bigint[], $2::text[], $3::integer[], $4::bigint[], $5::integer[])
    returning w.id, w.stream, w.run_id, w.call`;
  const inserted = await session.all<{ id: number; stream: number; run_id: string; call: number }>(text, [
    writers.map(({ stream }) => stream),
    writers.map(({ runId }) => runId),
    writers.map(({ call }) => call),
    writers.map(({ epoch }) => epoch),
    writers.map(({ attempt }) => attempt),
  ]);
  const ids = new Map(inserted.map((row) => [`${row.stream} ${row.run_id} ${row.call}`, row.id]));
  const ranges = writers.flatMap(({ stream, runId, call, ranges: own }) =>
    own.map((range) => ({ writer: ids.get(`${stream} ${runId} ${call}`), ...range })),
  );
  if (ranges.length === 0) return;
  await session.run(
    'insert into @chunk_ranges select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])',
    [
      ranges.map(({ writer }) => writer),
      ranges.map(({ position }) => position),
      ranges.map(({ n }) => n),
      ranges.map(({ count }) => count),
    ],
  );
}
