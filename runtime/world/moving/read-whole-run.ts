/** Reads all of a run, part by part. */
import type { RunId } from '../../contract/ids.ts';
import type { RunPart, StoredRun, World } from '../world.ts';

/** Parts have about so many bytes; one event or chunk may have more. */
const PART_BYTES = 512 * 1024;
const CHUNKS_PER_PART = 10_000;

/** The events and chunks of a run. @param run From `RunMoves.readStoredRun`. */
export async function* readParts(world: World, { record, streams }: StoredRun): AsyncGenerator<RunPart, void> {
  const { runId, seq } = record;
  for (let after = 0; after < seq;) {
    const events = await world.readJournal(runId, after, PART_BYTES);
    if (events.length === 0) break;
    yield { runId, events, chunks: [] };
    after = events.at(-1)!.seq;
  }
  for (const { stream, nextIndex } of streams) yield* readStream(world, runId, stream, nextIndex);
}

async function* readStream(world: World, runId: RunId, stream: string, end: number): AsyncGenerator<RunPart, void> {
  for (let from = 0; from < end;) {
    const limit = Math.min(CHUNKS_PER_PART, end - from);
    const { chunks } = await world.readChunks(runId, stream, from, limit, PART_BYTES);
    if (chunks.length === 0) return;
    yield { runId, events: [], chunks: [{ stream, from, chunks }] };
    from += chunks.length;
  }
}
