/** Cursors of lists: where the last entry of the page before stands. Runs stand in the order of their creation. */
import { worldError } from './messages.ts';

export const toCursor = (position: number): string => String(position);

/** The position that the runs of the next page come before. Throws `world_cursor_invalid`. */
export function toPosition(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  return parse(cursor, /^(\d{1,15})$/)[0]!;
}

/** Where a hook stands in the list of hooks: by the position of its run, newest first, and its call. */
export interface HookPlace {
  run: number;
  call: number;
}

export const toHookCursor = ({ run, call }: HookPlace): string => `${run}.${call}`;

/** The place that the hooks of the next page come after. Throws `world_cursor_invalid`. */
export function toHookPlace(cursor: string | undefined): HookPlace {
  if (cursor === undefined) return { run: Number.MAX_SAFE_INTEGER, call: 0 };
  const [run, call] = parse(cursor, /^(\d{1,15})\.(\d{1,15})$/);
  return { run: run!, call: call! };
}

/** The numbers in a cursor. */
function parse(cursor: string, form: RegExp): number[] {
  const match = form.exec(cursor);
  if (!match) throw worldError('world_cursor_invalid', { cursor });
  return match.slice(1).map(Number);
}
