/** AES-256-GCM: bytes that only their key opens, and only under the label that they were sealed with. */
import { createCipheriv, createDecipheriv, createHmac, randomFillSync } from 'node:crypto';
import type { ValueKey } from './key-ring.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The label, which is authenticated with sealed bytes, and the nonce that they are sealed with. */
interface Seal {
  label: Buffer;
  nonce: Buffer;
}

/** Nonce, sealed bytes and tag, in base64. */
export function sealBytes(key: ValueKey, { label, nonce }: Seal, content: string | Uint8Array): string {
  const cipher = createCipheriv(ALGORITHM, key.encryption, nonce);
  cipher.setAAD(label);
  const body = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
  cipher.final();
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
}

/** The bytes of a text from {@link sealBytes}. `null`: key or label differ, or it was changed since. */
export function openBytes(key: ValueKey, label: Buffer, sealed: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key.encryption, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(label);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return null;
  }
  return content;
}

/** The same content under the same label has the same digest; without the key nobody learns more from it. */
export interface ContentDigest {
  nonce: Buffer;
  /** Independent of the nonce, so that it may outlive it. */
  rest: Buffer;
}

/** The label has its length in front, so that no part of it can pass for a part of the content. */
export function digestContent(key: ValueKey, label: Buffer, content: string | Uint8Array): ContentDigest {
  const digest = createHmac('sha256', key.nonce).update(`${label.length} `).update(label).update(content).digest();
  return { nonce: digest.subarray(0, NONCE_BYTES), rest: digest.subarray(NONCE_BYTES) };
}

/** Random bytes are made for many nonces at a time, which takes a tenth of the time. */
const POOL = Buffer.alloc(NONCE_BYTES * 1_024);
let poolUsed = POOL.length;

/** A random nonce. */
export function takeNonce(): Buffer {
  if (poolUsed === POOL.length) {
    randomFillSync(POOL);
    poolUsed = 0;
  }
  poolUsed += NONCE_BYTES;
  return POOL.subarray(poolUsed - NONCE_BYTES, poolUsed);
}
