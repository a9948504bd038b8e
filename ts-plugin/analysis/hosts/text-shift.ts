/** TypeScript removes the byte order mark of files that it reads itself, while our indexes count it. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { FileText } from '../project/host.ts';

/** The difference between our index and TypeScript's index in a file: 0 or 1. */
export type TextShift = (path: string) => number;

const MARK = [0xef, 0xbb, 0xbf];

/** The shift of files on disk. Texts of an editor reach TypeScript unchanged, so they have none. */
export function createTextShift(openText: (path: string) => FileText | null): TextShift {
  return (path) => (openText(path) === null && beginsWithMark(path) ? 1 : 0);
}

function beginsWithMark(path: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const bytes = new Uint8Array(MARK.length);
    return readSync(file, bytes) === MARK.length && MARK.every((byte, index) => bytes[index] === byte);
  } catch {
    // A missing file has no types either.
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
