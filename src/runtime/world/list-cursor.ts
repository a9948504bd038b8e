/** Cursors of `listRuns`: the position, in the order of creation, of the last run of the page before. */
import { worldError } from './messages.ts';

export const toCursor = (position: number): string => String(position);

/** The position that the runs of the next page come before. Throws `world_cursor_invalid`. */
export function toPosition(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (!/^\d{1,15}$/.test(cursor)) throw worldError('world_cursor_invalid', { cursor });
  return Number(cursor);
}
