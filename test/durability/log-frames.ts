/** The frames of a write-ahead log. The format: sqlite.org/fileformat2.html#the_write_ahead_log. */

export const LOG_HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;
const PAGE_SIZE_AT = 8;
const SALT_AT = 16;
const FRAME_SALT_AT = 8;
const SALT_BYTES = 8;
/** In the last frame of a transaction the size of the database, else 0. */
const SIZE_AFTER_COMMIT_AT = 4;

export interface LogFrame {
  from: number;
  to: number;
  endsTransaction: boolean;
}

/** The frames that are valid, in order. */
export function readFrames(log: Buffer): LogFrame[] {
  const salt = log.subarray(SALT_AT, SALT_AT + SALT_BYTES);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(PAGE_SIZE_AT);
  const frames: LogFrame[] = [];
  for (let from = LOG_HEADER_BYTES; from + frameBytes <= log.length; from += frameBytes) {
    if (!log.subarray(from + FRAME_SALT_AT, from + FRAME_SALT_AT + SALT_BYTES).equals(salt)) break;
    const endsTransaction = log.readUInt32BE(from + SIZE_AFTER_COMMIT_AT) > 0;
    frames.push({ from, to: from + frameBytes, endsTransaction });
  }
  return frames;
}
