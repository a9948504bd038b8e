/** One stream of a World whose chunks are encrypted in another one. */
import type { RunId } from '../../contract/ids.ts';
import { toUnreadable, unreadableError } from '../../contract/unreadable-value.ts';
import { isSameChunk } from '../commit-rules.ts';
import type {
  AppendOutcome,
  Chunk,
  ChunkPage,
  ChunkWriter,
  StepCallKey,
  StepChunk,
  StepChunkRange,
  World,
} from '../world.ts';
import { GROUP_BYTES_MAX, sealChunks } from './chunk-groups.ts';
import type { FreePositions } from './free-positions.ts';
import type { KeyRing } from './key-ring.ts';
import { openChunks, type OpenChunk, type StoredChunks } from './open-chunks.ts';
import type { StreamEnds } from './stream-ends.ts';
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
  ends: StreamEnds;
  runId: RunId;
  stream: string;
}

/** Encrypts and decrypts the chunks of a stream. */
export class EncryptedStream {
  readonly #options: EncryptedStreamOptions;
  readonly #key: string;

  constructor(options: EncryptedStreamOptions) {
    this.#options = options;
    this.#key = `${options.runId} ${options.stream}`;
  }

  /** See `World.appendChunks`. */
  async append(chunks: readonly Chunk[], writer?: ChunkWriter, index?: number): Promise<AppendOutcome> {
    for (;;) {
      const outcome = await this.#tryAppend(chunks, writer, index);
      if (outcome.ok || outcome.reason !== 'moved' || index !== undefined) return outcome;
      await this.#options.ends.find(this.#options.runId, this.#options.stream);
    }
  }

  /** `moved`: the stream has got other chunks meanwhile. */
  async #tryAppend(chunks: readonly Chunk[], writer?: ChunkWriter, index?: number): Promise<AppendOutcome> {
    const { keys, free } = this.#options;
    if (!writer || keys.isEmpty || chunks.length === 0) return await this.#append(chunks, writer, index);
    const isFree = free.has(this.#key, writer);
    let kept = 0;
    if (!isFree) {
      // From here on no earlier attempt can write.
      const noted = await this.#append([], writer);
      if (!noted.ok) return noted;
      kept = await this.#countKept(chunks, writer);
    }
    free.ask(this.#key, writer);
    const rest = { ...writer, position: writer.position + kept };
    const outcome = await this.#append(chunks.slice(kept), rest, index === undefined ? index : index + kept);
    if (outcome.ok && (kept < chunks.length || writer.isFresh))
      free.note(this.#key, writer, writer.position + chunks.length);
    // A request before this one may have no answer, and be faster than this one.
    else if (outcome.ok || outcome.reason !== 'moved' || isFree) free.answer(this.#key, writer);
    return outcome;
  }

  #append(chunks: readonly Chunk[], writer?: ChunkWriter, wanted?: number): Promise<AppendOutcome> {
    const { inner, keys, ends, runId, stream } = this.#options;
    const isNumbered = keys.first !== null && chunks.length > 0;
    const index = wanted ?? (isNumbered ? ends.take(runId, stream, chunks.length) : undefined);
    const sealed = sealChunks(keys, chunkPlace(runId, stream, index), chunks);
    return inner.appendChunks(runId, stream, sealed, writer, index);
  }

  /**
   * How many of the chunks, from the first on, the call has written before. The store cannot tell: one chunk has many
   * forms.
   */
  async #countKept(chunks: readonly Chunk[], writer: ChunkWriter): Promise<number> {
    for (let kept = 0; ;) {
      const [from, limit] = [writer.position + kept, chunks.length - kept];
      const before = limit === 0 ? [] : await this.#readWritten(writer, { from, limit, bytesMax: COMPARED_BYTES });
      if (before.length === 0) return kept;
      for (const { chunk } of before) {
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
    const indexOf = (i: number): number => from + i;
    const readBefore = async (i: number, count: number) =>
      (await inner.readChunks(runId, stream, from + i - count, 1)).chunks[0];
    let page: ChunkPage | undefined;
    const chunks = await this.#open(bytesMax, async () => {
      page = await inner.readChunks(runId, stream, from, limit, this.#toStoredMax(bytesMax, limit));
      return { chunks: page.chunks, indexOf, readBefore };
    });
    return { ...page!, chunks: chunks.map(toReadable) };
  }

  /** See `World.readStepChunks`. @throws `value_key_missing`, `value_altered`. */
  async readStepChunks(call: StepCallKey, range: StepChunkRange): Promise<StepChunk[]> {
    const chunks = await this.#readWritten(call, range);
    return chunks.map(({ index, chunk }) => ({ index, chunk: toReadable(chunk)! }));
  }

  async #readWritten(call: StepCallKey, range: StepChunkRange): Promise<{ index: number; chunk: OpenChunk }[]> {
    const { inner, runId, stream } = this.#options;
    const { from = 0, limit = 0, bytesMax = Infinity } = range;
    const read = (part: StepChunkRange) => inner.readStepChunks(runId, stream, call, part);
    const stored = { ...range, bytesMax: this.#toStoredMax(bytesMax, limit) };
    const readBefore = async (i: number, count: number) => (await read({ from: from + i - count, limit: 1 }))[0]?.chunk;
    let written: StepChunk[] = [];
    const opened = await this.#open(bytesMax, async () => {
      written = await read(stored);
      return { chunks: written.map(({ chunk }) => chunk), indexOf: (i) => written[i]!.index, readBefore };
    });
    return opened.map((chunk, i) => ({ index: written[i]!.index, chunk }));
  }

  /** Encrypted chunks are longer, so that a page for `bytesMax` could end too early in the store. */
  #toStoredMax(bytesMax: number, limit: number): number {
    return this.#options.keys.isEmpty ? bytesMax : toSealedLength(bytesMax + GROUP_BYTES_MAX, limit);
  }

  /** Reads stored chunks and opens them, up to the one with which they have `bytesMax` bytes. */
  async #open(bytesMax: number, read: () => Promise<StoredChunks>): Promise<OpenChunk[]> {
    const { keys, runId, stream } = this.#options;
    const placeOf = (index: number): ValuePlace => chunkPlace(runId, stream, index);
    for (let reads = 1; reads <= READS_MAX; reads += 1) {
      const opened = await openChunks(await read(), { keys, placeOf, bytesMax });
      if (opened) return opened;
    }
    throw unreadableError(toUnreadable('altered', 'unknown'))!;
  }
}

const toReadable = (chunk: OpenChunk): Chunk | null => {
  if (chunk instanceof Unreadable) throw unreadableError(chunk.text)!;
  return chunk;
};
