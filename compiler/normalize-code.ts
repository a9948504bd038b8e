/** The text of code without what does not matter to it: comments, layout, the kind of quotes. */

/** A text, a comment, a word, or one other character. */
const TOKEN = /(["'`])(?:\\[^]|(?!\1)[^\\])*\1|\/\*[^]*?\*\/|(?<!\\)\/\/.*|[\p{ID_Continue}$]+|[^\s]/gu;
const COMMENT = /^\/[/*]/;
const PLAIN_TEXT = /^"[^"'\\]*"$/;
const CLOSING = new Set([')', ']', '}']);

/**
 * Code that was only laid out anew has the same text. It depends on no parser, so it is the same in every version of
 * the tools.
 */
export function normalizeCode(code: string): string {
  const tokens: string[] = [];
  for (const [token] of code.matchAll(TOKEN)) {
    if (COMMENT.test(token) || token === ';') continue;
    if (CLOSING.has(token) && tokens.at(-1) === ',') tokens.pop();
    tokens.push(PLAIN_TEXT.test(token) ? `'${token.slice(1, -1)}'` : token);
  }
  return tokens.join(' ');
}
