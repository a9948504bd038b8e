/** Looks for a text in the bytes of files, in every form in which a careless store could have written it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /(?:[0-9a-f]{2}){12,}/gi;
/** Encoded texts may stand inside of others. */
const DEPTH_MAX = 2;

/**
 * The words that begin with `marker` in the files of a folder, and of those below it, each once. A word ends where the
 * next one begins, or with a character that is no small letter and no dash.
 */
export function findMarkers(folder: string, marker: string): string[] {
  const found = new Set<string>();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of entries) search(readFileSync(join(entry.parentPath, entry.name)), marker, found, DEPTH_MAX);
  return [...found].toSorted();
}

function search(bytes: Buffer, marker: string, found: Set<string>, depth: number): void {
  const words = new RegExp(`${marker}[a-z-]*`, 'g');
  const text = bytes.toString('latin1');
  // In UTF-16 every second byte of an English text is zero, in either order.
  for (const form of [text, text.replaceAll('\0', '')]) {
    for (const [word] of form.matchAll(words)) found.add(word);
  }
  if (depth === 0) return;
  for (const [word] of text.matchAll(BASE64)) {
    // A text may begin inside of a word, so every offset of the four letters of a group counts.
    for (let skip = 0; skip < 4; skip += 1) search(Buffer.from(word.slice(skip), 'base64'), marker, found, depth - 1);
  }
  for (const [word] of text.matchAll(HEX)) {
    search(Buffer.from(word, 'hex'), marker, found, depth - 1);
    search(Buffer.from(word.slice(1), 'hex'), marker, found, depth - 1);
  }
}
