/**
 * Encrypts single values with AES-256-GCM. An encrypted value is a text: `enc1t:<key>:<base64>` for a text, `enc1b:…`
 * for bytes. No plain value begins so, because the codec writes JSON. Its run and its place there are authenticated
 * with it, so it means nothing in another run or at another place.
 *
 * Nonces of 96 bits are random: for 2^32 values of one key, two share one with a chance of 2^-33, the limit that NIST
 * sets. Only those of chunks are derived from chunk and place, with a key of their own. So the same chunk at the same
 * place gives the same text again, and the store recognises a chunk that is written once more. Whoever reads the store
 * learns whether two chunks of one stream are equal, and nothing else. The bound is the same: different chunks share a
 * nonce only by chance, and where chunk and place are the same, the whole text is.
 */
import { createCipheriv, createDecipheriv, createHmac, randomFillSync } from 'node:crypto';
import { toUnreadable, type UnreadableReason } from '../../contract/unreadable-value.ts';
import type { Chunk } from '../world.ts';
import type { KeyRing, ValueKey } from './key-ring.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = /^enc1([tb]):([\w-]+):/;
const BEGIN = 'enc1';

/** The place of a value: only there it can be decrypted. */
export interface ValuePlace {
  runId: string;
  /** Its place in the run, such as `step_completed 3`. */
  at: string;
  /** The same value is stored in the same form again. Default: false. */
  isStable?: boolean;
}

/** Whether a stored value is encrypted. */
export const isSealed = (value: Chunk): value is string => typeof value === 'string' && value.startsWith(BEGIN);

/** The name of the key that a stored value is encrypted with; `null`: it is plain. */
export const keyIdOf = (value: Chunk): string | null => (isSealed(value) ? (FORM.exec(value)?.[2] ?? '') : null);

/** Encrypts a value with the first key of the ring. Without one the value stays as it is. */
export function seal<Value extends Chunk>({ first }: KeyRing, place: ValuePlace, value: Value): Value | string {
  return first === null ? value : sealWith(first, place, value);
}

/** All other texts and bytes that a value may be stored as at this place: plain, or with another key of the ring. */
export const otherForms = (ring: KeyRing, place: ValuePlace, value: Chunk): Chunk[] => [
  ...(ring.first === null ? [] : [value]),
  ...ring.others.map((key) => sealWith(key, place, value)),
];

/** The value of a stored one; or, as a failure, why it cannot be read. Plain values stay as they are. */
export function open(ring: KeyRing, place: ValuePlace, stored: Chunk): Chunk | Unreadable {
  if (!isSealed(stored)) return stored;
  const [head, , keyId = ''] = FORM.exec(stored) ?? [];
  if (head === undefined) return new Unreadable('altered', 'unknown');
  const key = ring.find(keyId);
  if (!key) return new Unreadable('key_missing', keyId);
  return openWith(key, place, stored, head) ?? new Unreadable('altered', keyId);
}

/** A value that cannot be read. */
export class Unreadable {
  /** It stands for the value, see `toUnreadable`. */
  readonly text: string;

  constructor(reason: UnreadableReason, keyId: string) {
    this.text = toUnreadable(reason, keyId);
  }
}

function sealWith(key: ValueKey, place: ValuePlace, value: Chunk): string {
  const head = `${BEGIN}${typeof value === 'string' ? 't' : 'b'}:${key.id}:`;
  const label = toLabel(head, place);
  const nonce = place.isStable ? deriveNonce(key, label, value) : takeNonce();
  const cipher = createCipheriv(ALGORITHM, key.encryption, nonce);
  cipher.setAAD(label);
  const body = typeof value === 'string' ? cipher.update(value, 'utf8') : cipher.update(value);
  cipher.final();
  return head + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
}

/** `null`: it was not made with this key for this place, or was changed since. */
function openWith(key: ValueKey, place: ValuePlace, stored: string, head: string): Chunk | null {
  const bytes = Buffer.from(stored.slice(head.length), 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key.encryption, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(toLabel(head, place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return null;
  }
  return head.startsWith(`${BEGIN}t`) ? plain.toString('utf8') : new Uint8Array(plain);
}

const toLabel = (head: string, { runId, at }: ValuePlace): Buffer => Buffer.from(`${head} ${runId} ${at}`, 'utf8');

/** The label has its length in front, so that no part of it can pass for a part of the value. */
const deriveNonce = (key: ValueKey, label: Buffer, value: Chunk): Buffer =>
  createHmac('sha256', key.nonce)
    .update(`${label.length} `)
    .update(label)
    .update(value)
    .digest()
    .subarray(0, NONCE_BYTES);

/** Random bytes are made for many nonces at a time, which takes a tenth of the time. */
const POOL = Buffer.alloc(NONCE_BYTES * 1_024);
let poolUsed = POOL.length;

function takeNonce(): Buffer {
  if (poolUsed === POOL.length) {
    randomFillSync(POOL);
    poolUsed = 0;
  }
  poolUsed += NONCE_BYTES;
  return POOL.subarray(poolUsed - NONCE_BYTES, poolUsed);
}
