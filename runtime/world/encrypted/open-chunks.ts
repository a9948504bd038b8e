/** Opens chunks as the store has them: one by one, or by their groups. */
import type { Chunk } from '../world.ts';
import { isHead, isInPlace, openGroup, toMember, type GroupMember, type OpenGroup } from './chunk-groups.ts';
import type { KeyRing } from './key-ring.ts';
import { open, Unreadable, type ValuePlace } from './value-cipher.ts';

/** Consecutive chunks as the store has them. */
export interface StoredChunks {
  chunks: readonly (Chunk | null)[];
  /** The index in the stream of each of them. */
  indexOf(i: number): number;
  /** Reads the one that stands so many before one of them. */
  readBefore(i: number, count: number): Promise<Chunk | null | undefined>;
}

/** The stream of the chunks, and how many of them are wanted. */
interface OpeningOptions {
  keys: KeyRing;
  placeOf(index: number): ValuePlace;
  /** They end with the one with which they have so many bytes. */
  bytesMax: number;
}

/** A chunk; or why it cannot be read; `null`: it was dropped. */
export type OpenChunk = Chunk | Unreadable | null;

/**
 * Opens chunks in order.
 * @returns `null`: a group is not where one of its chunks says, because somebody has changed the form of its chunks.
 */
export async function openChunks(
  { chunks, indexOf, readBefore }: StoredChunks,
  { keys, placeOf, bytesMax }: OpeningOptions,
): Promise<OpenChunk[] | null> {
  const opened: OpenChunk[] = [];
  let group: OpenGroup | null = null;
  let bytes = 0;
  for (const [i, stored] of chunks.entries()) {
    if (bytes >= bytesMax) break;
    const member = stored === null ? null : toMember(stored);
    if (member && !isInPlace(group, member, indexOf(i))) {
      const head = member.n === 0 ? stored : await readBefore(i, member.n);
      if (toMember(head ?? '')?.group !== member.group || !isHead(head!)) return null;
      group = openGroup(keys, placeOf(indexOf(i) - member.n), head);
    }
    const chunk = stored === null ? null : member ? pick(group!, member) : open(keys, placeOf(indexOf(i)), stored);
    opened.push(chunk);
    if (chunk !== null && !(chunk instanceof Unreadable)) bytes += chunk.length;
  }
  return opened;
}

const pick = ({ chunks }: OpenGroup, { n }: GroupMember): Chunk | Unreadable =>
  chunks instanceof Unreadable ? chunks : (chunks[n] ?? new Unreadable('altered', 'unknown'));
