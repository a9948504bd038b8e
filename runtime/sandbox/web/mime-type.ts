/** Content types, read and written as the MIME Sniffing standard defines. */
import { HTTP_TOKEN } from './headers.ts';

/** `text/html;charset=utf-8` in parts. */
export interface MimeType {
  /** Type and subtype, in lower case. */
  essence: string;
  /** By lower-case name. */
  parameters: Map<string, string>;
}

const ESSENCE = /^[\t\n\r ]*([^/]+\/[^;]*?)[\t\n\r ]*(?:;|$)/;
/** One parameter: its name, then a quoted value and anything before the next one, or a plain value. */
const PARAMETER = /[\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\[^])*)(?:"|\\?$)[^;]*|([^;]*)))?(?:;|$)/y;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The parts of a content type; `null` when it is not valid. Malformed parameters are left out. */
export function parseMimeType(text: string): MimeType | null {
  const start = ESSENCE.exec(text);
  const essence = start?.[1]?.toLowerCase();
  if (!start || !essence?.split('/').every((part) => HTTP_TOKEN.test(part)) || essence.split('/').length !== 2)
    return null;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = start[0].length;
  while (PARAMETER.lastIndex < text.length) {
    const [, name = '', quoted, plain] = PARAMETER.exec(text)!;
    const key = name.toLowerCase();
    const value = quoted?.replaceAll(/\\([^])/g, '$1') ?? plain?.replace(/[\t\n\r ]+$/, '');
    if (value === undefined || (quoted === undefined && value === '')) continue;
    if (HTTP_TOKEN.test(key) && VALUE.test(value) && !parameters.has(key)) parameters.set(key, value);
  }
  return { essence, parameters };
}

/** The canonical text of a content type. */
export function formatMimeType({ essence, parameters }: MimeType): string {
  let text = essence;
  for (const [name, value] of parameters) {
    text += `;${name}=${HTTP_TOKEN.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`}`;
  }
  return text;
}
