/** How many bytes of journals a World hands over at a time. */
import { payloadLength, type JournalEvent } from '../journal/events.ts';

/** A claim gives journals that have so many bytes together, and leaves the others to be read page by page. */
export const CLAIM_BYTES = 4 * 2 ** 20;

/** The bytes that an event takes in memory besides its value. */
export const EVENT_BYTES = 200;

/** The bytes that an event takes in memory, roughly. */
const bytesOfEvent = (event: JournalEvent): number => EVENT_BYTES + payloadLength(event);

/** The bytes that events take in memory, roughly. */
export const bytesOfEvents = (events: readonly JournalEvent[]): number =>
  events.reduce((bytes, event) => bytes + bytesOfEvent(event), 0);

/** The first of these events, up to the one with which they have `bytesMax` bytes. */
export function firstBytesOf(events: readonly JournalEvent[], bytesMax: number): JournalEvent[] {
  let bytes = 0;
  const last = events.findIndex((event) => (bytes += bytesOfEvent(event)) >= bytesMax);
  return last < 0 ? [...events] : events.slice(0, last + 1);
}
