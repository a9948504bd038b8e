/** How much room texts take in a terminal. */
import { stripVTControlCharacters } from 'node:util';

const graphemes = new Intl.Segmenter('en');
/** Characters of East Asia that take two columns, and emoji. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|.*\u{fe0f}|[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}])/u;
/** Signs that move the cursor, ring, or turn the direction of a text. */
const CONTROLS = /[\p{Cc}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]+/gu;

const widthOfGrapheme = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

/** The columns that a text takes. */
export const widthOf = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.length
    : [...graphemes.segment(text)].reduce((sum, { segment }) => sum + widthOfGrapheme(segment), 0);

/** The text in at most so many columns; one that is cut ends with an ellipsis. */
export function cutText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let room = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    room -= widthOfGrapheme(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The text with spaces behind it. */
export const padText = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/**
 * A text of a store on one line. Signs that steer the terminal become spaces: a store holds texts that anybody may have
 * sent.
 */
export const toLine = (text: string): string =>
  stripVTControlCharacters(text).replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();
