/** The journal of one run, page by page, within the budget of memory. */
import type { JournalEvent } from '../journal/events.ts';
import { bytesOfEvents } from '../world/journal-bytes.ts';
import type { HeldBytes, MemoryBudget } from '../world/memory-budget.ts';
import type { StoreAnswer } from '../world/until-answered.ts';

/** Most journals fit into the first page, which is small because nobody knows how long they are. */
const FIRST_PAGE_BYTES = 64 * 1024;
/** Each page may have twice the bytes of the one before it, up to this. */
const PAGE_BYTES_MAX = 1024 * 1024;

/** Whose journal, and how far. */
export interface JournalSource {
  memory: MemoryBudget;
  /** Reads the events with a greater seq, about as many as have `bytesMax` bytes. */
  readJournal(afterSeq: number, bytesMax: number): Promise<StoreAnswer<JournalEvent[]>>;
  /** Later events come from an owner that has taken the run over meanwhile: they are left out. */
  lastSeq: number;
}

/**
 * How the reading ended. `whole`: with the last event. `stopped`: the work wanted no more. `given_up`: the run was let
 * go. `lost`: events are missing, because another owner has let the run begin anew, or it was deleted.
 */
export type PagesEnd = 'whole' | 'stopped' | 'given_up' | 'lost';

interface Page {
  events: JournalEvent[];
  held: HeldBytes;
}

/**
 * Reads the events after one, page by page. While one page is worked on, the next is fetched.
 * @param work Says whether it wants the next page. It holds memory, so it may wait for nothing but the store.
 */
export async function eachPage(
  source: JournalSource,
  afterSeq: number,
  work: (events: JournalEvent[]) => boolean | Promise<boolean>,
): Promise<PagesEnd> {
  const { lastSeq } = source;
  let bytesMax = FIRST_PAGE_BYTES;
  let seq = afterSeq;
  let next = seq < lastSeq ? fetchPage(source, seq, bytesMax) : null;
  try {
    while (next) {
      const page: Page | null = await next;
      next = null;
      if (page === null) return 'given_up';
      try {
        const { events } = page;
        if (!isNext(events[0], seq)) return 'lost';
        seq = events.at(-1)!.seq;
        bytesMax = Math.min(2 * bytesMax, PAGE_BYTES_MAX);
        if (seq < lastSeq) next = fetchPage(source, seq, bytesMax);
        const wanted = seq > lastSeq ? events.filter((event) => event.seq <= lastSeq) : events;
        const wantsMore = work(wanted);
        if (!(wantsMore === true || (await wantsMore))) return 'stopped';
      } finally {
        page.held.end();
      }
    }
    return 'whole';
  } finally {
    next?.then(
      (page) => page?.held.end(),
      () => {},
    );
  }
}

/** Whether no event is missing before this one. Those from before a run began anew are not missing. */
function isNext(event: JournalEvent | undefined, afterSeq: number): boolean {
  if (!event) return false;
  return afterSeq === 0 || event.seq === afterSeq + 1 || (afterSeq === 1 && event.type === 'run_continued');
}

function fetchPage(source: JournalSource, afterSeq: number, bytesMax: number): Promise<Page | null> {
  const page = readPage(source, afterSeq, bytesMax);
  // Its failure is found when it is waited for, which may be later.
  page.catch(() => {});
  return page;
}

async function readPage(
  { memory, readJournal }: JournalSource,
  afterSeq: number,
  bytesMax: number,
): Promise<Page | null> {
  const room = memory.take('journal', bytesMax);
  if (room) await room;
  let held: HeldBytes | null = null;
  try {
    const answer = await readJournal(afterSeq, bytesMax);
    held = memory.replace('journal', bytesMax, answer.kind === 'answer' ? bytesOfEvents(answer.value) : 0);
    return answer.kind === 'answer' ? { events: answer.value, held } : null;
  } finally {
    if (!held) memory.giveBack('journal', bytesMax);
  }
}
