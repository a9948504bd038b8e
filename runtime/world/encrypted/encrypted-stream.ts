/** One stream of a World whose chunks are encrypted in another one. */
import type { RunId } from '../../contract/ids.ts';
import { toUnreadable, unreadableError } from '../../contract/unreadable-value.ts';
import { isSameChunk } from '../commit-rules.ts';
import type { AppendOutcome, Chunk, ChunkPage, ChunkWriter, StepCallKey, StepChunkRange, World } from '../world.ts';
import { GROUP_BYTES_MAX, sealChunks } from './chunk-groups.ts';
import type { FreePositions } from './free-positions.ts';
import type { KeyRing } from './key-ring.ts';
import { openChunks, type OpenChunk, type StoredChunks } from './open-chunks.ts';
import { toSealedLength, Unreadable, type ValuePlace } from './value-cipher.ts';
import { chunkPlace } from './value-places.ts';

/** Bytes of earlier chunks that are compared at a time with those that are written. */
const COMPARED_BYTES = 512 * 1024;
/** Chunks whose group is not where it was are read again so often: somebody may be making the store plain again. */
const READS_MAX = 5;

/** The stream, the World that has it, and what all streams of that World share. */
export interface EncryptedStreamOptions {
  inner: World;
  keys: KeyRing;
  free: FreePositions;
  runId: RunId;
  stream: string;
}

/** Encrypts and decrypts the chunks of a stream. */
export class EncryptedStream {
  readonly #options: EncryptedStreamOptions;
  readonly #place: ValuePlace;
  readonly #key: string;

  constructor(options: EncryptedStreamOptions) {
    this.#options = options;
    this.#key = `${options.runId} ${options.stream}`;
    this.#place = chunkPlace(options.runId, options.stream);
  }

  /** See `World.appendChunks`. */
  async append(chunks: readonly Chunk[], writer: ChunkWriter | undefined): Promise<AppendOutcome> {
    const { keys, free } = this.#options;
    if (!writer || writer.isFresh || keys.isEmpty) return await this.#append(chunks, writer);
    let kept = 0;
    if (!free.has(this.#key, writer)) {
      // From here on no earlier attempt can write.
      const noted = await this.#append([], writer);
      if (!noted.ok || chunks.length === 0) return noted;
      kept = await this.#countKept(chunks, writer);
    }
    const outcome = await this.#append(chunks.slice(kept), { ...writer, position: writer.position + kept });
    if (outcome.ok) free.moveOn(this.#key, writer, writer.position + chunks.length);
    return outcome;
  }

  #append(chunks: readonly Chunk[], writer: ChunkWriter | undefined): Promise<AppendOutcome> {
    const { inner, keys, runId, stream } = this.#options;
    return inner.appendChunks(runId, stream, sealChunks(keys, this.#place, chunks), writer);
  }

  /**
   * How many of the chunks, from the first on, the call has written before. The store cannot tell: one chunk has many
   * forms.
   */
  async #countKept(chunks: readonly Chunk[], writer: ChunkWriter): Promise<number> {
    for (let kept = 0; ;) {
      const [from, limit] = [writer.position + kept, chunks.length - kept];
      const before = limit === 0 ? [] : await this.#readWritten(writer, { from, limit, bytesMax: COMPARED_BYTES });
      if (before.length === 0) {
        if (limit > 0) this.#options.free.note(this.#key, writer, from);
        return kept;
      }
      for (const chunk of before) {
        if (chunk instanceof Unreadable || !isSameChunk(chunk!, chunks[kept]!)) return kept;
        kept += 1;
      }
    }
  }

  /**
   * See `World.readChunks`.
   * @throws `value_key_missing`, `value_altered`: a reader of a stream must not take something else for a chunk.
   */
  async readPage(from: number, limit: number, bytesMax = Infinity): Promise<ChunkPage> {
    const { inner, runId, stream } = this.#options;
    const readOne = async (index: number) => (await inner.readChunks(runId, stream, index, 1)).chunks[0];
    let page: ChunkPage | undefined;
    const chunks = await this.#open(bytesMax, async () => {
      page = await inner.readChunks(runId, stream, from, limit, this.#toStoredMax(bytesMax, limit));
      return { chunks: page.chunks, from, readOne };
    });
    return { ...page!, chunks: chunks.map(toReadable) };
  }

  /** See `World.readStepChunks`. @throws `value_key_missing`, `value_altered`. */
  async readStepChunks(call: StepCallKey, range: StepChunkRange): Promise<Chunk[]> {
    const chunks = await this.#readWritten(call, range);
    return chunks.map((chunk) => toReadable(chunk)!);
  }

  async #readWritten(call: StepCallKey, range: StepChunkRange): Promise<OpenChunk[]> {
    const { inner, runId, stream } = this.#options;
    const { from = 0, limit = 0, bytesMax = Infinity } = range;
    const read = (part: StepChunkRange) => inner.readStepChunks(runId, stream, call, part);
    const stored = { ...range, bytesMax: this.#toStoredMax(bytesMax, limit) };
    const readOne = async (position: number) => (await read({ from: position, limit: 1 }))[0];
    return await this.#open(bytesMax, async () => ({ chunks: await read(stored), from, readOne }));
  }

  /** Encrypted chunks are longer, so that a page for `bytesMax` could end too early in the store. */
  #toStoredMax(bytesMax: number, limit: number): number {
    return this.#options.keys.isEmpty ? bytesMax : toSealedLength(bytesMax + GROUP_BYTES_MAX, limit);
  }

  /** Reads stored chunks and opens them, up to the one with which they have `bytesMax` bytes. */
  async #open(bytesMax: number, read: () => Promise<StoredChunks>): Promise<OpenChunk[]> {
    for (let reads = 1; reads <= READS_MAX; reads += 1) {
      const opened = await openChunks(await read(), { keys: this.#options.keys, place: this.#place, bytesMax });
      if (opened) return opened;
    }
    throw unreadableError(toUnreadable('altered', 'unknown'))!;
  }
}

const toReadable = (chunk: OpenChunk): Chunk | null => {
  if (chunk instanceof Unreadable) throw unreadableError(chunk.text)!;
  return chunk;
};
