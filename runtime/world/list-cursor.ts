/** Cursors of lists: the position of the last entry of a page. Runs are ordered by creation. */
import { worldError } from './messages.ts';

/** The cursor of the page that ends with the run at this position. */
export const toCursor = (position: number): string => String(position);

/** The position before which the runs of the next page come. Throws `world_cursor_invalid`. */
export function toPosition(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  return parse(cursor, /^(\d{1,15})$/)[0]!;
}

/** The position of a hook in the list: by its run (newest first), then by its call. */
export interface HookPlace {
  run: number;
  call: number;
}

/** The cursor of the page that ends with the hook at this position. */
export const toHookCursor = ({ run, call }: HookPlace): string => `${run}.${call}`;

/** The position after which the hooks of the next page come. Throws `world_cursor_invalid`. */
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
