/**
 * Chunks that are appended together are encrypted together, because one cipher per chunk takes longer than to store it.
 * The first chunk of a group is stored as `enc2g:<key>:<group>:<base64>`, which holds all of them, and each other one
 * as `enc1m:<group>:<n>`. The index of the first one is the number of its place; groups of before (`enc1g:…`) have
 * none. A stream only ever loses chunks from some position of a call on, so whatever is left of a group has its first
 * chunk. The name of the group stays when it is encrypted anew, so only the first chunk changes.
 */
import type { Chunk } from '../world.ts';
import type { KeyRing, ValueKey } from './key-ring.ts';
import { digestContent, openBytes, sealBytes, takeNonce } from './sealed-bytes.ts';
import { seal, toLabel, Unreadable, versionFor, type ValuePlace } from './value-cipher.ts';

/** To read one chunk takes its whole group. */
const GROUP_CHUNKS_MAX = 256;
/** A chunk with which a group would have more bytes (a character counts as one) belongs to the next one. */
export const GROUP_BYTES_MAX = 64 * 1024;

const NAME_BYTES = 9;
const HEAD_FORM = /^enc[12]g:([\w-]+):([\w-]{12}):/;
const MEMBER_BEGIN = 'enc1m:';
/** The length of a name in base64. */
const NAME_LENGTH = 12;

/** The part of a group that a stored chunk is. */
export interface GroupMember {
  group: string;
  /** How many chunks of the group come before it, in the stream and among those of its call. */
  n: number;
}

/** Chunks with the name of their group. */
interface SealedChunks {
  name: string;
  chunks: readonly Chunk[];
}

/** A group, and its chunks; or why they cannot be read. */
export interface OpenGroup {
  name: string;
  /** The index of its first chunk in the stream. */
  index: number;
  chunks: readonly Chunk[] | Unreadable;
}

/**
 * The chunks as they are stored, encrypted with the first key of the ring. Without one they stay as they are.
 * @param stream Their place; its number is the index of the first one.
 */
export function sealChunks(ring: KeyRing, stream: ValuePlace, chunks: readonly Chunk[]): Chunk[] {
  if (chunks.length === 0 || ring.forNewValue() === null) return [...chunks];
  const sealed: Chunk[] = [];
  for (let from = 0; from < chunks.length;) {
    const group = chunks.slice(from, endOfGroup(chunks, from));
    const place = stream.number === undefined ? stream : { ...stream, number: stream.number + from };
    if (group.length === 1) sealed.push(seal(ring, place, group[0]!));
    else addGroup(sealed, sealGroup(ring, place, group), group.length);
    from += group.length;
  }
  return sealed;
}

function endOfGroup(chunks: readonly Chunk[], from: number): number {
  const last = Math.min(chunks.length, from + GROUP_CHUNKS_MAX);
  let bytes = chunks[from]!.length;
  let end = from + 1;
  while (end < last && (bytes += chunks[end]!.length) <= GROUP_BYTES_MAX) end += 1;
  return end;
}

function addGroup(sealed: Chunk[], { head, name }: { head: string; name: string }, count: number): void {
  sealed.push(head);
  for (let n = 1; n < count; n += 1) sealed.push(`${MEMBER_BEGIN}${name}:${n}`);
}

/** The name comes from the content, so that the same request gives the same texts again. */
function sealGroup(ring: KeyRing, place: ValuePlace, chunks: readonly Chunk[]): { head: string; name: string } {
  const key = ring.first!;
  const content = joinChunks(chunks);
  const { nonce, rest } = digestContent(key, toLabel(startOf(key, place), place), content);
  const name = rest.subarray(0, NAME_BYTES).toString('base64url');
  const start = `${startOf(key, place)}${name}:`;
  return { head: start + sealBytes(key, { label: toLabel(start, place), nonce }, content), name };
}

const startOf = ({ id }: ValueKey, place: ValuePlace): string => `${versionFor(place)}g:${id}:`;

/** The part of a group that a stored chunk is; `null`: it belongs to none. */
export function toMember(stored: Chunk): GroupMember | null {
  if (typeof stored !== 'string') return null;
  if (!stored.startsWith(MEMBER_BEGIN)) return isHead(stored) ? { group: HEAD_FORM.exec(stored)![2]!, n: 0 } : null;
  const colon = MEMBER_BEGIN.length + NAME_LENGTH;
  return { group: stored.slice(MEMBER_BEGIN.length, colon), n: Number(stored.slice(colon + 1)) };
}

/** Whether a stored chunk holds its group: it is the first one. */
export const isHead = (stored: Chunk): stored is string => typeof stored === 'string' && HEAD_FORM.test(stored);

/** Whether a chunk is where its group has it: only the first one of a group is authenticated. */
export const isInPlace = (group: OpenGroup | null, member: GroupMember, index: number): group is OpenGroup =>
  group?.name === member.group && group.index + member.n === index;

/** The group that a stored chunk holds. @param place That of the chunk, with its index. */
export function openGroup(ring: KeyRing, place: ValuePlace, head: string): OpenGroup {
  const [start, keyId, name] = HEAD_FORM.exec(head) as unknown as [string, string, string];
  const index = place.number!;
  const key = ring.find(keyId);
  if (!key) return { name, index, chunks: new Unreadable('key_missing', keyId) };
  const content = openBytes(key, toLabel(start, place), head.slice(start.length));
  return { name, index, chunks: content ? splitChunks(content) : new Unreadable('altered', keyId) };
}

/** The text for the place of the first chunk of a group that is encrypted anew. */
export function resealGroup(key: ValueKey, place: ValuePlace, { name, chunks }: SealedChunks): string {
  const start = `${startOf(key, place)}${name}:`;
  // A derived nonce would be that of the same content under another name, which must never be.
  return start + sealBytes(key, { label: toLabel(start, place), nonce: takeNonce() }, joinChunks(chunks));
}

const NUMBER_BYTES = 4;
/** UTF-8 needs at most so many bytes for one character of JavaScript. */
const BYTES_PER_CHARACTER = 3;

/** Number of chunks, for each one its length in bytes times two and whether it is a text, then all of them. */
function joinChunks(chunks: readonly Chunk[]): Buffer {
  const start = NUMBER_BYTES * (1 + chunks.length);
  let room = start;
  for (const chunk of chunks) room += chunk.length * (typeof chunk === 'string' ? BYTES_PER_CHARACTER : 1);
  const joined = Buffer.allocUnsafe(room);
  joined.writeUInt32LE(chunks.length, 0);
  let end = start;
  for (const [i, chunk] of chunks.entries()) {
    const isText = typeof chunk === 'string';
    const from = end;
    if (isText) end += joined.write(chunk, from, 'utf8');
    else joined.set(chunk, from);
    if (!isText) end += chunk.length;
    joined.writeUInt32LE((end - from) * 2 + Number(isText), NUMBER_BYTES * (1 + i));
  }
  return joined.subarray(0, end);
}

function splitChunks(joined: Buffer): Chunk[] {
  const count = joined.readUInt32LE(0);
  const chunks: Chunk[] = [];
  let from = NUMBER_BYTES * (1 + count);
  for (let i = 1; i <= count; i += 1) {
    const number = joined.readUInt32LE(NUMBER_BYTES * i);
    const end = from + Math.floor(number / 2);
    chunks.push(number % 2 === 1 ? joined.toString('utf8', from, end) : new Uint8Array(joined.subarray(from, end)));
    from = end;
  }
  return chunks;
}
