/** Takes credentials and parts of the prompt out of a text that comes from outside, before it is stored or logged. */
import { isSecretHeader, isSecretVariable } from '../providers/secret-names.ts';

/** Longer texts are cut: what a provider says of an error is short, what it quotes is not. */
const TEXT_MAX = 400;
/** Shorter values are too likely to be ordinary words. */
const SECRET_MIN = 8;
/** A text of the prompt is known again by this many characters in a row. */
const QUOTE_MIN = 32;
/** A whole text of the prompt, when it is shorter. */
const QUOTED_WHOLE_MIN = 12;

/** So much of the prompt is looked through; files in it may be large. */
const PROMPT_MAX = 256 * 1024;

/** Patterns of keys of well-known providers, and of headers with keys. */
const KEY_PATTERNS = [
  /\b(?:bearer|basic)\s+[\w.~+/=-]{8,}/gi,
  /\b(?:sk|pk|rk|gsk|xai|key|vck|hf)[-_][\w*-]{8,}/gi,
  /\bAIza[\w-]{10,}/g,
];
/** Queries of addresses hold signatures. */
const QUERY = /(\bhttps?:\/\/[^\s?#"']+)[?#][^\s"']*/gi;
const USER_INFO = /\b(https?:\/\/)[^\s/@"']+@/gi;

/** Texts that must not be shown: credentials, and what the conversation says. */
export interface Redactions {
  secrets: readonly string[];
  /** Texts of the prompt. */
  quotes: readonly string[];
}

/** Replaces credentials by `[key]` and prompts by `[prompt]`, and cuts long texts. */
export function redact(text: string, { secrets, quotes }: Redactions): string {
  let clean = text.slice(0, 4 * TEXT_MAX);
  for (const secret of secrets) clean = clean.replaceAll(secret, '[key]');
  for (const pattern of KEY_PATTERNS) clean = clean.replace(pattern, '[key]');
  clean = clean.replace(QUERY, '$1').replace(USER_INFO, '$1');
  for (const quote of quotes) if (quote.length >= QUOTED_WHOLE_MIN) clean = clean.replaceAll(quote, '[prompt]');
  clean = dropQuotes(
    clean,
    quotes
      .filter(({ length }) => length > QUOTE_MIN)
      .join('\n')
      .slice(0, PROMPT_MAX),
  );
  return clean.length > TEXT_MAX ? `${clean.slice(0, TEXT_MAX)}…` : clean;
}

/** Takes out what also stands in the prompt, as long as it is more than a few words. */
function dropQuotes(text: string, prompt: string): string {
  let clean = '';
  for (let at = 0; at < text.length;) {
    let end = at + QUOTE_MIN;
    if (end > text.length || !prompt.includes(text.slice(at, end))) {
      clean += text[at];
      at += 1;
      continue;
    }
    while (end < text.length && prompt.includes(text.slice(at, end + 1))) end += 1;
    clean += '[prompt]';
    at = end;
  }
  return clean;
}

/** The values of variables that are credentials by their names. */
export function secretsOfEnvironment(environment: Readonly<Record<string, string | undefined>>): string[] {
  return toSecrets(Object.entries(environment).filter(([name]) => isSecretVariable(name)));
}

/** The values of headers that are credentials by their names, with and without their scheme. */
export function secretsOfHeaders(headers: object | null | undefined): string[] {
  const values = toSecrets(Object.entries(headers ?? {}).filter(([name]) => isSecretHeader(name)));
  return values.flatMap((value) => [value, ...toSecrets([['', value.replace(/^\w+\s+/, '')]])]);
}

function toSecrets(entries: readonly (readonly [string, unknown])[]): string[] {
  return entries.flatMap(([, value]) => (typeof value === 'string' && value.length >= SECRET_MIN ? [value] : []));
}

/** All texts in a value that are long enough to be known again. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= QUOTED_WHOLE_MIN ? [value] : [];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(textsOf);
}
