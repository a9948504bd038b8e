/**
 * Finds the runs of a time without an index that every new run would have to write: runs are numbered in the order of
 * their creation, so for a block of numbers it is enough to know times between which all of its runs were created. They
 * are whole minutes, so only the first run of a minute writes them.
 */
import type { RunFilter } from '../world.ts';
import type { Session } from './session.ts';

/** Runs of one block. The migration has filled the table with it. */
const BLOCK_RUNS = 1_024;
const MINUTE_MS = 60_000;
const MAX = Number.MAX_SAFE_INTEGER;
/** Machines whose clocks differ by more find a run that ended long ago only once it is so much older. */
const CLOCKS_DIFFER_MS_MAX = 24 * 60 * 60 * 1000;

/** Notes the times of new runs. `source` is a table or a query that has their `id` and `created_at`. */
export const noteTimes = (source: string): string => `insert into @creation_times as known
    select block, first, last from (
      select id / ${BLOCK_RUNS} as block, min(created_at / ${MINUTE_MS}) * ${MINUTE_MS} as first,
        (max(created_at / ${MINUTE_MS}) + 1) * ${MINUTE_MS} as last
      from ${source} group by 1) as fresh
    where not exists (select 1 from @creation_times as t
      where t.block = fresh.block and t.first <= fresh.first and t.last >= fresh.last)
    order by block
    on conflict (block) do update
      set first = least(known.first, excluded.first), last = greatest(known.last, excluded.last)`;

const NOTE = noteTimes('@runs where id = any($1)');

/** Call it for new runs, by number, last in their transaction: others wait for the same few rows. */
export async function noteCreations(session: Session, runs: readonly number[]): Promise<void> {
  if (runs.length > 0) await session.run(NOTE, [runs]);
}

const RECENT_BLOCKS = 4;
const NOTE_RECENT = noteTimes(`@runs where id > (select max(id) from @runs) - ${RECENT_BLOCKS * BLOCK_RUNS}`);

/** Notes the times of the newest runs once more: processes of a version that does not note them may have made some. */
export const noteRecent = (session: Session): Promise<number> => session.run(NOTE_RECENT);

/** Forgets the times of blocks all of whose runs are gone, but not of the last ones: a run may be on its way there. */
export const forgetOldTimes = (session: Session): Promise<number> => session.run(FORGET);

const BLOCKS_KEPT = 64;
const FORGET = `delete from @creation_times
  where block < (select coalesce(min(id), 0) from @runs) / ${BLOCK_RUNS} - ${BLOCKS_KEPT}`;

/** Numbers of runs: `from` and those after it, without `before`. */
export interface NumberRange {
  from: number;
  before: number;
}

const FIND = `select block from @creation_times where block <= $1 and first <= $2 and last >= $3
  order by block desc limit $4`;
/** So many blocks are looked for at first; a page is mostly in the first one. */
const BLOCKS_AT_FIRST = 8;

/** The ranges below `before`, highest first, that have all runs which a filter's times allow. Others are there, too. */
export async function* findRanges(session: Session, filter: RunFilter, before: number): AsyncGenerator<NumberRange> {
  const { createdFrom, createdUntil, completedUntil } = filter;
  if (createdFrom === undefined && createdUntil === undefined && completedUntil === undefined) {
    yield { from: 0, before };
    return;
  }
  // A run ends after it was created, as far as the clocks of its machines agree.
  const until = Math.min(createdUntil ?? MAX, (completedUntil ?? MAX) + CLOCKS_DIFFER_MS_MAX, MAX);
  let top = Math.floor(Math.max(before - 1, 0) / BLOCK_RUNS);
  for (let limit = BLOCKS_AT_FIRST; ; limit *= 4) {
    const values = [top, until, Math.max(createdFrom ?? -MAX, -MAX), limit];
    const blocks = (await session.all<{ block: number }>(FIND, values)).map(({ block }) => block);
    yield* toRanges(blocks, before);
    if (blocks.length < limit) return;
    top = blocks.at(-1)! - 1;
  }
}

/** Blocks that follow each other make one range. */
function toRanges(blocks: readonly number[], before: number): NumberRange[] {
  const ranges: NumberRange[] = [];
  for (const block of blocks) {
    const last = ranges.at(-1);
    const end = (block + 1) * BLOCK_RUNS;
    if (last?.from === end) last.from = block * BLOCK_RUNS;
    else ranges.push({ from: block * BLOCK_RUNS, before: Math.min(end, before) });
  }
  return ranges;
}
