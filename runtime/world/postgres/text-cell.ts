/**
 * Names that people choose, as PostgreSQL can hold them: its text has neither NUL nor half a surrogate pair. Such names
 * are stored as JSON writes them, after a backslash.
 */

/** The form of a name in the database. */
export const toTextCell = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') && !text.startsWith('\\')
    ? text
    : `\\${JSON.stringify(text).slice(1, -1)}`;

/** The inverse of {@link toTextCell}. */
export const fromTextCell = (cell: string): string =>
  cell.startsWith('\\') ? (JSON.parse(`"${cell.slice(1)}"`) as string) : cell;
