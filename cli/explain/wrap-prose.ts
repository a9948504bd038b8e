/** Breaks lines of Markdown prose where the formatter breaks lines of code. */

/** Characters in a line: `printWidth` of the formatter. */
export const LINE_WIDTH_MAX = 120;
/** A line that begins like this would be a list, a heading or a quotation. */
const BEGINS_A_BLOCK = /^(?:[-+*]|#{1,6}|\d+[.)]|[>|].*)$/;

/**
 * Breaks lines that are too long at a space; lines that are short enough stay as they are.
 * @param prefix Begins every line: `> ` for a quotation.
 */
export function wrapProse(text: string, prefix = ''): string {
  const wrapped = text.split('\n').flatMap((line) => wrapLine(line, LINE_WIDTH_MAX - prefix.length));
  return wrapped.map((line) => prefix + line).join('\n');
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    const fits = last !== undefined && last.length + 1 + word.length <= width;
    if (fits || (last !== undefined && BEGINS_A_BLOCK.test(word))) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
