/** One stream of a run, as its writers were told that it is. */
import type { Chunk, ChunkWriter } from '../../runtime/world/world.ts';

export class StreamModel {
  /** `null`: dropped, because a later attempt had less to say. */
  readonly chunks: (Chunk | null)[] = [];
  closed = false;
  /** Where the chunks of a step call are, by their position among all that it wrote. */
  readonly #places = new Map<string, number[]>();

  /**
   * Appends chunks. A step's earlier chunks stay as far as it writes the same again; from the first difference on they
   * go.
   */
  append(added: readonly Chunk[], writer: ChunkWriter | undefined): void {
    if (!writer) {
      this.chunks.push(...added);
      return;
    }
    const places = this.#placesOf(writer);
    for (const [i, chunk] of added.entries()) {
      const position: number = writer.position + i;
      const place = places[position];
      if (place !== undefined && this.chunks[place] === chunk) continue;
      this.#drop(places.splice(position));
      places[position] = this.chunks.push(chunk) - 1;
    }
  }

  finish(writer: ChunkWriter): void {
    this.#drop(this.#placesOf(writer).splice(writer.position));
  }

  #drop(indexes: readonly number[]): void {
    for (const index of indexes) this.chunks[index] = null;
  }

  #placesOf({ runId, call }: ChunkWriter): number[] {
    const key = `${runId} ${call}`;
    const places = this.#places.get(key) ?? [];
    this.#places.set(key, places);
    return places;
  }
}
