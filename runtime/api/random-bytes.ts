import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Unguessable bytes. Drawn from the system in larger pieces, because each call of it costs more than its bytes. */
export function takeRandomBytes(length: number): Buffer {
  if (used + length > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const taken = Buffer.from(pool.subarray(used, used + length));
  // What was handed out must not stay readable here.
  pool.fill(0, used, used + length);
  used += length;
  return taken;
}
