/**
 * AES-256-GCM of many short texts at once. A cipher of `node:crypto` for each takes longer to make than to use, and a
 * journal has thousands. So the blocks of all of them go through AES in one call of `node:crypto`, and only the rest of
 * GCM is done here: to count blocks, and to sum up for the tags. The results are those of `node:crypto`.
 */
import { createCipheriv, type Cipheriv, type KeyObject } from 'node:crypto';
import { GHash } from './ghash.ts';

const BLOCK_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** UTF-8 needs at most so many bytes for one character of JavaScript. */
const BYTES_PER_CHARACTER = 3;
/** The bytes in which the label of the value at hand stands. */
const LABEL_BYTES = 256;

/** A text, and the label that is authenticated with it. */
export interface LabelledText {
  label: string;
  text: string;
}

/** Where a value stands in a buffer: nonce, content and tag one after the other. */
interface ValueSpan {
  nonceAt: number;
  contentAt: number;
  tagAt: number;
  /** Where its block for the tag begins among all encrypted counters; those for its content follow. */
  maskAt: number;
}

/** Seals and opens with one key. */
export class GcmBatch {
  readonly #aes: Cipheriv;
  readonly #hash: GHash;
  #label = Buffer.alloc(LABEL_BYTES);

  constructor(key: KeyObject) {
    this.#aes = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    this.#hash = new GHash(this.#aes.update(Buffer.alloc(BLOCK_BYTES)));
  }

  /** Nonce, sealed text and tag of each, in base64. @param takeNonce Gives each a nonce of its own. */
  seal(values: readonly LabelledText[], takeNonce: () => Uint8Array): string[] {
    const bytes = Buffer.allocUnsafe(roomFor(values, BYTES_PER_CHARACTER));
    const places: ValueSpan[] = [];
    for (const { text } of values) {
      const at = places.at(-1)?.tagAt;
      const nonceAt = at === undefined ? 0 : at + TAG_BYTES;
      bytes.set(takeNonce(), nonceAt);
      places.push(placeAfter(places.at(-1), bytes.write(text, nonceAt + NONCE_BYTES)));
    }
    const masks = this.#encryptCounters(bytes, places);
    return places.map((place, i) => {
      maskContent(bytes, place, masks);
      const sum = this.#sumOf(values[i]!.label, bytes, place);
      for (let at = 0; at < TAG_BYTES; at += 4)
        bytes.writeInt32BE(sum[at >> 2]! ^ masks.readInt32BE(place.maskAt + at), place.tagAt + at);
      return bytes.toString('base64', place.nonceAt, place.tagAt + TAG_BYTES);
    });
  }

  /** The texts of sealed ones. `null`: key or label differ, or it was changed since. */
  open(values: readonly LabelledText[]): (string | null)[] {
    const bytes = Buffer.allocUnsafe(roomFor(values, 1));
    const places: ValueSpan[] = [];
    const cutOff = new Set<number>();
    for (const [i, { text }] of values.entries()) {
      const nonceAt = places.length === 0 ? 0 : places.at(-1)!.tagAt + TAG_BYTES;
      const length = bytes.write(text, nonceAt, 'base64') - NONCE_BYTES - TAG_BYTES;
      if (length < 0) cutOff.add(i);
      places.push(placeAfter(places.at(-1), Math.max(0, length)));
    }
    const masks = this.#encryptCounters(bytes, places);
    return places.map((place, i) => {
      const sum = this.#sumOf(values[i]!.label, bytes, place);
      let difference = 0;
      for (let at = 0; at < TAG_BYTES; at += 4)
        difference |= sum[at >> 2]! ^ masks.readInt32BE(place.maskAt + at) ^ bytes.readInt32BE(place.tagAt + at);
      if (difference !== 0 || cutOff.has(i)) return null;
      maskContent(bytes, place, masks);
      return bytes.toString('utf8', place.contentAt, place.tagAt);
    });
  }

  /** For each value the blocks 1, 2, … after its nonce. */
  #encryptCounters(bytes: Buffer, places: readonly ValueSpan[]): Buffer {
    const last = places.at(-1);
    const counters = Buffer.allocUnsafe(last ? endOfMasks(last) : 0);
    for (const place of places) {
      const end = endOfMasks(place);
      for (let at = place.maskAt, block = 1; at < end; at += BLOCK_BYTES, block += 1) {
        for (let i = 0; i < NONCE_BYTES; i += 1) counters[at + i] = bytes[place.nonceAt + i]!;
        counters.writeUInt32BE(block, at + NONCE_BYTES);
      }
    }
    return this.#aes.update(counters);
  }

  #sumOf(label: string, bytes: Buffer, { contentAt, tagAt }: ValueSpan): Int32Array {
    if (label.length * BYTES_PER_CHARACTER > this.#label.length)
      this.#label = Buffer.alloc(label.length * BYTES_PER_CHARACTER);
    const to = this.#label.write(label);
    return this.#hash.over({ bytes: this.#label, from: 0, to }, { bytes, from: contentAt, to: tagAt });
  }
}

function roomFor(values: readonly LabelledText[], bytesPerCharacter: number): number {
  let bytes = 0;
  for (const { text } of values) bytes += NONCE_BYTES + text.length * bytesPerCharacter + TAG_BYTES;
  return bytes;
}

/** The place of a value with so many bytes of content, after the one before it. */
function placeAfter(before: ValueSpan | undefined, length: number): ValueSpan {
  const nonceAt = before ? before.tagAt + TAG_BYTES : 0;
  const contentAt = nonceAt + NONCE_BYTES;
  return { nonceAt, contentAt, tagAt: contentAt + length, maskAt: before ? endOfMasks(before) : 0 };
}

const endOfMasks = ({ contentAt, tagAt, maskAt }: ValueSpan): number =>
  maskAt + BLOCK_BYTES * (1 + Math.ceil((tagAt - contentAt) / BLOCK_BYTES));

/** Encrypts a content, or decrypts it. */
function maskContent(bytes: Buffer, { contentAt, tagAt, maskAt }: ValueSpan, masks: Buffer): void {
  const toMask = maskAt + BLOCK_BYTES - contentAt;
  for (let at = contentAt; at < tagAt; at += 1) bytes[at]! ^= masks[at + toMask]!;
}
