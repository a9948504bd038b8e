import { createHash } from 'node:crypto';

/** 128 bits: nobody gains by two writes that look alike. */
const DIGEST_BYTES = 16;

/** The digest by which the journal knows written chunks: of their contents and kinds, in order. */
export function digestChunks(chunks: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) {
    // Kind and length in front, so that chunks cut elsewhere are others.
    if (typeof chunk === 'string') hash.update(`t${Buffer.byteLength(chunk)} `).update(chunk);
    else hash.update(`b${chunk.length} `).update(chunk);
  }
  return hash.digest().subarray(0, DIGEST_BYTES).toString('base64url');
}
