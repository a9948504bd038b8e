/**
 * Encrypts single values. An encrypted value is a text: `enc1t:<key>:<base64>` for a text, `enc1b:…` for bytes, and
 * `enc2t:…` where the place has a number. No plain value begins so, because the codec writes JSON. Its run, its place
 * there and the number are authenticated with it, so it means nothing in another run or at another place. Several
 * chunks are encrypted together, see `chunk-groups.ts`.
 *
 * Nonces of 96 bits are random: for 2^32 values of one key, two share one with a chance of 2^-33, the limit that NIST
 * sets. Only those of chunks are derived from chunk and place, with a key of their own. So the same request gives the
 * same texts again, and the store recognises it. The bound is the same: different chunks share a nonce only by chance,
 * and where chunk and place are the same, the whole text is.
 */
import { toUnreadable, type UnreadableReason } from '../../contract/unreadable-value.ts';
import type { Chunk } from '../world.ts';
import type { KeyRing } from './key-ring.ts';
import { digestContent, openBytes, sealBytes, takeNonce } from './sealed-bytes.ts';

/** Values with the first form had no number at any place, and stay readable. */
const [PLACED, NUMBERED] = ['enc1', 'enc2'];
/** The beginning of a value that is encrypted for a place. */
export const versionFor = ({ number }: ValuePlace): string => (number === undefined ? PLACED : NUMBERED);
const FORM = /^enc[12]([tb]):([\w-]+):/;
/** Texts of values and of groups of chunks. */
const KEYED_FORM = /^enc[12][tbg]:([\w-]+):/;
/** The beginning of an encrypted value with the longest name of a key, its nonce and its tag. */
const FRAME_LENGTH_MAX = 80;

/** The place of a value: only there it can be decrypted. */
export interface ValuePlace {
  runId: string;
  /** Its place in the run, such as `step_completed 3`. */
  at: string;
  /** Which one it is of the values that such a place can have. Absent where there is only one. */
  number?: number | undefined;
  /** The same value is stored in the same form again. Default: false. */
  isStable?: boolean;
}

/** Whether a stored value is encrypted. */
const isSealed = (value: Chunk): value is string =>
  typeof value === 'string' && (value.startsWith(PLACED) || value.startsWith(NUMBERED));

/** Whether an encrypted value says its number, if its place has one. */
const isNumbered = (value: Chunk, { number }: ValuePlace): boolean =>
  number === undefined || (typeof value === 'string' && value.startsWith(NUMBERED));

/** Whether a stored value has the form that it would get now at its place. */
export const hasNewForm = ({ first }: KeyRing, place: ValuePlace, stored: Chunk): boolean => {
  const keyId = keyIdOf(stored);
  return keyId === (first?.id ?? null) && (keyId === null || isNumbered(stored, place));
};

/** The name of the key that a stored value is encrypted with; `null`: it is plain. */
export const keyIdOf = (value: Chunk): string | null => (isSealed(value) ? (KEYED_FORM.exec(value)?.[1] ?? '') : null);

/**
 * Encrypts a value with the first key of the ring. Without one the value stays as it is.
 * @throws `encryption_required` where plain values are refused.
 */
export function seal<Value extends Chunk>(ring: KeyRing, place: ValuePlace, value: Value): Value | string {
  const key = ring.forNewValue();
  if (key === null) return value;
  const head = `${versionFor(place)}${typeof value === 'string' ? 't' : 'b'}:${key.id}:`;
  const label = toLabel(head, place);
  const nonce = place.isStable ? digestContent(key, label, value).nonce : takeNonce();
  return head + sealBytes(key, { label, nonce }, value);
}

/** The value of a stored one; or, as a failure, why it cannot be read. Plain values stay as they are. */
export function open(ring: KeyRing, place: ValuePlace, stored: Chunk): Chunk | Unreadable {
  if (!isSealed(stored)) return ring.acceptsPlain ? stored : new Unreadable('altered', '');
  const [head, kind, keyId = ''] = FORM.exec(stored) ?? [];
  if (head === undefined) return new Unreadable('altered', 'unknown');
  // A chunk may have come as a letter from another database, where nobody knew its index.
  if (!ring.acceptsPlain && !isNumbered(stored, place) && !place.isStable) return new Unreadable('altered', keyId);
  const key = ring.find(keyId);
  if (!key) return new Unreadable('key_missing', keyId);
  const bytes = openBytes(key, toLabel(head, place), stored.slice(head.length));
  if (bytes === null) return new Unreadable('altered', keyId);
  return kind === 't' ? bytes.toString('utf8') : new Uint8Array(bytes);
}

/** The label that is authenticated with a value. @param head The beginning of its text. */
export const toLabel = (head: string, { runId, at, number }: ValuePlace): Buffer =>
  Buffer.from(`${head} ${runId} ${at}${head.startsWith(NUMBERED) ? ` ${number}` : ''}`, 'utf8');

/**
 * Encrypted, so many bytes in so many values have at most this length; texts with other letters than English have more.
 */
export const toSealedLength = (bytes: number, count: number): number =>
  Math.ceil((bytes * 4) / 3) + count * FRAME_LENGTH_MAX;

/** A value that cannot be read. */
export class Unreadable {
  /** It stands for the value, see `toUnreadable`. */
  readonly text: string;

  constructor(reason: UnreadableReason, keyId: string) {
    this.text = toUnreadable(reason, keyId);
  }
}
