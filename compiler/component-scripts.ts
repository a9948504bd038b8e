/** The scripts in components of Vue, Svelte and Astro: the only parts of them that hold JavaScript. */

/** Matches the path of a component. */
export const COMPONENT_FILE = /\.(?:vue|svelte|astro)$/;

const COMMENT = /<!--[\s\S]*?-->/g;
const SCRIPT = /<script\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/script\s*>/gi;
const FRONTMATTER = /^(\uFEFF?\s*---[^\S\n]*\n)([\s\S]*?)\n---/;
/** Data, templates, and scripts that lie in another file. */
const NO_CODE = /\bsrc\s*=|\btype\s*=\s*["']?(?!module|text\/(?:java|type)script)/i;

/**
 * The text of a component in which everything but its scripts is blank, so that all places stay. The scripts of one
 * component are one module.
 */
export function scriptsOnly(path: string, code: string): string {
  const source = code.replace(COMMENT, blank);
  const spans = path.endsWith('.astro') ? frontmatterSpan(source) : scriptSpans(source);
  let result = '';
  let end = 0;
  for (const span of spans) {
    result += blank(source.slice(end, span.start)) + source.slice(span.start, span.end);
    end = span.end;
  }
  return result + blank(source.slice(end));
}

function scriptSpans(source: string): { start: number; end: number }[] {
  return [...source.matchAll(SCRIPT)].flatMap(({ index, 0: whole, 1: attributes, 2: script }) => {
    if (NO_CODE.test(attributes!)) return [];
    const start = index + whole.indexOf('>', '<script'.length + attributes!.length) + 1;
    return [{ start, end: start + script!.length }];
  });
}

function frontmatterSpan(source: string): { start: number; end: number }[] {
  const [, open, script] = FRONTMATTER.exec(source) ?? [];
  return open === undefined ? [] : [{ start: open.length, end: open.length + script!.length }];
}

/** The same number of characters, with the same lines. */
function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
