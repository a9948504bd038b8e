/**
 * Reads the `mappings` of a source map. Node's own reader makes an object of each segment at once, which holds up a
 * server for a second where its bundle is large; this one notes where lines begin, and reads a line when it is asked
 * for.
 */

/** The place in a source that a segment leads to; numbers count from 0. */
export interface MappedPlace {
  source: number;
  line: number;
  column: number;
}

/** The position in the text, and the values to which the next ones are relative. */
interface Reader extends MappedPlace {
  offset: number;
}

const COMMA = 44;
const SEMICOLON = 59;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Value of each digit by its character code, and one more; 0: no digit. */
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value + 1;

/** The mappings of one source map, decoded line by line when they are asked for. */
export class Mappings {
  readonly #text: string;
  /** A reader for each line, as four numbers in a row. */
  readonly #lines: number[] = [];

  constructor(text: string) {
    this.#text = text;
    const reader: Reader = { offset: 0, source: 0, line: 0, column: 0 };
    while (reader.offset <= text.length) {
      this.#lines.push(reader.offset, reader.source, reader.line, reader.column);
      readLine(text, reader, () => {});
      reader.offset++;
    }
  }

  /**
   * The segment that a place lies in; `null` when nothing on the line up to there has an origin. Numbers count from 0.
   */
  find(line: number, column: number): MappedPlace | null {
    const [offset, source, originLine, originColumn] = this.#lines.slice(line * 4, line * 4 + 4);
    if (offset === undefined) return null;
    let found: MappedPlace | null = null;
    const reader: Reader = { offset, source: source!, line: originLine!, column: originColumn! };
    readLine(this.#text, reader, (from, hasOrigin) => {
      if (from <= column) found = hasOrigin ? { ...reader } : null;
    });
    return found;
  }
}

/** Reads up to the end of the line; `visit` gets the column where each segment begins. */
function readLine(text: string, reader: Reader, visit: (from: number, hasOrigin: boolean) => void): void {
  let column = 0;
  while (reader.offset < text.length && text.charCodeAt(reader.offset) !== SEMICOLON) {
    column += readNumber(text, reader);
    const hasOrigin = isAtDigit(text, reader);
    if (hasOrigin) readOrigin(text, reader);
    visit(column, hasOrigin);
    if (text.charCodeAt(reader.offset) === COMMA) reader.offset++;
  }
}

function readOrigin(text: string, reader: Reader): void {
  reader.source += readNumber(text, reader);
  reader.line += readNumber(text, reader);
  reader.column += readNumber(text, reader);
  // The name, which nobody asks for.
  if (isAtDigit(text, reader)) readNumber(text, reader);
}

const isAtDigit = (text: string, { offset }: Reader): boolean => (VALUES[text.charCodeAt(offset)] ?? 0) > 0;

/** Five bits in a digit, the lowest first; the sixth says that more follow, and the lowest of all is the sign. */
function readNumber(text: string, reader: Reader): number {
  let number = 0;
  for (let shift = 0; ; shift += 5) {
    const digit = (VALUES[text.charCodeAt(reader.offset++)] ?? 0) - 1;
    if (digit < 0) throw new SyntaxError('The source map is broken.');
    number += (digit & 31) << shift;
    if (digit < 32) return number & 1 ? -(number >> 1) : number >> 1;
  }
}
