/** Positions in a source text, and the frame that shows one. */

/** `line` counts from 1, `column` from 0, in UTF-16 units; texts show the column counted from 1. */
export interface Position {
  line: number;
  column: number;
}

/** Looks up positions of one text. */
export class Positions {
  readonly #code: string;
  #starts: readonly number[] | undefined;

  constructor(code: string) {
    this.#code = code;
  }

  /** The position of an index. */
  at(index: number): Position {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= index) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: index - starts[low]! };
  }

  /** The index of a position; one outside the text gives the nearest index inside. */
  indexAt({ line, column }: Position): number {
    const starts = this.#lineStarts();
    const start = starts[Math.min(Math.max(line, 1), starts.length) - 1]!;
    return Math.min(start + column, this.#code.length);
  }

  /** Of most files no position is ever asked for. */
  #lineStarts(): readonly number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    const code = this.#code;
    for (let index = code.indexOf('\n'); index >= 0; index = code.indexOf('\n', index + 1)) starts.push(index + 1);
    this.#starts = starts;
    return starts;
  }
}

const LINES_AROUND = 2;
const LINE_LENGTH_MAX = 160;

/** The line of a position with two lines on both sides and a caret below the column. */
export function codeFrame(code: string, { line, column }: Position): string {
  const lines = code.split(/\r?\n/);
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(lines.length, line + LINES_AROUND);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const textLine = lines[number - 1]!.slice(0, LINE_LENGTH_MAX);
    frame.push(`${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${textLine}`.trimEnd());
    if (number === line && column <= LINE_LENGTH_MAX) {
      // Tabs are kept so that the caret stands below the column whatever their width.
      frame.push(`  ${' '.repeat(width)} | ${textLine.slice(0, column).replace(/[^\t]/g, ' ')}^`);
    }
  }
  return frame.join('\n');
}
