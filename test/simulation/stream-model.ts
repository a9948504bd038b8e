/** One stream of a run, as its writers were told that it is. */
import type { Chunk, ChunkWriter } from '../../src/runtime/world/world.ts';

export class StreamModel {
  /** `null`: dropped, because a later attempt had less to say. */
  readonly chunks: (Chunk | null)[] = [];
  closed = false;
  /** Where the chunks of a step call are, by their position among all that it wrote. */
  readonly #places = new Map<string, number[]>();

  /** Chunks of a step take the place of those that an earlier attempt wrote. */
  append(added: readonly Chunk[], writer: ChunkWriter | undefined): void {
    if (!writer) {
      this.chunks.push(...added);
      return;
    }
    const places = this.#placesOf(writer);
    for (const [i, chunk] of added.entries()) {
      places[writer.position + i] ??= this.chunks.length;
      this.chunks[places[writer.position + i]!] = chunk;
    }
  }

  finish(writer: ChunkWriter): void {
    for (const index of this.#placesOf(writer).splice(writer.position)) this.chunks[index] = null;
  }

  #placesOf({ runId, call }: ChunkWriter): number[] {
    const key = `${runId} ${call}`;
    const places = this.#places.get(key) ?? [];
    this.#places.set(key, places);
    return places;
  }
}
