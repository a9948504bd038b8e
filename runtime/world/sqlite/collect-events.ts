/** The main thread's end of reading journals: page after page, until the end or until they are enough. */
import type { JournalEvent } from '../../journal/events.ts';
import { EVENT_BYTES } from '../journal-bytes.ts';
import { bytesOfRow, PAGE_BYTES, seqOf, toEvent, type EventPage } from '../rows/event-row.ts';

/** Where pages come from, and how far to read. */
export interface PageReading {
  /** Asks for the page after an event, with so many bytes. */
  fetch(afterSeq: number, bytesMax: number): Promise<EventPage>;
  /** Later events are left out. Default: none are. */
  lastSeq?: number;
  /** Bytes that may still be read; those that are read are taken off. No page follows when there are none. */
  room: { bytes: number };
}

/** The events of a page and of the pages after it. While one is decoded here, the reading thread fetches the next. */
export async function collectEvents(firstPage: EventPage, reading: PageReading): Promise<JournalEvent[]> {
  const { fetch, room, lastSeq = Infinity } = reading;
  const events: JournalEvent[] = [];
  for (let page = firstPage; ;) {
    const { rows, isLast } = page;
    for (const row of rows) room.bytes -= EVENT_BYTES + bytesOfRow(row);
    const endSeq = rows.length > 0 ? seqOf(rows.at(-1)!) : Infinity;
    const hasNext = !isLast && endSeq < lastSeq && room.bytes > 0;
    // Others read into the same room meanwhile.
    const asked = hasNext ? Math.min(room.bytes, PAGE_BYTES) : 0;
    room.bytes -= asked;
    const next = hasNext ? fetch(endSeq, asked) : null;
    for (const row of rows) if (seqOf(row) <= lastSeq) events.push(toEvent(row));
    if (!next) return events;
    page = await next;
    room.bytes += asked;
  }
}
