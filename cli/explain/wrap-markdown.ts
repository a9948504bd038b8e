/** Breaks long lines of Markdown prose where the formatter breaks lines of code. */

/** Characters in a line: `printWidth` of the formatter. */
const LINE_WIDTH_MAX = 120;
const FENCE = /^ *```/;
/** Lines that are not prose: empty ones, headings, rows of tables, comments. */
const NO_PROSE = /^\s*(?:$|#|\||<!--)/;
const BEGINS_ITEM = /^ *(?:(?:[-*+]|\d+\.) |>)/;
/** The mark of an item or a quotation, with the spaces around it. */
const MARK = /^ *(?:(?:[-*+]|\d+\.) +|> ?)?/;
/** A line that begins with such a word would be an item, a heading, a quotation or a table. */
const BEGINS_A_BLOCK = /^(?:[-+*]|#{1,6}|\d+[.)]|[>|].*)$/;

/** Fills paragraphs and items anew that have a long line. All others stay as they are; tables and code always do. */
export function wrapMarkdown(text: string): string {
  const blocks: { isProse: boolean; lines: string[] }[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    const isFence = FENCE.test(line);
    const isProse = !isCode && !isFence && !NO_PROSE.test(line);
    const last = blocks.at(-1);
    if (isProse && last?.isProse && !BEGINS_ITEM.test(line)) last.lines.push(line);
    else blocks.push({ isProse, lines: [line] });
    if (isFence) isCode = !isCode;
  }
  return blocks.map(({ isProse, lines }) => (isProse ? fillBlock(lines) : lines.join('\n'))).join('\n');
}

/** @param lines A paragraph, or an item of a list. */
function fillBlock(lines: string[]): string {
  if (lines.every((line) => line.length <= LINE_WIDTH_MAX)) return lines.join('\n');
  const [mark] = MARK.exec(lines[0]!)!;
  const indentation = mark.includes('>') ? mark : ' '.repeat(mark.length);
  const text = lines.map((line, index) => line.slice(index === 0 ? mark.length : 0).trim()).join(' ');
  return mark + breakLines(text, LINE_WIDTH_MAX - mark.length).join(`\n${indentation}`);
}

function breakLines(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const words of inseparableWords(text)) {
    const last = lines.at(-1);
    const fits = last !== undefined && last.length + 1 + words.length <= width;
    if (fits) lines[lines.length - 1] = `${last} ${words}`;
    else lines.push(words);
  }
  return lines;
}

/** The words of a text; one that cannot begin a line comes together with the word before it. */
function inseparableWords(text: string): string[] {
  const found: string[] = [];
  for (const word of text.split(' ')) {
    if (found.length > 0 && BEGINS_A_BLOCK.test(word)) found[found.length - 1] += ` ${word}`;
    else found.push(word);
  }
  return found;
}
