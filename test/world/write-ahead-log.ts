/** Looks into the write-ahead log of an SQLite file. The format: sqlite.org/fileformat2.html#the_write_ahead_log. */
import { readFileSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_SIZE_AT = 8;
const SALT_AT = 16;
const FRAME_SALT_AT = 8;
const SALT_BYTES = 8;
/** In the last frame of a transaction the size of the database, else 0. */
const SIZE_AFTER_COMMIT_AT = 4;

/** How many transactions are in the log of a database, counted from where it began anew. */
export function countTransactions(databaseFile: string): number {
  const log = readFileSync(`${databaseFile}-wal`);
  const salt = log.subarray(SALT_AT, SALT_AT + SALT_BYTES);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(PAGE_SIZE_AT);
  let count = 0;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const frameSalt = log.subarray(at + FRAME_SALT_AT, at + FRAME_SALT_AT + SALT_BYTES);
    if (!frameSalt.equals(salt)) break;
    if (log.readUInt32BE(at + SIZE_AFTER_COMMIT_AT) > 0) count++;
  }
  return count;
}
