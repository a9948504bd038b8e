/** Tables that fit the terminal. */
import { paint, type TextStyle } from './colours.ts';
import { cutText, padText, toLine, widthOf } from './text-width.ts';

/** One cell. A text alone is plain. */
export type Cell = string | { text: string; style: TextStyle };

/** One column. */
export interface Column {
  title: string;
  /** It may be cut to so many columns of the terminal. Default: it is always shown whole. */
  least?: number;
  /** It is left out where the rest would not fit: those with the greatest number first. Default: it stays. */
  dropOrder?: number;
}

const GAP = '  ';

/** The columns of the terminal. `Infinity`: the output is a file or a pipe, and nothing is cut. */
export const terminalWidth = (): number => (process.stdout.isTTY ? process.stdout.columns || Infinity : Infinity);

/** The lines of a table, with a line of titles. @param width Columns of the terminal. */
export function formatTable(columns: readonly Column[], rows: readonly Cell[][], width = terminalWidth()): string[] {
  const cells = rows.map((row) => row.map(toStyled));
  const natural = columns.map(({ title }, i) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[i]!.text))));
  // A column without anything to say takes no room.
  const filled = columns.flatMap((_, i) => (cells.some((row) => row[i]!.text !== '') || rows.length === 0 ? [i] : []));
  const shown = dropColumns(columns, filled, { natural, width });
  const widths = shrink(columns, shown, { natural, width });
  const toText = (row: readonly { text: string; style: TextStyle }[]): string =>
    shown
      .map((column, i) => {
        const text = cutText(row[column]!.text, widths[i]!);
        const { style } = row[column]!;
        const space = i === shown.length - 1 ? '' : padText(text, widths[i]!).slice(text.length);
        return paint(style, text) + space;
      })
      .join(GAP)
      .trimEnd();
  const titles = columns.map(({ title }) => ({ text: title, style: 'bold' as const }));
  return [toText(titles), ...cells.map(toText)];
}

const toStyled = (cell: Cell): { text: string; style: TextStyle } =>
  typeof cell === 'string' ? { text: toLine(cell), style: 'plain' } : { ...cell, text: toLine(cell.text) };

interface Room {
  natural: readonly number[];
  width: number;
}

const sumOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * Math.max(0, widths.length - 1));

/** Leaves out columns until the others fit, if they are cut. */
function dropColumns(columns: readonly Column[], filled: readonly number[], { natural, width }: Room): number[] {
  const least = (column: number): number => Math.min(natural[column]!, columns[column]!.least ?? natural[column]!);
  let shown = [...filled];
  while (sumOf(shown.map(least)) > width) {
    const droppable = shown.filter((column) => columns[column]!.dropOrder !== undefined);
    if (droppable.length === 0) break;
    const last = droppable.reduce((a, b) => (columns[a]!.dropOrder! > columns[b]!.dropOrder! ? a : b));
    shown = shown.filter((column) => column !== last);
  }
  return shown;
}

/** Cuts the columns that may be cut, the last one first. */
function shrink(columns: readonly Column[], shown: readonly number[], { natural, width }: Room): number[] {
  const widths = shown.map((column) => natural[column]!);
  for (let i = shown.length - 1; i >= 0; i--) {
    const { least } = columns[shown[i]!]!;
    if (least !== undefined) widths[i] = Math.max(least, Math.min(widths[i]!, widths[i]! - (sumOf(widths) - width)));
  }
  return widths.map((found, i) => Math.min(found, natural[shown[i]!]!));
}
