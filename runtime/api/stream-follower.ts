import type { RunId } from '../contract/ids.ts';
import { keepProcessAlive } from '../worker/system-clock.ts';
import type { Change, Chunk, World } from '../world/world.ts';

/** Chunks read in one go. */
const PAGE = 256;

export interface FollowOptions {
  world: World;
  runId: RunId;
  stream: string;
  from: number;
  /** Ends the following at once. */
  signal: AbortSignal;
  /** Ends it with its reason. */
  closing: AbortSignal;
}

/** Waits, and keeps the process from ending meanwhile. A reader that does not read is no reason to live. */
async function whileAlive(event: Promise<void>): Promise<void> {
  const letGo = keepProcessAlive();
  await event.finally(letGo);
}

/** A chunk with its index. Indexes have gaps, where a failed attempt had written. */
export interface IndexedChunk {
  index: number;
  chunk: Chunk;
}

/** The chunks of a stream in order: those that are there, then those that come, until the stream is closed. */
export async function* followStream({
  world,
  runId,
  stream,
  from,
  signal,
  closing,
}: FollowOptions): AsyncGenerator<IndexedChunk, void, void> {
  let next = from;
  let changed = Promise.withResolvers<void>();
  const concerns = (change: Change): boolean =>
    change.kind === 'elsewhere' ||
    ('runId' in change && change.runId === runId && (change.kind !== 'chunks' || change.stream === stream));
  const wake = (): void => changed.resolve();
  const unsubscribe = world.subscribe((change) => {
    if (concerns(change)) wake();
  });
  signal.addEventListener('abort', wake);
  closing.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      closing.throwIfAborted();
      // Before the read, so that a change that comes during it is not missed.
      changed = Promise.withResolvers<void>();
      const page = await world.readChunks(runId, stream, next, PAGE);
      for (const chunk of page.chunks) {
        next += 1;
        // A failed attempt had written here, and the one after it had less to say.
        if (chunk !== null) yield { index: next - 1, chunk };
      }
      if (next < page.nextIndex) continue;
      if (page.closed) return;
      await whileAlive(changed.promise);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', wake);
    closing.removeEventListener('abort', wake);
  }
}
