/** Encrypts and decrypts the texts of a run, which are all values but chunks. Many at once take much less time each. */
import type { Chunk } from '../world.ts';
import type { LabelledText } from './gcm-batch.ts';
import type { KeyRing, ValueKey } from './key-ring.ts';
import { takeNonce } from './sealed-bytes.ts';
import { findOpener, isSealed, labelOf, open, seal, toTextHead, Unreadable } from './value-cipher.ts';

/** Longer texts take less time one by one, because `node:crypto` sums up faster. */
const SHORT_LENGTH_MAX = 300;
/** The same for encrypted ones. */
const SHORT_SEALED_MAX = 480;

/** A text, and its place in its run. */
export interface PlacedText {
  text: string;
  /** See `ValuePlace`. */
  at: string;
}

/** The texts in the same order, encrypted with the first key of the ring. `null`: there is none, so they stay. */
export function sealTexts(keys: KeyRing, runId: string, texts: readonly PlacedText[]): string[] | null {
  const { first } = keys;
  if (first === null) return null;
  const head = toTextHead(first);
  const isShort = ({ text }: PlacedText): boolean => text.length <= SHORT_LENGTH_MAX;
  const short = texts.filter(isShort).map(({ text, at }) => ({ label: labelOf(head, { runId, at }), text }));
  const sealed = first.batch.seal(short, takeNonce).values();
  return texts.map((placed) =>
    isShort(placed) ? head + sealed.next().value! : seal(keys, { runId, at: placed.at }, placed.text),
  );
}

/**
 * The inverse of {@link sealTexts}. A text that cannot be read becomes one that stands for it, see `toUnreadable`.
 * `null`: none is encrypted, so they stay.
 */
export function openTexts(keys: KeyRing, runId: string, stored: readonly PlacedText[]): string[] | null {
  if (!stored.some(({ text }) => isSealed(text))) return null;
  const opened = stored.map(({ text }) => text);
  const short = new Map<ValueKey, { sealed: LabelledText[]; indexes: number[] }>();
  for (const [i, { text, at }] of stored.entries()) {
    if (!isSealed(text)) continue;
    const opener = findOpener(keys, text);
    if (opener instanceof Unreadable) opened[i] = opener.text;
    else if (text.length > SHORT_SEALED_MAX) opened[i] = toText(open(keys, { runId, at }, text));
    else {
      const { head, key } = opener;
      const ofKey = short.get(key) ?? { sealed: [], indexes: [] };
      ofKey.sealed.push({ label: labelOf(head, { runId, at }), text: text.slice(head.length) });
      ofKey.indexes.push(i);
      short.set(key, ofKey);
    }
  }
  for (const [key, { sealed, indexes }] of short) {
    const texts = key.batch.open(sealed);
    for (const [n, i] of indexes.entries()) opened[i] = texts[n] ?? new Unreadable('altered', key.id).text;
  }
  return opened;
}

const toText = (opened: Chunk | Unreadable): string =>
  opened instanceof Unreadable ? opened.text : (opened as string);
