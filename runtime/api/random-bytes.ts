import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Returns unguessable bytes. The system is asked for larger blocks, because each call costs more than its bytes. */
export function takeRandomBytes(length: number): Buffer {
  if (used + length > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const taken = Buffer.from(pool.subarray(used, used + length));
  // The bytes must not remain readable here.
  pool.fill(0, used, used + length);
  used += length;
  return taken;
}
