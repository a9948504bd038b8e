/** Pages over the calls of a run, read from its journal. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { World } from '../world/world.ts';
import type { PageReader } from './listing.ts';
import { LIMIT_DEFAULT, type PageOptions } from '../values/read-options.ts';
import { requireRun } from './require-run.ts';

/** The facts about one call. */
interface CallRecord {
  /** Seq of the event that created it. */
  seq: number;
}

/** How to read one kind of call from a journal. */
export interface CallList<Call, Item> {
  /** All calls that are created in this part of a journal. */
  read(journal: JournalEvent[]): Call[];
  /** Makes an entry of a page; called only for calls on the page. */
  toItem(call: Call, world: World): Item | Promise<Item>;
}

/**
 * Opens a list of calls. The journal is read once, from the start of the first page on: iterating costs one read, and
 * shows the run at one moment. The cursor is the seq of the last call of a page; nothing before it ever changes.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`, `query_cursor_invalid`.
 */
export async function openCalls<Call extends CallRecord, Item>(
  runId: string,
  { limit = LIMIT_DEFAULT, cursor: begin }: PageOptions,
  { read, toItem }: CallList<Call, Item>,
): Promise<PageReader<Item>> {
  const beginSeq = toSeq(begin);
  const { world, run } = await requireRun(runId);
  const calls = read(await world.readJournal(run.runId, beginSeq));
  return async (cursor) => {
    const afterSeq = cursor === undefined ? beginSeq : toSeq(cursor);
    const first = calls.findIndex(({ seq }) => seq > afterSeq);
    const page = first === -1 ? [] : calls.slice(first, first + limit);
    const isLast = first === -1 || first + limit >= calls.length;
    const items = await Promise.all(page.map((call) => toItem(call, world)));
    return { items, cursor: isLast ? null : String(page.at(-1)!.seq) };
  };
}

/** The seq after which the page of a cursor begins. @throws `query_cursor_invalid`. */
export function toSeq(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,15}$/.test(cursor)) throw runtimeError('query_cursor_invalid', { cursor });
  return Number(cursor);
}
